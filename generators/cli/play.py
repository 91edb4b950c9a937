"""``aces play``: a game in the terminal, against the house, against the computer, or around one screen."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from secrets import randbelow
from typing import Any

from aces.cards import SEED_LIMIT, read_seed
from aces.fair import Secret, draw_secret
from aces.games import HANDS, AnyRules, Told, hand_words_for, labeler_for, narrator_for, players_for
from aces.match import Match
from aces.players import Player, RandomPlayer, choice, play_on
from aces.players.dealers import DEALERS
from aces.players.dealers import SEAT as DEALER
from aces.record import AnyMatch, write_record
from aces.rules import AcesError, BadText, Seat
from aces.sentences import inside, listed, whose
from generators.cli.choices import GAMES, SUMMARIES, Seating, add_options, computer, seating, table_for
from generators.cli.shared import print_verdict_of
from generators.files import Fault, check_place, write_whole

_HOUSE = ("resolution", "group")
"""The games in which a house Dealer has a seat."""

_MOVES = {
    "resolution": "hit, then add or swap PLACE; stand; claim (an early 21); use CARD PLACE (an item). "
    "A PLACE counts from 1, or is a card of your Layout",
    "ace-trump": "a card, such as 8MS; bid N",
    "ace-game": "a card, such as 10H",
}
_WORDS = "moves, undo, record, quit"
_HAND_WORDS = "hand, hint"


def add(commands: Any) -> None:
    """The words of ``aces play``."""
    play = commands.add_parser(
        "play",
        help="play any of the games in the terminal",
        description="Play in the terminal; without a GAME, a Resolution. The same seed and moves give the same game "
        "as on the site.",
        epilog=f"Moves: {_MOVES['resolution']}. Also: {_WORDS}. `aces play GAME --help` shows the rest.",
    )
    _fill(play, "resolution")
    games = play.add_subparsers(metavar="GAME", parser_class=type(play))
    for name, summary in SUMMARIES.items():
        moves = _MOVES.get(name, _MOVES["resolution"])
        also = f"{_HAND_WORDS}, {_WORDS}" if GAMES[name] in HANDS else _WORDS
        game = games.add_parser(
            name,
            help=summary,
            description=f"Play {summary}.",
            epilog=f"Moves: {moves}. Also: {also}.",
            argument_default=argparse.SUPPRESS,  # what stands before GAME stays
            allow_abbrev=False,
        )
        _fill(game, name)


def _fill(parser: argparse.ArgumentParser, name: str) -> None:
    """The flags of one game."""
    parser.set_defaults(run=_play, game=name)
    add_options(parser, GAMES[name])
    table = parser.add_argument_group("the table")
    if GAMES[name] in HANDS:
        table.add_argument(
            "--seats",
            metavar="WHO,WHO,...",
            help="who plays each seat, clockwise: easy, medium, hard, me, or a name with a capital letter for each "
            "of several at one screen (me, then medium)",
        )
        table.add_argument("--words", action="store_true", help="everybody at the screen says a word to deal by")
    else:
        if name in _HOUSE:
            table.add_argument("--dealer", choices=tuple(DEALERS), help=_dealers())
        table.add_argument("--bot", action="append", metavar="SEAT", help="let chance play this seat")
    table.add_argument("--seed", metavar="N", help="deal from this seed (a new one)")
    table.add_argument("--record", type=Path, metavar="FILE", help="write the record of the game here")


def _dealers() -> str:
    return "the Dealer (passive): " + "; ".join(f"{name} {policy.summary}" for name, policy in DEALERS.items())


def _play(asked: argparse.Namespace) -> int:
    game = GAMES[asked.game]
    given: Mapping[str, Any] = vars(asked)
    rules, words = table_for(game, asked, given.get("seats"))
    place = given.get("record")
    if place is not None:
        check_place(place)  # not after the game is played
    seed = given.get("seed")
    typed = Typed()
    options = ", ".join(f"{key} {value}" for key, value in rules.header().items())
    if game in HANDS:
        seats = seating(rules, words)
        deal = Deal(None if seed is None else read_seed(seed))
        speakers = [seats.names[seat] for seat in seats.people] if given.get("words") else []
        number = deal.begin(f"{options}. {seats}.", speakers, typed)
        if number is None:
            print("Nothing was dealt.", file=sys.stderr)
            return 1
        table = Table(Match(rules, seed=number), seats.players, typed, deal, seats)
    else:
        number = randbelow(SEED_LIMIT) if seed is None else read_seed(seed)
        players, house = _players(given, rules)
        print(f"Seed {number}: {options}{house}.")
        table = Table(Match(rules, seed=number), players, typed)
    table.run()
    print_verdict_of(table.match)
    if table.deal is not None:
        table.deal.reveal(number)
    if place is not None:
        write_whole(place, write_record(table.match, "" if table.deal is None else table.deal.comment))
        print(f"The record is in {place}.")
    if not table.match.over:
        print("The game is still open.", file=sys.stderr)
    return 0 if table.match.over else 1


def _players(given: Mapping[str, Any], rules: AnyRules) -> tuple[dict[Seat, Player[Any, Any]], str]:
    """Who plays without being asked, and a word about the house."""
    players: dict[Seat, Player[Any, Any]] = {}
    open_seats = {name: seat for seat, name in rules.seats.items()}
    house = ""
    if DEALER in open_seats:
        seat, policy = open_seats.pop(DEALER), given.get("dealer") or "passive"
        players[seat] = computer(rules, seat, policy)
        house = f", the {policy} Dealer"
    for name in given.get("bot") or ():
        if name not in open_seats:
            raise BadText(name, "is not a seat that chance can play", tuple(open_seats))
        players[open_seats[name]] = RandomPlayer()
    return players, house


class Typed:
    """What is typed, line by line, from a person or from a script."""

    def __init__(self) -> None:
        self.at_prompt = sys.stdin.isatty()
        self.count = 0

    def line(self, prompt: str) -> str | None:
        """The next line without the spaces at its ends; None when there is none any more."""
        if self.at_prompt:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        self.count += 1
        if not line and self.at_prompt:
            print()
        return line.strip() if line else None

    def refuse(self, error: Exception) -> None:
        """Says what is wrong with the last line: to a person, who types another, else it is the end."""
        if not self.at_prompt:
            raise Fault(f"line {self.count} of the input: {error}") from error
        print(f"  {error}")


class Deal:
    """A deal that can be checked: its commitment is shown before it, its secret after the game (rule game-start).

    With a seed that was asked for there is nothing to keep: it is said at once.
    """

    def __init__(self, seed: int | None) -> None:
        self.seed = seed
        self.secret: Secret | None = draw_secret() if seed is None else None
        self.words: list[str] = []

    def begin(self, options: str, speakers: Sequence[str], typed: Typed) -> int | None:
        """Says what is promised, asks for words, and gives the seed of the game; None when input has ended."""
        if self.secret is None:
            if speakers:
                raise Fault("--words: a deal from --seed takes no words")
            print(f"Seed {self.seed}: {options}")
            return self.seed
        print(f"{options[0].upper()}{options[1:]}")
        print(f"The deal is promised: {self.secret.commitment}")
        for name in speakers:
            while len(self.words) <= speakers.index(name):
                word = typed.line(f"A word to deal by, {inside(name)}> ")
                if word is None:
                    return None
                try:
                    self.secret.deal([word])
                    self.words.append(word)
                except AcesError as error:
                    typed.refuse(error)
        return self.secret.deal(self.words)

    def reveal(self, seed: int) -> None:
        """Says the secret, and how to check it."""
        if self.secret is None:
            return
        told = f"{self.secret.seed}:{self.secret.salt}"
        words = f" With the words {listed(self.words)}, it deals from seed {seed}." if self.words else ""
        print(f"The secret was {told}.{words} It was promised: printf %s {told} | sha256sum  [game-start]")

    @property
    def comment(self) -> str:
        """What a record says of it."""
        if self.secret is None:
            return ""
        lines = [f"promise: {self.secret.commitment}", f"secret: {self.secret.seed}:{self.secret.salt}"]
        return "\n".join([*lines, *(f"word: {word}" for word in self.words)])


class Table:
    """A match in the terminal: what has been told, whose hand lies open, and what is typed.

    Hands are shown only to whom they belong. Where several share the screen it is cleared between them, and the
    next one asks for their hand; where it cannot be cleared, a hand is shown when it is asked for.
    """

    def __init__(
        self,
        match: AnyMatch,
        players: Mapping[Seat, Player[Any, Any]],
        typed: Typed,
        deal: Deal | None = None,
        seats: Seating | None = None,
    ) -> None:
        self.match = match
        self.players = players
        self.typed = typed
        self.deal = deal
        self.seats = seats
        self.shared = seats is not None and len(seats.people) > 1
        self.passes = self.shared and typed.at_prompt and sys.stdout.isatty()
        self.told = 0
        self.seen: dict[Seat, int] = {}
        self.looking: Seat | None = None
        self.shown = -1

    def run(self) -> None:
        """Plays until the game is over, or nobody wants to go on."""
        while True:
            play_on(self.match, self.players)
            if not self._turn():
                break
            line = self.typed.line(self._prompt())
            line = line and line.partition("#")[0].strip().lower()
            if line is None or line == "quit":
                break
            try:
                self._obey(line)
            except (AcesError, Fault) as error:
                self.typed.refuse(error)

    # What is said

    def _turn(self) -> bool:
        """Tells what happened, and shows the hand of who is next; False when it is over or input has ended."""
        seat = self.match.turn
        if self.passes and seat != self.looking:
            if not self._pass(seat):
                return False
        else:
            self._tell()
        if seat is None:
            return False
        if self.seats is not None and self.shown != len(self.match.history):
            self.shown = len(self.match.history)
            if self.passes or not self.shared:
                self._show(self.seats)
        return True

    def _tell(self) -> None:
        lines = list(self._story())
        for line in lines[self.told :]:
            print(line.text)
        self.told = len(lines)

    def _story(self) -> Iterator[Told]:
        narrate = narrator_for(self.match.rules.game)
        names = () if self.seats is None else (self.seats.names,)
        return narrate(self.match.rules, self.match.events, *names)

    def _pass(self, seat: Seat | None) -> bool:
        """Clears the screen for the next one, who then looks; at the end for all. False when input has ended."""
        assert self.seats is not None
        if self.looking is not None:
            self.seen[self.looking] = self.told
            _clear()
        self.told = min(self.seen.get(one, 0) for one in self.seats.people) if seat is None else self.seen.get(seat, 0)
        self._tell()
        self.looking = seat
        if seat is None:
            return True
        name = self.seats.names[seat]
        return self.typed.line(f"\nThe screen is for {name}. Enter shows the hand> ") is not None

    def _show(self, seats: Seating) -> None:
        """What lies open before the seat on turn, what is asked of it, and its hand."""
        match = self.match
        seat = match.turn
        assert seat is not None
        words, view, moves = hand_words_for(match.rules.game), match.view(seat), match.moves()
        task, rule = words.task(view)
        cards = " ".join(f"{'*' if card in moves else ' '}{card}" for card in view.hand)
        marks = " (* may be played)" if "*" in cards else ""
        print("\n  " + "\n  ".join(words.table_text(match.rules, view, seats.names)))
        print(f"  {task}  [{rule}]")
        print(f"  {whose(seats.names[seat])} hand{marks}: {cards}")

    # What is typed

    def _prompt(self) -> str:
        seat = self.match.turn
        assert seat is not None
        if self.seats is not None:
            return f"{self.seats.names[seat].lower()}> "
        moves = ", ".join(self.match.rules.write(move) for move in self.match.moves())
        return f"  [{moves}]\n{self.match.rules.seats[seat]}> "

    def _obey(self, line: str) -> None:
        match = self.match
        if line == "":
            return
        if line in ("moves", "help", "?"):
            self._moves(line != "moves")
        elif line == "record":
            if self.deal is not None and self.deal.secret is not None:
                raise Fault("the record holds the seed, which is secret until the end; --record writes it then")
            print(write_record(match), end="")
        elif line == "undo":
            self._undo()
        elif line == "hand" and self.seats is not None:
            self._show(self.seats)
        elif line == "hint" and self.seats is not None:
            assert match.turn is not None
            name, strength = list(players_for(match.rules)[match.turn].items())[-1]
            move = choice(match.rules, match.state, strength(match.rules), match.seed or 0, len(match.history))
            print(f"  What the {name} player would choose: {match.rules.write(move)}.")
        else:
            match.play(line)

    def _moves(self, words: bool) -> None:
        match = self.match
        view, label = match.view(match.turn), labeler_for(match.rules.game)
        for move in match.moves():
            print(f"  {match.rules.write(move):<12} {label(move, view)}")
        if words:
            print(f"  Also: {'' if self.seats is None else f'{_HAND_WORDS}, '}{_WORDS}.")

    def _undo(self) -> None:
        match = self.match
        if all(move is None or seat in self.players for seat, move, _ in match.steps()):
            raise Fault("there is no move to take back")
        match.undo()
        while match.turn in self.players:
            match.undo()
        print("  Taken back.")
        last = len(match.events)
        self.told = min(self.told, last)
        self.seen = {seat: min(told, last) for seat, told in self.seen.items()}
        self.shown = -1


def _clear() -> None:
    """Empties the screen, and what had scrolled off it."""
    print("\n" * 100 if os.environ.get("TERM") == "dumb" else "\x1b[H\x1b[2J\x1b[3J", end="")
