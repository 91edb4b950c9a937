"""The ``aces`` command. It holds no rule: it reads words, asks the engine, and prints what it says.

Exit codes: 0 done; 1 a game left open; 2 something given does not fit, with one line that says
where, what, and what is allowed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from secrets import randbelow
from typing import Any, NoReturn

from aces import __version__
from aces.cards import SEED_LIMIT, Card, read_seed
from aces.lite.ids import RULES
from aces.lite.outcome import judge, usual_sources
from aces.lite.resolution import DEALER, PLAYER, Resolution, verdict_of
from aces.lite.wild import WILD_KINDS, WildTables, house_tables, plain, read_wild
from aces.lite.words import OUTCOME_NAMES, label, narrate, reading_text
from aces.match import Match
from aces.players import play_on
from aces.players.dealers import DEALERS
from aces.record import AnyMatch, read_record, write_record
from aces.rules import AcesError, BadText
from generators.files import Fault, read_text, write_whole

LARGEST_FILE = 1_000_000
"""No file that is read may have more bytes than this."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Fault(f"{message}; `{self.prog} --help` shows what is allowed")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        asked = parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = asked.run
        return run(asked)
    except (Fault, AcesError) as error:
        print(f"aces: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def parser() -> argparse.ArgumentParser:
    """The grammar of the command line."""
    top = _Parser(prog="aces", description="Play, judge, draw and print: the A.C.E.S. games by their rules.")
    top.add_argument("--version", action="version", version=f"aces {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    _add_play(commands)
    _add_judge(commands)
    _add_replay(commands)
    _add_wild(commands)
    _add_cards(commands)
    _add_site(commands)
    return top


# play


def _add_play(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        help="play a Resolution here, against a house Dealer",
        description="Play one Resolution of A.C.E.S. Lite against a house Dealer. "
        "The same seed and moves give the same game as on the site.",
        epilog="Moves: hit, then add or swap PLACE; stand; claim (an early 21); use CARD PLACE (an item). "
        "Also: moves, undo, record, quit. A PLACE counts from 1, or is a card of your Layout.",
    )
    play.add_argument("--stat", type=_number, default=2, metavar="N", help="your Stat: the Hits you have (2)")
    play.add_argument("--affinity", default="spades", metavar="SUIT", help="your Affinity Suit (spades)")
    play.add_argument("--items", metavar="CARDS", help="the items still unused, such as '7S JS', or none")
    play.add_argument("--dealer", choices=tuple(DEALERS), default="passive", help=_dealers())
    play.add_argument(
        "--dealer-aces",
        choices=("best", "dealer"),
        default="best",
        help="who reads the Dealer's Aces: the highest total not over 21, or the Dealer's own pick (best)",
    )
    play.add_argument("--seed", metavar="N", help="deal from this seed (a new one)")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the record of the game here")
    play.set_defaults(run=_play)


def _dealers() -> str:
    return "the Dealer: " + "; ".join(f"{name} {policy.summary}" for name, policy in DEALERS.items())


def _play(asked: argparse.Namespace) -> int:
    options = {"stat": str(asked.stat), "affinity": asked.affinity, "dealer-aces": asked.dealer_aces}
    if asked.items is not None:
        options["items"] = asked.items
    rules = Resolution.from_header(options)
    seed = randbelow(SEED_LIMIT) if asked.seed is None else read_seed(asked.seed)
    match: AnyMatch = Match(rules, seed=seed)
    house = {DEALER: DEALERS[asked.dealer]}
    at_prompt = sys.stdin.isatty()
    print(f"Seed {seed}, Stat {rules.stat}, Affinity {rules.affinity.word}, the {asked.dealer} Dealer.")
    told = 0
    for number in _count():
        play_on(match, house)
        told = _tell(match, told)
        if match.over:
            break
        line = _ask(match, at_prompt)
        if line in (None, "quit"):
            if line is None and at_prompt:
                print()
            break
        assert line is not None
        try:
            told = _obey(match, line, told)
        except (AcesError, IndexError) as error:
            if not at_prompt:
                raise Fault(f"line {number} of the input: {error}") from error
            print(f"  {error}")
    if match.over:
        _print_checks(match)
    if asked.record is not None:
        write_whole(asked.record, write_record(match))
        print(f"The record is in {asked.record}.")
    if not match.over:
        print("The Resolution is still open.", file=sys.stderr)
    return 0 if match.over else 1


def _count() -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number


def _ask(match: AnyMatch, at_prompt: bool) -> str | None:
    if at_prompt:
        print(f"  [{', '.join(_choices(match))}]")
        print("> ", end="", flush=True)
    line = sys.stdin.readline()
    return line.partition("#")[0].strip().lower() if line else None


def _choices(match: AnyMatch) -> list[str]:
    return [match.rules.write(move) for move in match.moves()]


def _obey(match: AnyMatch, line: str, told: int) -> int:
    if line == "":
        return told
    if line in ("moves", "help", "?"):
        view = match.view(PLAYER)
        for move in match.moves():
            print(f"  {match.rules.write(move):<12} {label(move, view)}")
        return told
    if line == "record":
        print(write_record(match), end="")
        return told
    if line == "undo":
        if not match.history:
            raise Fault("there is no move to take back")
        match.undo()
        while match.history and match.turn != PLAYER:
            match.undo()
        print("  Taken back.")
        return len(match.events)
    match.play(line)
    return told


def _tell(match: AnyMatch, told: int) -> int:
    lines = list(narrate(match.rules, match.events))  # type: ignore[arg-type]
    for line in lines[told:]:
        if line.event.kind != "outcome":
            print(line.text)
    return len(lines)


def _print_checks(match: AnyMatch) -> None:
    state = match.state
    _print_verdict(verdict_of(state), state.layout, (state.tell, state.truth))


def _print_verdict(verdict: Any, layout: Sequence[Card], dealer: Sequence[Card]) -> None:
    print(f"{OUTCOME_NAMES[verdict.outcome]}.")
    print(f"  You     {reading_text(layout, verdict.player)}")
    print(f"  Dealer  {reading_text(dealer, verdict.dealer)}")
    for check in verdict.checks:
        print(f"  {'yes' if check.holds else 'no '}  {check.why}  [{check.rule}]")


# judge


def _add_judge(commands: Any) -> None:
    command = commands.add_parser(
        "judge",
        help="cards in, outcome and every check out",
        description="Judge a Layout against Tell and Truth.",
        epilog="Example: aces judge 2C 8D KS --tell QH --truth 9D. A card may say where it came from: "
        "JD:inv for an item, 8S:h2 for the second Hit. Without that, the first card is the opening card "
        "and the rest are Hits that were Added.",
    )
    command.add_argument("layout", nargs="*", metavar="CARD[:FROM]", help="the cards of the Layout, in order")
    command.add_argument("--tell", required=True, metavar="CARD", help="the Dealer's Tell")
    command.add_argument("--truth", required=True, metavar="CARD", help="the Dealer's Truth")
    command.add_argument(
        "--dealer-aces",
        nargs="+",
        type=_number,
        metavar="N",
        help="what the Dealer picks for their Aces, Tell before Truth, such as 11 11",
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_judge)


def _judge(asked: argparse.Namespace) -> int:
    layout, sources = _layout(asked.layout)
    tell, truth = _one(asked.tell, "--tell"), _one(asked.truth, "--truth")
    verdict = judge(layout, tell, truth, sources, asked.dealer_aces)
    if asked.json:
        _print_json(verdict.plain())
    else:
        _print_verdict(verdict, layout, (tell, truth))
    return 0


def _layout(words: Sequence[str]) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    tokens = " ".join(words).replace(",", " ").split()
    cards = []
    sources = list(usual_sources(len(tokens)))
    for index, token in enumerate(tokens):
        text, colon, source = token.partition(":")
        cards.append(Card.read(text))
        if colon:
            sources[index] = source
    return tuple(cards), tuple(sources)


def _one(text: str, where: str) -> Card:
    try:
        return Card.read(text)
    except BadText as error:
        raise Fault(f"{where}: {error}") from error


# replay


def _add_replay(commands: Any) -> None:
    command = commands.add_parser(
        "replay",
        help="show a record move by move",
        description="Read a record strictly and tell it move by move.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a record, as `aces play --record` writes it")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_replay)


def _replay(asked: argparse.Namespace) -> int:
    try:
        match = read_record(_read(asked.file))
    except AcesError as error:
        raise Fault(f"{asked.file}: {error}") from error
    lines = list(narrate(match.rules, match.events))  # type: ignore[arg-type]
    if asked.json:
        _print_json(
            {
                "game": match.rules.game,
                "options": match.rules.header(),
                "seed": match.seed,
                "moves": [match.rules.write(move) for move in match.history],
                "story": [{"text": line.text, "rule": line.rule} for line in lines],
                "result": verdict_of(match.state).plain() if match.over else None,
            }
        )
        return 0
    for line in lines:
        if line.event.kind != "outcome":
            print(f"{line.text}  [{RULES[line.rule].title}]")
    if match.over:
        _print_checks(match)
    else:
        print("The Resolution is still open.")
    return 0


# wild


def _add_wild(commands: Any) -> None:
    command = commands.add_parser(
        "wild",
        help="draw on the Wild tables",
        description="Draw on the Wild tables: a character's Concept, a place, an adventure, a MacGuffin.",
        epilog="With --card the table is read for the cards you drew at home.",
    )
    command.add_argument("kind", nargs="?", choices=WILD_KINDS, metavar="KIND", help=", ".join(WILD_KINDS))
    command.add_argument(
        "--card",
        dest="cards",
        action="append",
        metavar="CARD",
        help="a card you drew (a character takes two: for the Role, then for the Adjective)",
    )
    command.add_argument("--seed", metavar="N", help="draw from this seed (a new one)")
    command.add_argument("--tables", type=Path, metavar="FILE", help="tables of your own, in TOML")
    command.add_argument("--check", action="store_true", help="only check the tables, and name every fault")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_wild)


def _wild(asked: argparse.Namespace) -> int:
    tables = house_tables() if asked.tables is None else read_wild(_read(asked.tables), str(asked.tables))
    if asked.check:
        print(f"{tables.source}: {tables.title}: no fault found.")
        return 0
    if asked.kind is None:
        raise Fault(f"wild: say what to draw: {', '.join(WILD_KINDS)}")
    if asked.cards:
        if asked.seed is not None:
            raise Fault("wild: --card and --seed exclude each other")
        drawn = _looked_up(tables, asked.kind, [_one(text, "--card") for text in asked.cards])
        seed = None
    else:
        seed = randbelow(SEED_LIMIT) if asked.seed is None else read_seed(asked.seed)
        drawn = tables.draw(asked.kind, seed)
    if asked.json:
        _print_json(plain(drawn) | {"seed": seed})
        return 0
    print(drawn.text)
    print(f"  {drawn.why}  [{drawn.rule}]")
    if seed is not None:
        print(f"  Seed {seed}.")
    return 0


def _looked_up(tables: WildTables, kind: str, cards: list[Card]) -> Any:
    wanted = 2 if kind == "character" else 1
    if len(cards) != wanted:
        raise Fault(f"wild: {kind} takes {wanted} --card, not {len(cards)}")
    match kind:
        case "character":
            return tables.concept(cards[0], cards[1])
        case "adventure":
            return tables.adventure(cards[0])
        case "macguffin":
            return tables.macguffin(cards[0])
    return tables.place(cards[0], kind)  # type: ignore[arg-type]


# cards


def _add_cards(commands: Any) -> None:
    command = commands.add_parser(
        "cards",
        help="print Character Cards as a PDF",
        description="Print Character Cards as a PDF: blank ones, the example party, or your own file.",
        epilog="Example: aces cards party.toml --size poker --paper a4 -o cards.pdf",
    )
    command.add_argument("files", nargs="*", type=Path, metavar="FILE", help="characters, in TOML or JSON")
    which = command.add_mutually_exclusive_group()
    which.add_argument("--blank", action="store_true", help="cards to fill in with a pencil")
    which.add_argument("--party", action="store_true", help="the five example characters")
    command.add_argument("--size", default="poker", help="the card: poker or a6 (poker)")
    command.add_argument("--paper", default="a4", help="the sheet: a4 or letter (a4)")
    command.add_argument("--sides", default="both", help="both, front or back (both)")
    command.add_argument("--flip", default="long", help="the edge your printer turns the sheet over: long or short")
    command.add_argument("-o", "--output", type=Path, required=True, metavar="OUT", help="the PDF to write")
    command.set_defaults(run=_cards)


def _cards(asked: argparse.Namespace) -> int:
    from generators import character_cards as printer

    pdf = printer.from_words(
        files={str(path): _read(path) for path in asked.files},
        blank=asked.blank,
        party=asked.party,
        size=asked.size,
        paper=asked.paper,
        sides=asked.sides,
        flip=asked.flip,
    )
    write_whole(asked.output, pdf)
    print(f"Wrote {asked.output}.")
    return 0


# site


def _add_site(commands: Any) -> None:
    command = commands.add_parser(
        "site", help="build the site", description="Build the whole site from this checkout, as `make site` does."
    )
    command.add_argument("--serve", metavar="HOST:PORT", help="serve it, and build again as you edit")
    command.set_defaults(run=_site)


def _site(asked: argparse.Namespace) -> int:
    from generators import site

    return site.main([] if asked.serve is None else ["--serve", asked.serve])


# What all commands share


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _read(path: Path) -> str:
    return read_text(path, LARGEST_FILE)


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    sys.exit(main())
