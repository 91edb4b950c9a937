"""Tricks and rounds told from records: what the engine allows and refuses, and that the prose around them is true."""

from __future__ import annotations

import re

import pytest

from aces import cards, decktet
from aces.ace_game.game import AceGame
from aces.ace_trump.game import AceTrump
from aces.ace_trump.trick import reason, trump_after
from aces.ace_trump.words import standing
from aces.record import read_record
from generators import worked_rounds, worked_tricks
from generators.cli import parser
from generators.worked_example import RECORDS, read
from generators.worked_plays import NAMES

DOCS = RECORDS.parent
TOLD = {
    output.name: str(output.make())
    for module in (worked_tricks, worked_rounds)
    for output in module.OUTPUTS
    if output.kind == "fragment"
}


def words(html: str) -> str:
    """What is read of a fragment: cards by their spoken names."""
    spoken = re.sub(r'<span class="(?:dt|ct|pc[^"]*)"[^>]*aria-label="([^"]*)"[^>]*>.*?</span>', r"[\1]", html)
    return " ".join(re.sub(r"<[^>]+>", " ", spoken).split())


def plays(html: str) -> list[str]:
    return re.findall(r"<li>\n(?:<p class=\"play.*?)</li>", html, re.S)


def page(name: str) -> str:
    return " ".join((DOCS / name).read_text("utf-8").split())


def trick_of(name: str, number: int = 1) -> worked_tricks.Played:
    return worked_tricks.Played.of(read(f"ace-trump/{name}"))


# what is told


def test_who_may_follow_with_what() -> None:
    """Rules trump-follow, trump-two-suits, trump-free: the cards that may be played are the engine's, and no others."""
    played = trick_of("five-tricks")
    told = plays(TOLD["trump-following"])
    assert len(told) == 4
    for step, html in zip(played.trick(1), told, strict=True):
        may, _, rest = html.partition("May not")
        legal = {card.spoken for card in played.rules.moves(step.state)}
        assert set(re.findall(r'aria-label="([^"]+)"', may.partition("May play")[2])) == legal
        hand = {card.spoken for card in step.state.hands[step.seat]}
        assert set(re.findall(r'aria-label="([^"]+)"', rest.partition("play-no")[0])) == hand - legal


def test_a_refused_play_names_what_was_possible() -> None:
    said = words(TOLD["trump-following"])
    assert "Bo tries [Crown of Wyrms, the Calamity]. No. [eight of Moons and Suns, the Diplomat] was led" in said
    assert "so you follow with Moons or Suns: you hold [Ace of Suns]," in said
    assert "A trump does not stand in for a suit that you have." in words(TOLD["trump-a-trump-follows"])
    assert "10♣ was led and you drew one card for it" in re.sub(r"<[^>]+>", "", TOLD["game-forced-draw"])


@pytest.mark.parametrize("tried", ["AS", "XK"], ids=["a card that may be played", "a card of another hand"])
def test_a_play_that_is_not_refused_stops_the_build(tried: str) -> None:
    with pytest.raises(ValueError, match="is told as refused"):
        worked_tricks.trick("five-tricks", 1, {1: tried})


def test_a_part_that_the_record_does_not_have_stops_the_build() -> None:
    with pytest.raises(ValueError, match="no whole trick 6"):
        worked_tricks.trick("five-tricks", 6)
    with pytest.raises(ValueError, match="no whole round 20"):
        worked_rounds.play_round("a-game-of-four", 20)
    with pytest.raises(ValueError, match=r"seats \[2\] do not play in round 13"):
        worked_rounds.play_round("a-game-of-four", 13, {2: "2S"})


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("trump-following", "Dee takes the trick. [Crown of Suns, the Bard] is the highest of Moons or Suns"),
        ("trump-an-ace", "Dee takes the trick. [seven of Suns and Knots, the Castle] is the highest trump, of Suns"),
        ("trump-a-trump-follows", "Bo takes the trick. [four of Moons and Suns, the Mountain] is the only trump"),
        ("trump-two-aces", "Moons are trump instead of Knots until the next Ace. Two Aces in one trick"),
        ("trump-an-ace-wins", "Cy takes the trick. [Ace of Wyrms] is the only card of Wyrms in the trick"),
        ("trump-sticky-lead", "Suns are trump for the rest of the hand. Sticky Aces"),
        ("trump-sticky-later", "Suns stay trump. Sticky Aces"),
        ("trump-fixed-trump", "Waves stay trump. Fixed trump"),
        ("trump-the-excuse", "Bo plays the Excuse. The Excuse"),
        ("trump-the-excuse-leads", "which is to be followed. The Excuse is led"),
        ("trump-partners-trick", "Bo takes the trick. [Crown of Leaves, the End] is the highest trump"),
        ("trump-bidding-trick", "Ana bids 3."),
        ("trump-tides-trick", "Hand 2: Ana deals 3 cards each, 27 cards lie aside."),
        ("trump-tides-excuse", "Hand 2: Ana deals 4 cards each, 25 cards lie aside."),
        ("trump-whole-deck", "Hand 1: Bo deals 18 cards each."),
        ("game-forced-draw", "Bo has no clubs and draws a card: 7♣. Drawing for the suit"),
        ("game-red-day", "Cy has no card, draws one and must lead it: 2♠. Nothing to lead"),
        ("game-red-day", "Red day: the deck is out and no spade came. Ana smashes with K♣. Red day and the smash"),
        ("game-red-day", "Dee takes these 3 cards. 9♠ is the highest of spades. Who takes the cards"),
        ("game-smash", "Bo has no clubs and smashes with 8♥."),
        ("game-completing", "Dee starts the next round, sitting next to Cy. After somebody completed"),
        ("game-completing", "Superover: 4 cards for Ana and 2 for Dee from the shuffled discard pile"),
        ("game-last-round", "Everybody played their last card. K♠ is the highest, so Dee loses; all others win."),
        ("game-the-loser", "Dee is the last one with cards and loses; all others win. The loser"),
    ],
)
def test_what_each_example_is_there_to_show(name: str, says: str) -> None:
    assert says in words(TOLD[name])


def test_equal_cards_under_every_reading() -> None:
    """Rule trump-ties: the same four cards, and three answers."""
    said = words(TOLD["trump-equal-cards"])
    assert re.findall(r"(?:ties: (\w+) )?(\w+) takes the trick", said) == [("", "Cy"), ("early", "Bo"), ("late", "Cy")]
    assert "Moons come first" in said


def test_how_hands_score() -> None:
    """Rules trump-bidding, trump-partners: a bid missed, two met, one beaten; and two pairs."""
    assert "Ana 3 2 0 Bo 2 2 10 Cy 2 2 10 Dee 2 3 11" in words(TOLD["trump-bidding-score"])
    assert "Ana and Cy 3 Bo and Dee 6" in words(TOLD["trump-partners-score"])


def test_what_the_superover_deals() -> None:
    """Rule game-superover: five for each who still plays, and no two hands shared a suit."""
    rows = re.findall(r"<tr><th scope=\"row\">(\w+)</th><td>(.*?)</td><td>(.*?)</td></tr>", TOLD["game-superover"])
    assert [name for name, _, _ in rows] == ["Ana", "Dee"]
    held = [set(re.findall(r'data-suit="(.)"', before)) for _, before, _ in rows]
    assert held[0].isdisjoint(held[1])
    for _, before, dealt in rows:
        assert before.count("data-suit") + dealt.count("data-suit") == 5


def test_a_rule_is_named_once_and_the_end_is_read_first_where_the_plays_are_folded() -> None:
    for name, html in TOLD.items():
        named = re.findall(r'href="rule:([\w-]+)"', html)
        assert len(named) == len(set(named)), name
    folded = TOLD["trump-two-aces"]
    assert folded.index("takes the trick") < folded.index("<details") < folded.index("May play")
    assert "May play" not in TOLD["trump-in-short"]


def test_the_records_are_given_out_as_they_are() -> None:
    for module, folder in ((worked_tricks, "ace-trump"), (worked_rounds, "ace-game")):
        made = next(output.make() for output in module.OUTPUTS if output.kind == "asset")
        assert made == {file.name: file.read_bytes() for file in (RECORDS / folder).glob("*.txt")}
        for data in made.values():
            assert read_record(data.decode()).rules.game == folder
        linked = set(
            re.findall(
                r"\(records/([\w-]+\.txt)\)", "".join(f.read_text("utf-8") for f in (DOCS / folder).glob("*.md"))
            )
        )
        assert linked == set(made)


# the prose around it


def test_what_the_page_says_follows_does_follow() -> None:
    led, *others = re.findall(r"[2-9][A-Z]{2}", re.search(r"<!-- cards: (Led .*?) -->", page("ace-trump/index.md"))[1])  # type: ignore[index]
    assert others
    assert all(decktet.Card.read(other).follows(decktet.Card.read(led)) for other in others)


def test_without_the_ace_the_crown_would_have_taken_it() -> None:
    assert "Ana's Crown would have taken it" in page("ace-trump/index.md")
    steps = trick_of("five-tricks").trick(2)
    without = [step.move for step in steps if not step.move.is_ace]
    assert NAMES[steps[0].seat] == "Dee"
    assert reason(without, None).card.code == "XK"


def test_the_partner_saves_the_crown() -> None:
    played = trick_of("partners")
    third = played.trick(8)[2]
    assert [NAMES[step.seat] for step in played.trick(8)] == ["Bo", "Cy", "Dee", "Ana"]
    best = standing(played.rules.view(third.state, third.seat))
    assert best is not None
    assert (NAMES[best[0]], best[1].card.code) == ("Cy", "AS")
    assert played.rules.side(1) == played.rules.side(3)
    assert "Cy's Ace is about to take Bo's Crown" in page("ace-trump/variants.md")
    assert sum(played.match.state.sheet.past[0].taken) == 9


def test_the_bidder_has_two_so_far() -> None:
    played = trick_of("bidding")
    state = played.trick(7)[0].state
    assert (state.bids[0], state.taken[0]) == (3, 2)
    assert "The seventh trick of nine. Dee leads, and Ana, who bid three, has two so far" in page(
        "ace-trump/variants.md"
    )


def test_the_tide_follows_the_card_before_the_excuse() -> None:
    played = trick_of("tides-and-the-excuse")
    cards_played = [step.move for step in played.trick(1)]
    assert cards_played[-1] is decktet.EXCUSE
    assert played.match.state.sheet.size == cards_played[-2].value


def test_who_could_not_follow_and_who_had_the_highest() -> None:
    match, made = worked_rounds.played("a-game-of-four")
    text = page("ace-game/rules.md")
    assert "Ana leads a club, and neither Bo nor Dee has one" in text
    drew = [
        NAMES[line.event.seat]
        for step in made
        if len(step.state.rounds) == 2
        for line in step.lines
        if line.event.kind == "drew"
    ]
    assert drew == ["Bo", "Dee"]
    assert "Ana had the highest card, but the lead goes to Dee, who sits next to Cy" in text
    done = match.state.rounds[13]
    assert (NAMES[done.highest], NAMES[match.state.rounds[14].leader]) == ("Ana", "Dee")


def test_the_last_card_of_the_deck_was_the_wrong_one() -> None:
    text = page("ace-game/index.md")
    assert "By the time Cy has to draw, one card is left, and it is the wrong one" in text
    assert "Dee never gets a turn" in text
    match, made = worked_rounds.played("the-first-smash")
    step = next(step for step in made if len(step.state.rounds) == 8 and len(step.state.plays) == 1)
    assert len(step.state.deck) == 1
    done = match.state.rounds[8]
    assert done.smashed and [NAMES[play.seat] for play in done.plays] == ["Ana", "Bo", "Cy"]


def test_the_circle_on_the_page_is_one() -> None:
    """Rule game-stop: the hands that the page of rulings names go round for ever."""
    text = page("ace-game/rulings.md")
    named = re.search(r"one holds ([^,]+), the next ([^,]+), the third ([^,]+), and the first one leads", text)
    assert named is not None
    rules = AceGame(3)
    first = rules.position([cards.read_cards(hand) for hand in named.groups()], superovers=1)
    state = first
    for card in ("2S", "3S", "2D", "2D", "3D", "2H", "2H", "3H", "2S"):
        state = rules.step(state, cards.Card.read(card)).state
    assert (state.hands, state.leader) == (first.hands, first.leader)


def test_the_switches_on_the_page_are_options() -> None:
    """Each switch is taken by the engine, and no option of Ace Trump but the number of players goes without one."""
    named = re.findall(r"^Switch: (.*)$", (DOCS / "ace-trump" / "variants.md").read_text("utf-8"), re.M)
    told: dict[str, set[str]] = {}
    for line in named:
        for key, value in re.findall(r"`([\w-]+): ([\w-]+)`", line):
            told.setdefault(key, set()).add(value)
            players = "2" if key == "full-deck" else "4"
            assert AceTrump.from_header({key: value, "players": players}).header()[key] == value
    assert set(told) | {"players", "dealer"} == set(AceTrump.options)
    assert told["ties"] == {"early", "late"}


def test_the_command_takes_what_the_pages_tell_people_to_type() -> None:
    """Every ``aces play`` on the pages of the two games."""
    typed = {
        line
        for folder in ("ace-trump", "ace-game", ".")
        for file in (DOCS / folder).glob("*.md")
        for line in re.findall(r"`aces (play ace-[^`]*)`", file.read_text("utf-8"))
    }
    assert {"play ace-trump", "play ace-game", "play ace-trump --sticky --ties early"} <= typed
    for line in typed:
        assert parser().parse_args(line.split()).game in ("ace-trump", "ace-game")


def test_trump_goes_as_the_variants_say() -> None:
    """Rules trump-sticky, trump-fixed, for the two sentences that no event has (an Ace that changes nothing)."""
    suns, ace = decktet.Suit.SUNS, decktet.Card.read("AW")
    assert trump_after(suns, ace, sticky=True) is suns
    assert trump_after(suns, ace, fixed=suns) is suns
    assert trump_after(suns, ace) is decktet.Suit.WAVES
