"""The one door between the page and the engine: ``call(method, params)``, JSON text in and out.

A session holds one Match, who plays the Dealer, and the items that are left in the Scene. What
goes out is what the player at the table may see, the legal moves, and sentences with the ids of
their rules. What is refused comes back as data too, under ``error``. No rule is decided here.

>>> import json
>>> table = json.loads(call("deal", '{"stat": "1", "affinity": "clubs", "seed": "3"}'))
>>> table["view"]["tell"]["label"], [move["text"] for move in table["moves"]][:2]
('Tell: three of clubs, worth 3, face up', ['hit', 'stand'])
>>> json.loads(call("play", '{"move": "add"}'))["error"]["rule"]
'lite-hit-order'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Any, NamedTuple, cast

from aces.cards import Card, Rank, Suit, check_seed, read_cards, read_seed, shuffled, stream, write_cards
from aces.lite.decks import TARGET, best_total, items
from aces.lite.outcome import FROM_INVENTORY, OPENING, Verdict
from aces.lite.resolution import (
    DEALER,
    MOST_HITS,
    PLAYER,
    Event,
    Move,
    Resolution,
    State,
    View,
    ready_after,
    verdict_of,
)
from aces.lite.words import OUTCOME_NAMES, label, narrate, outcome_text, reading_text, total_text, who, worth_text
from aces.match import Match
from aces.players import play_on
from aces.players.dealers import DEALERS, dealer
from aces.record import read_record, write_record
from aces.rules import AcesError, BadText, Decks, Refusal, Refused

FRAGMENT_LIMIT = 4_000
"""No share link has a longer fragment: the longest game of Stat 49 needs less."""

FRAGMENT_VERSION = "1"

SEED_SPAN = 1_000_000
"""Fresh seeds have at most six digits, so that they can be told across a table."""

_KEYS = ("v", "stat", "name", "affinity", "dealer", "aces", "items", "discards", "seed", "moves")
_NEEDED = ("v", "stat", "affinity", "dealer", "aces", "seed")

Plain = dict[str, Any]
Game = Match[State, Move, Event, View]


class Settings(NamedTuple):
    """What the player chose. ``name`` is the name of the Stat, which no rule looks at."""

    stat: int = 2
    name: str = ""
    affinity: Suit = Suit.SPADES
    dealer: str = "greedy"
    aces: str = "best"
    discards: str = "all"

    def rules(self, ready: tuple[Card, ...] | None) -> Resolution:
        return Resolution(
            stat=self.stat,
            affinity=self.affinity,
            ready=ready,
            dealer_aces=cast(Any, self.aces),
            discards=cast(Any, self.discards),
        )


class Session:
    """What lies on the table of one page."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.match: Game | None = None
        self.fresh_scene = False

    # What the page asks for

    def open(self, fragment: str = "", settings: Mapping[str, str] | None = None) -> Plain:
        """Deals what a share link says. A link that cannot be read is named, and a fresh hand dealt."""
        notice = None
        if fragment:
            try:
                self.settings, self.match = read_fragment(fragment)
                self.fresh_scene = False
                return self.table()
            except AcesError as error:
                notice = {"message": f"This link cannot be read: {error}.".replace("..", "."), "rule": _rule_of(error)}
        self.deal(**(settings or {}))
        return {**self.table(), "notice": notice}

    def deal(
        self,
        stat: str = "",
        name: str = "",
        affinity: str = "",
        dealer: str = "",
        aces: str = "",
        seed: str = "",
    ) -> Plain:
        """Deals anew. What is not said stays as it was; without a seed the cards are fresh."""
        old = self.settings
        settings = Settings(
            stat=_stat(stat) if stat else old.stat,
            name=_name(name) if name else old.name,
            affinity=Suit.read(affinity) if affinity else old.affinity,
            dealer=_dealer(dealer) if dealer else old.dealer,
            aces=aces or old.aces,
            discards="all",
        )
        number = read_seed(seed) if seed.strip() else SystemRandom().randrange(SEED_SPAN)
        match = Match(settings.rules(self._ready(settings.affinity)), seed=number)
        self.settings, self.match, self.fresh_scene = settings, match, False
        return self.table()

    def play(self, move: str) -> Plain:
        """Plays the player's move, then the Dealer's answer."""
        match = self._match()
        match.play(_short(move))
        self._dealer_answers()
        return self.table()

    def objection(self, move: str) -> Plain:
        """Why a move is not allowed; null when it is."""
        refusal = self._match().objection(_short(move))
        return {"refusal": None if refusal is None else self._refusal(refusal)}

    def undo(self) -> Plain:
        """Takes back the player's last move, and what the Dealer answered."""
        match = self._match()
        if not match.history:
            raise BadText("undo", "has no move to take back")
        match.undo()
        while match.turn != PLAYER:
            match.undo()
        return self.table()

    def at(self, ply: int) -> Plain:
        """The table as it stood after so many moves, to look at."""
        return self.table(self._ply(ply))

    def branch(self, ply: int) -> Plain:
        """Goes back to the table after so many moves, to play on from there."""
        ply = self._ply(ply)
        match = self._match()
        while len(match.history) > ply:
            match.undo()
        self._dealer_answers()
        return self.table()

    def scene(self) -> Plain:
        """A new Scene: both items are ready again, at once if nothing was played yet (rule lite-scene)."""
        match = self._match()
        self.fresh_scene = True
        if not match.history:
            rules = self.settings.rules(None)
            self.match = Match(rules, seed=match.seed, tops=match.tops)
            self.fresh_scene = False
        return self.table()

    def read(self, text: str, dealer: str = "") -> Plain:
        """Opens a record, finished or not."""
        match = read_record(text)
        rules = match.rules
        if not isinstance(rules, Resolution):
            raise BadText(rules.game, "is not played at this table", (Resolution.game,))
        settings = Settings(
            stat=rules.stat,
            name=self.settings.name,
            affinity=rules.affinity,
            dealer=_dealer(dealer) if dealer else self.settings.dealer,
            aces=rules.dealer_aces,
            discards=rules.discards,
        )
        if match.tops is not None:
            match = _with_whole_decks(match)
        self.settings, self.match, self.fresh_scene = settings, match, False
        self._dealer_answers()
        return self.table()

    # What the page is told

    def table(self, ply: int | None = None) -> Plain:
        """Everything the page shows, now or as it stood at ``ply``."""
        match = self._match()
        rules = match.rules
        assert isinstance(rules, Resolution)
        states = match.states
        now = len(states) - 1
        shown = now if ply is None else ply
        state = states[shown]
        view = rules.view(state, PLAYER)
        verdict = verdict_of(state) if state.phase == "over" else None
        settings = self.settings
        policy = DEALERS[settings.dealer]
        left = ready_after(rules, state)
        return {
            "settings": {
                "stat": settings.stat,
                "name": settings.name,
                "affinity": settings.affinity.word,
                "affinity_glyph": settings.affinity.glyph,
                "dealer": settings.dealer,
                "dealer_summary": policy.summary,
                "peeks": policy.peeks,
                "aces": settings.aces,
            },
            "seed": None if match.seed is None else str(match.seed),
            "fragment": None if match.seed is None else write_fragment(settings, match),
            "record": write_record(match, comment=f"The Dealer: {settings.dealer}"),
            "view": _view(rules, view, verdict),
            "moves": [_move(move, view) for move in (match.moves() if shown == now else ())],
            "can": _can(rules.moves(state)) if state.phase in ("decide", "place") else "",
            "history": self._history(),
            "ply": shown,
            "plies": now,
            "can_undo": bool(match.history),
            "scene": {"spent": len(left) < len(items(rules.affinity)), "fresh": self.fresh_scene},
            "verdict": None if verdict is None else _verdict(verdict, state),
            "summary": None if verdict is None else outcome_text(verdict),
        }

    def _history(self) -> list[Plain]:
        match = self._match()
        rules = match.rules
        assert isinstance(rules, Resolution)
        plies = [ply for ply, (_, _, events) in enumerate(match.steps()) for _ in events]
        return [
            {
                "ply": ply,
                "kind": line.event.kind,
                "who": who(line.event),
                "text": line.text,
                "parts": _parts(line.text),
                "rule": line.rule,
            }
            for ply, line in zip(plies, narrate(rules, match.events), strict=True)
        ]

    def _refusal(self, refusal: Refusal) -> Plain:
        match = self._match()
        can = _can(match.moves())
        return {"tried": refusal.tried, "rule": refusal.rule, "message": refusal.reason, "instead": can}

    # Within

    def _match(self) -> Game:
        if self.match is None:
            raise BadText("the table", "is empty: deal first")
        return self.match

    def _ready(self, affinity: Suit) -> tuple[Card, ...] | None:
        """The items for the next Resolution of the Scene; another Affinity is another character."""
        match = self.match
        if match is None or self.fresh_scene:
            return None
        rules = match.rules
        assert isinstance(rules, Resolution)
        return ready_after(rules, match.state) if rules.affinity is affinity else None

    def _ply(self, ply: object) -> int:
        last = len(self._match().history)
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= last:
            raise BadText(ply, "is no step of this Resolution", (f"0 to {last}",))
        return ply

    def _dealer_answers(self) -> None:
        play_on(self._match(), {DEALER: DEALERS[self.settings.dealer]})


# Share links


def write_fragment(settings: Settings, match: Game) -> str:
    """The fragment of a share link: options, seed and every move, the Dealer's included.

    The Dealer's moves stand in it so that an old link tells its game whatever a policy does later.
    """
    rules = match.rules
    assert isinstance(rules, Resolution)
    fields = {
        "v": FRAGMENT_VERSION,
        "stat": str(settings.stat),
        "name": settings.name,
        "affinity": settings.affinity.word,
        "dealer": settings.dealer,
        "aces": settings.aces,
        "items": "" if rules.ready == items(rules.affinity) else write_cards(rules.ready).replace(" ", "-") or "none",
        "discards": "" if settings.discards == "all" else settings.discards,
        "seed": str(match.seed),
        "moves": ".".join(rules.write(move).replace(" ", "-") for move in match.history),
    }
    return "&".join(f"{key}={value}" for key, value in fields.items() if value)


def read_fragment(fragment: str) -> tuple[Settings, Game]:
    """The settings and the match of a share link, read strictly. Raises :class:`~aces.rules.AcesError`.

    A move of the Dealer's that is left out is played by the Dealer's policy.

    >>> settings, match = read_fragment("#v=1&stat=1&affinity=clubs&dealer=passive&aces=best&seed=3&moves=hit.add")
    >>> [move.text for move in match.history]
    ['hit', 'discard', 'add']
    """
    if len(fragment) > FRAGMENT_LIMIT:
        raise BadText(fragment[:20] + "…", f"is too long: it has more than {FRAGMENT_LIMIT:,} characters")
    given: dict[str, str] = {}
    for part in fragment.removeprefix("#").split("&"):
        key, equals, value = part.partition("=")
        if not equals or not value or not _plain(value):
            raise BadText(part[:40], "is damaged", ("KEY=VALUE with plain letters and digits",))
        if key not in _KEYS:
            raise BadText(key[:40], "is no part of a link", _KEYS)
        if key in given:
            raise BadText(key, "stands twice", ("each part once",))
        given[key] = value
    if given.get("v") != FRAGMENT_VERSION:
        raise BadText(given.get("v", ""), "is not a version that this page knows", (f"v={FRAGMENT_VERSION}",))
    for key in _NEEDED:
        if key not in given:
            raise BadText(key, "is missing", _NEEDED)
    settings = Settings(
        stat=_stat(given["stat"]),
        name=_name(given["name"]) if "name" in given else "",
        affinity=Suit.read(given["affinity"]),
        dealer=_dealer(given["dealer"]),
        aces=given["aces"],
        discards=given.get("discards", "all"),
    )
    ready = None
    if "items" in given:
        ready = () if given["items"] == "none" else read_cards(given["items"].replace("-", " "))
    match = Match(settings.rules(ready), seed=read_seed(given["seed"]))
    moves = given["moves"].split(".") if "moves" in given else []
    if len(moves) > match.rules.longest:
        raise BadText(f"{len(moves)} moves", "are too many", (f"at most {match.rules.longest}",))
    policy = {DEALER: DEALERS[settings.dealer]}
    for number, token in enumerate(moves, 1):
        try:
            move = match.rules.read(match.state, token.replace("-", " "))
            if match.turn == DEALER and match.objection(move) is not None:
                play_on(match, policy)
                move = match.rules.read(match.state, token.replace("-", " "))
            match.play(move)
        except Refused as error:
            raise LinkRefused(number, error.refusal) from error
        except AcesError as error:
            raise BadText(f"move {number}", f"is none: {error}") from error
    play_on(match, policy)
    return settings, match


class LinkRefused(Refused):
    """A move of a link is illegal: which one, and the refusal."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.args = (f"move {number}, {refusal.tried!r}: {refusal.reason}",)


def _plain(value: str) -> bool:
    return value.isascii() and all(letter.isalnum() or letter in ".-" for letter in value)


# Reading what the page sends


def _short(move: object) -> str:
    if not isinstance(move, str) or len(move) > 60:
        raise BadText(str(move)[:60], "is no move")
    return move


def _stat(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= MOST_HITS):
        raise BadText(text, "is not a Stat", (f"a whole number from 1 to {MOST_HITS}",))
    return int(text)


def _name(text: str) -> str:
    from aces.lite.character import Stat  # only once somebody names a Stat

    known = tuple(stat.key for stat in Stat)
    if text not in known:
        raise BadText(text, "is not the name of a Stat", known)
    return text


def _dealer(text: str) -> str:
    return dealer(text).name


def _with_whole_decks(match: Game) -> Game:
    """The same game with every card of its decks named, so that it can go on past the record's cards.

    The cards that the record does not name follow in a fixed, mixed order.
    """
    tops = match.tops
    assert tops is not None
    whole: dict[str, tuple[Card, ...]] = {}
    for seat, (name, cards) in enumerate(sorted(match.rules.stack(tops).items())):
        given = len(tops.get(name, ()))
        whole[name] = (*cards[:given], *shuffled(cards[given:], stream(check_seed(0), seat)))
    decks: Decks = whole
    again: Game = Match(match.rules, tops=decks)
    for move in match.history:
        again.play(move)
    return again


# Writing what the page shows

_CARD = re.compile(r"(?:10|[2-9JQKA])[♠♣♦♥]")


def _parts(text: str) -> list[str | Plain]:
    """A sentence in pieces, with its cards set apart so that they can be coloured and spoken.

    >>> _parts("You draw 7♥.")
    ['You draw ', {'text': '7♥', 'suit': 'H', 'spoken': 'seven of hearts'}, '.']
    """
    parts: list[str | Plain] = []
    end = 0
    for found in _CARD.finditer(text):
        card = Card.read(found.group())
        parts += [text[end : found.start()], {"text": card.text, "suit": card.suit.letter, "spoken": card.spoken}]
        end = found.end()
    return [part for part in (*parts, text[end:]) if part]


def _card(card: Card, place: str, worth: str) -> Plain:
    return {
        "code": card.code,
        "rank": card.rank.text,
        "suit": card.suit.letter,
        "glyph": card.suit.glyph,
        "court": card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING),
        "text": card.text,
        "spoken": card.spoken,
        "colour": card.suit.colour,
        "worth": worth,
        "label": f"{place}: {card.spoken}, worth {worth}, face up",
    }


def _down(place: str) -> Plain:
    return {"down": True, "label": f"{place}: face down"}


def _source(source: str) -> str:
    if source == OPENING:
        return "opening card"
    return "from Inventory" if source == FROM_INVENTORY else f"Hit {source[1:]}"


_SHORT = {OPENING: "opening", FROM_INVENTORY: "item"}


def _view(rules: Resolution, view: View, verdict: Verdict | None) -> Plain:
    assert view.tell is not None
    theirs = [worth_text(view.tell), "" if view.truth is None else worth_text(view.truth)]
    mine = [worth_text(card) for card in view.layout]
    if verdict is not None:
        theirs = [str(value) for value in verdict.dealer.values]
        mine = [str(value) for value in verdict.player.values]
    return {
        "phase": view.phase,
        "tell": _card(view.tell, "Tell", theirs[0]),
        "truth": _down("Truth") if view.truth is None else _card(view.truth, "Truth", theirs[1]),
        "truth_drawn": view.truth_drawn,
        "layout": [
            {
                **_card(card, f"Layout {place}, {_source(source)}", worth),
                "source": _source(source),
                "short": _SHORT.get(source) or _source(source),
                "place": place,
            }
            for place, (card, source, worth) in enumerate(zip(view.layout, view.sources, mine, strict=True), 1)
        ],
        "total": str(verdict.player.total) if verdict is not None else total_text(view.layout),
        "dealer_total": None if verdict is None else str(verdict.dealer.total),
        "over": (best_total(view.layout) if verdict is None else verdict.player.total) > TARGET,
        "hits": view.hits,
        "hits_left": view.hits_left,
        "drawn": None if view.drawn is None else _card(view.drawn, "You drew", worth_text(view.drawn)),
        "player_left": view.player_left,
        "dealer_left": view.dealer_left,
        "player_discards": [_card(card, "Your discard", worth_text(card)) for card in view.player_discards],
        "dealer_discards": [
            _down("The Dealer's discard") if card is None else _card(card, "The Dealer's discard", worth_text(card))
            for card, _ in view.dealer_discards
        ],
        "items": [
            {
                **_card(card, "Item", worth_text(card)),
                "state": "ready" if card in view.items else "now" if card is view.used else "spent",
            }
            for card in items(rules.affinity)
        ],
        "ending": view.ending,
    }


def _move(move: Move, view: View) -> Plain:
    return {"text": move.text, "verb": move.verb, "label": label(move, view)}


_CAN = {
    "hit": "Hit",
    "stand": "Stand",
    "claim": "claim the early 21",
    "add": "Add it",
    "swap": "Swap it in",
    "use": "use an item",
}


def _can(moves: tuple[Move, ...]) -> str:
    """What the player can do now, in words: "Hit, Stand or use an item"."""
    verbs = [_CAN[verb] for verb in dict.fromkeys(move.verb for move in moves) if verb in _CAN]
    return " or ".join(part for part in (", ".join(verbs[:-1]), *verbs[-1:]) if part)


def _verdict(verdict: Verdict, state: State) -> Plain:
    return {
        "outcome": verdict.outcome,
        "name": OUTCOME_NAMES[verdict.outcome],
        "text": outcome_text(verdict),
        "player": _parts(reading_text(state.layout, verdict.player)),
        "dealer": _parts(reading_text((state.tell, state.truth), verdict.dealer)),
        "player_total": verdict.player.total,
        "dealer_total": verdict.dealer.total,
        "checks": [
            {"rule": check.rule, "question": check.question, "holds": check.holds, "why": check.why}
            for check in verdict.checks
        ],
    }


# The door

SESSION = Session()

_METHODS: dict[str, Callable[..., Plain]] = {
    name: getattr(SESSION, name)
    for name in ("open", "deal", "play", "objection", "undo", "at", "branch", "scene", "read")
}


def call(method: str, params_json: str = "{}") -> str:
    """Asks the session for something. ``error`` in the answer: what was refused, and its rule if any.

    Methods: open, deal, play, objection, undo, at, branch, scene, read (see :class:`Session`), and those that
    begin with ``table.`` (see ``table_bridge``) or ``maker.`` (see ``maker_bridge``).
    """
    return json.dumps(_answer(method, params_json), ensure_ascii=False, separators=(",", ":"))


def _answer(method: str, params_json: str) -> Plain:
    if method.startswith("table."):
        from .table_bridge import answer  # only the page beside the cards pays for it

        return answer(method, params_json)
    if method.startswith("maker."):
        from .maker_bridge import answer as made  # there where the page has asked for the cards

        return made(method, params_json)
    if method not in _METHODS:
        return {"error": {"message": f"{method[:40]!r} is no method", "rule": None}}
    try:
        return _METHODS[method](**json.loads(params_json))
    except Refused as error:
        return {"error": SESSION._refusal(error.refusal)}
    except AcesError as error:
        return {"error": {"message": str(error), "rule": _rule_of(error)}}


def _rule_of(error: AcesError) -> str | None:
    return error.refusal.rule if isinstance(error, Refused) else None
