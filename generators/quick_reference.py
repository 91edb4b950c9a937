"""The Quick Reference: a Resolution and what surrounds it on one sheet, as page, PDF and text.

There is one context (:func:`reference`). It is built from the engine, and no number in it is
typed: change a constant of the rules and all three change. Each line names the rules that it
sums up.

>>> [section.title for section in reference().sections][:3]
['Cards', 'Your character', 'Setting up']
"""

from __future__ import annotations

import textwrap
from functools import partial
from typing import NamedTuple

from aces.cards import RANKS, SUITS, Rank
from aces.lite import character, decks, growth, harm, outcome
from aces.lite.character import STATS, Stat
from aces.lite.ids import RULES, Rule
from aces.lite.resolution import DEALER_OPTIONS
from aces.lite.words import OUTCOME_NAMES
from generators import card_drawing as draw
from generators.env import in_words, render
from generators.imposition import PAPERS, Size, smallest_paper
from generators.registry import Output

COLUMNS = 72
"""No line of the plain text is longer."""

TITLE = "Quick reference"


class Line(NamedTuple):
    """One line: what it is about, what it says, the rules that say it in full."""

    head: str
    text: str
    rules: tuple[Rule, ...]


class Section(NamedTuple):
    """Lines that belong together."""

    key: str
    title: str
    lines: tuple[Line, ...]


class Check(NamedTuple):
    """One check on the outcome: its place in the order, the question, what a yes gives and costs."""

    place: int
    question: str
    outcome: str
    name: str
    cost: str
    rule: Rule


class Reference(NamedTuple):
    """All that the Quick Reference says."""

    title: str
    lead: str
    stats: tuple[Stat, ...]
    stats_rule: Rule
    sections: tuple[Section, ...]
    checks_title: str
    checks: tuple[Check, ...]
    checks_rule: Rule
    aftermath: tuple[Section, ...]

    def section(self, key: str) -> Section:
        """The section of a key. Raises ``KeyError``."""
        return {section.key: section for section in (*self.sections, *self.aftermath)}[key]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of every section."""
        return tuple(line for section in (*self.sections, *self.aftermath) for line in section.lines)


def reference() -> Reference:
    """The context, read from the engine now."""
    return Reference(
        title=TITLE,
        lead="A Resolution on one sheet. Beside each line stands the rule it sums up.",
        stats=STATS,
        stats_rule=RULES["lite-stats"],
        sections=(_cards(), _build(), _setup(), _hit(), _stop()),
        checks_title="The Truth turns: check in this order",
        checks=_checks(),
        checks_rule=RULES["lite-outcome-order"],
        aftermath=(_costs(), _growth()),
    )


def _line(head: str, text: str, *rules: str) -> Line:
    return Line(head, text, tuple(RULES[rule] for rule in rules))


def _cards() -> Section:
    """What the cards are worth: ranks of one value share a line."""
    printed = [rank for rank in RANKS if rank.text.isdigit() and decks.rank_values(rank) == (int(rank.text),)]
    groups: dict[tuple[int, ...], list[Rank]] = {}
    for rank in RANKS:
        if rank not in printed:
            groups.setdefault(decks.rank_values(rank), []).append(rank)
    lines = [_line(f"{printed[0].text} to {printed[-1].text}", "what they show", "lite-card-values")]
    for worth, ranks in groups.items():
        head = " ".join(rank.text for rank in ranks)
        if len(worth) > 1:
            lines.append(_line(head, f"{_either(worth)}, whichever serves its owner", "lite-aces"))
        else:
            lines.append(_line(head, f"{worth[0]} each", "lite-card-values"))
    return Section("cards", "Cards", tuple(lines))


def _build() -> Section:
    ranks = " and ".join(rank.text for rank in decks.ITEM_RANKS)
    return Section(
        "character",
        "Your character",
        (
            _line(
                "Stats",
                f"{character.LOWEST_STAT} each, and {character.LUCKY_POINTS} Lucky Points to spread; "
                f"none above {character.CREATION_CAP}",
                "lite-lucky-points",
            ),
            _line("Affinity", f"one suit; its {ranks} are your Inventory, named and face down", "lite-affinity"),
            _line("You have", f"{character.HP} HP and {character.PLOT_ARMOR} Plot Armor", "lite-person"),
        ),
    )


def _setup() -> Section:
    full = len(decks.DEALER_DECK)
    mine = len(decks.player_deck(SUITS[0]))
    return Section(
        "setup",
        "Setting up",
        (
            _line("Decks", f"you {mine} cards, the Dealer {full}, freshly shuffled", "lite-fresh-decks"),
            _line("Dealer", "the Tell face up, the Truth face down", "lite-tell-truth"),
            _line("You", "an opening card, face up; it is not a Hit", "lite-opening-card"),
        ),
    )


def _hit() -> Section:
    options = {"tell": "replaces the Tell", "truth": "replaces the Truth", "discard": "discards"}
    dealer = [options[move.verb] for move in DEALER_OPTIONS]
    target = decks.TARGET
    return Section(
        "hit",
        "A Hit, up to your Stat",
        (
            _line("Dealer", f"draws and {', '.join(dealer[:-1])} or {dealer[-1]}", "lite-dealer-options"),
            _line("You", "then draw, and Add the card or Swap it for one in your Layout", "lite-add-swap"),
            _line(f"Over {target}", "nothing ends; while Hits remain, Swap your way back", "lite-over-21"),
            _line(
                f"Early {target}",
                f"opening card and first Hit make {target}: you may end it there, a {OUTCOME_NAMES['critical']}",
                "lite-early-21",
            ),
        ),
    )


def _stop() -> Section:
    return Section(
        "stop",
        "Stopping",
        (
            _line("Stand", "at any time, before a Hit or after; the Truth turns", "lite-stand"),
            _line("Inventory", "or Swap in an item that fits the story, and Stand", "lite-inventory"),
            _line("Each item", "once in a Scene, and never two in a Resolution", "lite-inventory-once"),
        ),
    )


def _checks() -> tuple[Check, ...]:
    checks = []
    for place, rung in enumerate(outcome.LADDER, 1):
        price = harm.cost(rung.outcome)
        checks.append(
            Check(
                place,
                rung.question,
                rung.outcome,
                OUTCOME_NAMES[rung.outcome],
                f"−{price} HP" if price else "",
                RULES[rung.rule],
            )
        )
    return tuple(checks)


def _costs() -> Section:
    rules = harm.Harm()
    hurt = harm.Act("outcome", harm.HARMFUL[0], armor=True)
    spent = harm.Track().plot_armor - rules.step(harm.Track(), hurt).track.plot_armor
    price = harm.cost(harm.HARMFUL[0])
    out = next(hp for hp in range(character.HP + price) if harm.Track(hp=hp).unconscious)
    helped = rules.step(harm.Track(hp=out), harm.HELPED).track.hp
    scene = rules.step(harm.Track(hp=out), harm.SCENE).track
    episode = rules.step(harm.Track(plot_armor=out), harm.EPISODE).track
    return Section(
        "harm",
        "Afterwards",
        (
            _line(
                OUTCOME_NAMES["catastrophe"],
                f"{_price('catastrophe')} HP, and the worst the story can reasonably do",
                "lite-harm",
            ),
            _line("Plot Armor", f"spend {spent} instead of losing {price} HP; the outcome stands", "lite-plot-armor"),
            _line(f"{out} HP", f"you are out until someone helps you back to {helped}", "lite-unconscious"),
            _line("New Scene", f"HP {scene.hp}, and both items ready", "lite-scene"),
            _line("New Episode", f"Plot Armor {episode.plot_armor}, and a new Scene", "lite-episode"),
        ),
    )


def _growth() -> Section:
    lines = [
        _line(OUTCOME_NAMES[lesson], f"mark {_or([box.title for box in boxes])}", "lite-growth-marks")
        for lesson, boxes in growth.EARNS.items()
    ]
    full = in_words(len(character.BOXES))
    lines.append(
        _line(f"All {full}", "reach your Goal, lose your Secret to your Flaw: a Turning Point", "lite-turning-point")
    )
    due = growth.Cycle(marks=character.BOXES, goal_completed=True, secret_exposed=True)
    gained = growth.Growth().step(due, growth.TURN).cycle.grown
    lines.append(_line("Then", f"clear the marks and add {gained} Lucky Point for good", "lite-turning-point"))
    return Section("growth", "Growth", tuple(lines))


def _price(name: outcome.Outcome) -> str:
    return str(harm.cost(name))


def _either(values: tuple[int, ...]) -> str:
    return " or ".join(map(str, values))


def _or(words: list[str]) -> str:
    return " or ".join(words)


def page() -> str:
    """The web page, as Markdown."""
    return render("quick-reference.md.j2", ref=reference(), papers=PAPERS, smallest_paper=smallest_paper())


def plain_text() -> str:
    """The sheet as plain text of at most :data:`COLUMNS` columns, the rules' numbers at the right."""
    ref = reference()
    names = max(len(check.name) for check in ref.checks) + 2
    text = render("quick-reference.txt.j2", ref=ref, row=_row, names=names)
    if wide := [line for line in text.split("\n") if len(line) > COLUMNS]:
        raise ValueError(f"a line of the plain text is longer than {COLUMNS} columns: {wide[0]!r}")
    return text


_INDENT, _HEAD, _PLACE, _REF, _OUTCOME = 2, 14, 3, 4, 18


def _row(head: str, text: str, rules: tuple[Rule, ...], outcome: str = "") -> str:
    """A line of the plain text: head, words that wrap in their column, outcome, rule."""
    lead = _INDENT + (_HEAD if not outcome else _PLACE)
    room = COLUMNS - lead - _REF - 1 - (_OUTCOME if outcome else 0)
    first, *rest = textwrap.wrap(text, room)
    ref = " ".join(rule.number for rule in rules)
    tail = f"{outcome:<{_OUTCOME}}" if outcome else ""
    lines = [f"{'':<{_INDENT}}{head:<{lead - _INDENT}}{first:<{room}}{tail} {ref:>{_REF}}"]
    return "\n".join([*lines, *(f"{'':<{lead}}{line}" for line in rest)])


def sheet(paper: Size) -> bytes:
    """The sheet as a PDF of one page. Raises ``ValueError`` if it ever needs a second one."""
    from generators import pdf

    ref = reference()
    body = render("quick-reference.html.j2", ref=ref, paper=paper)
    art = {"frame.svg": draw.svg(paper.width, paper.height, [draw.frame(paper, 8.5, 1.7)])}
    art |= {f"{suit.letter}.svg": draw.svg(6, 6, [draw.pip(suit, 3, 3, 5)]) for suit in SUITS}
    art["sun.svg"] = draw.svg(30, 15, [draw.sun(15, 0.1, 14.5)])
    about = pdf.Sheet(
        title=f"A.C.E.S. Lite: {ref.title}",
        description=ref.lead,
        author="A.C.E.S. reference",
        licence="MIT",
        duplex="Simplex",
    )
    return pdf.render(body, about, render("quick-reference.css.j2", paper=paper, mm=draw.mm), art, pages=1)


OUTPUTS: tuple[Output, ...] = (
    Output("quick-reference.md", "page", page),
    Output("files/quick-reference.txt", "asset", plain_text),
    *(
        Output(f"files/quick-reference-{paper.name}.pdf", "asset", partial(sheet, paper), libraries=("weasyprint",))
        for paper in PAPERS.values()
    ),
)
