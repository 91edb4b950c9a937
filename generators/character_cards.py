"""Character Cards as PDF: blank, filled or to fill in on a screen, several on a sheet, ready to cut.

What stands on a card is decided in :mod:`generators.card_sides`, which size a text takes and
where its lines break in :mod:`generators.fitting`, where cards lie on the paper in
:mod:`generators.imposition`, how it looks in :mod:`generators.card_styles`. Here they become pages,
which :mod:`generators.card_press` prints.

Nothing that was typed is lost: a text shrinks to a size that can still be read, and what is longer than
that goes on, on a continuation card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from aces.faults import bundled, parse_toml
from aces.lite.character import Character, example_party
from aces.rules import BadText
from generators import card_sides
from generators.card_plans import Job, Sides, job_of
from generators.card_press import About, print_cards
from generators.card_sides import BLANK, PLAIN, CardError, Composed, Extras
from generators.imposition import CARDS, PAPERS, Flip, Size

MOST_CARDS = 250
"""More cards than this go into several files, unless one file is asked for."""


class Entry(NamedTuple):
    """A card to print: whose it is, and what it has besides."""

    character: Character
    extras: Extras = PLAIN

    def composed(self, job: Job) -> Composed:
        """The character's card, then its continuation cards (see :class:`~generators.card_press.Printable`)."""
        return card_sides.compose(self.character, job.size, job.style, job.extras(self.extras))


def sheet(
    characters: Sequence[Character],
    size: Size = CARDS["poker"],
    paper: Size = PAPERS["a4"],
    sides: Sides = "both",
    *,
    flip: Flip = Flip.LONG_EDGE,
    offset: tuple[float, float] = (0.0, 0.0),
    title: str = "Character Cards",
    author: str = "",
    licence: str = "",
    language: str = "en",
) -> bytes:
    """The cards as a PDF: full sheets of cards, each sheet's backs right after its fronts.

    :data:`BLANK` stands for a card to fill in. :func:`print_cards` can do more, and says more.
    """
    job = Job(size, paper, sides, flip, offset=offset)
    return print_cards([Entry(one) for one in characters], job, About(title, author, licence, language)).data


def from_words(
    *,
    files: Mapping[str, str] | None = None,
    blank: bool = False,
    party: bool = False,
    size: str = "poker",
    paper: str = "a4",
    sides: str = "both",
    flip: str = "long",
    style: str = "cabaret",
    fill: bool = False,
) -> bytes:
    """The PDF that words ask for, in one file.

    files: the texts of character files by their names (see :mod:`generators.card_sources`), which stand
    in errors. ``blank`` asks for a full sheet of cards to fill in, ``party`` for the
    five example characters. ``fill`` puts blank cards on the places that the last sheet leaves
    free. Raises :class:`~aces.rules.AcesError` with one clear line: the
    choices that there are, the faults of a file with their paths.
    """
    from generators import card_sources

    job = job_of(size=size, paper=paper, sides=sides, flip=flip, style=style)
    asked = [name for name, wanted in (("files", bool(files)), ("blank", blank), ("party", party)) if wanted]
    if len(asked) != 1:
        given = " and ".join(asked) or None
        why = "cannot be asked for together" if asked else "nothing to print"
        raise BadText(given, why, ("files of characters", "blank", "party"))
    if blank:
        cards = [Entry(BLANK)] * job.layout.per_sheet
        about = About()
    elif party:
        cards, about = example_cards()
    else:
        cards, about = [], About()
        for source, text in (files or {}).items():
            found = card_sources.characters_of(text, source)
            cards += [Entry(one) for one in found.characters]
            about = about_of(found.notes, about)
    if fill:
        cards += [Entry(BLANK)] * (-len(cards) % job.layout.per_sheet)
    if len(cards) > MOST_CARDS:
        raise CardError(f"{len(cards)} cards are too many for one file; {MOST_CARDS} are the most")
    return print_cards(cards, job, about).data


def example_cards() -> tuple[list[Entry], About]:
    """The five example characters, with what their file says of itself."""
    notes = parse_toml(bundled("party.toml"), "party.toml")
    return [Entry(one) for one in example_party()], about_of(notes, About())


def about_of(notes: Mapping[str, object], about: About) -> About:
    """What a file of characters says about itself, where it says it."""
    found = {key: str(notes[key]) for key in ("title", "license", "language") if notes.get(key)}
    return about._replace(
        title=found.get("title", about.title),
        licence=found.get("license", about.licence),
        language=found.get("language", about.language),
    )
