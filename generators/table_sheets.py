"""Every sheet for the table by its name: those of A.C.E.S. Lite, score pads, reference cards, a box for a deck.

>>> list(SHEETS)[:3]
['dealer-screen', 'scene-sheet', 'calibration']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from generators import card_pdf, card_sheets, pdf, reference_cards, score_pads, tuck_box
from generators.card_plans import Job
from generators.card_sides import CardError
from generators.decks import Deck
from generators.imposition import PAPERS, Size


class Order(NamedTuple):
    """What a sheet is asked for with: the job of the cards it belongs to, the deck, how thick its cards are."""

    job: Job
    deck: Deck
    stock: float = tuck_box.STOCK

    @property
    def paper(self) -> Size:
        """The paper. Raises :class:`~generators.card_sides.CardError` where there is none but the card."""
        if self.job.paper is None:
            raise CardError(f"this sheet needs a paper to stand on: {', '.join(PAPERS)}")
        return self.job.paper


class Sheet(NamedTuple):
    """A sheet: its title, what it is for in a sentence, and how it is made."""

    title: str
    says: str
    make: Callable[[Order], bytes]


def _plain(name: str, order: Order) -> bytes:
    return card_sheets.make(name, order.paper, order.job.style, order.job.flip)


def _pad(game: str, order: Order) -> bytes:
    return score_pads.print_pad(game, order.paper, order.job.style)


def _references(games: tuple[str, ...], order: Order) -> bytes:
    """As many of each game's card as a sheet has room for, one of each at least."""
    copies = max(order.job.layout.per_sheet // len(games), 1) if order.job.paper else 1
    return reference_cards.print_references(games, order.job, copies).data


def _box(order: Order) -> bytes:
    deck, size = order.deck, order.job.size
    box = tuck_box.Box(size, len(deck.cards), order.stock)
    about = pdf.Sheet(
        f"{deck.title}: tuck box, {size.title}",
        f"A box for {box.holds}.",
        "A.C.E.S. reference",
        deck.about().licence,
        duplex="Simplex",
    )
    return card_pdf.assemble([card_pdf.paint(tuck_box.plan(box, deck, order.paper, order.job.style))], about)


SHEETS: Mapping[str, Sheet] = {
    **{name: Sheet(title, card_sheets.SAYS[name], partial(_plain, name)) for name, title in card_sheets.SHEETS.items()},
    "score-ace-trump": Sheet(
        "Score pad for Ace Trump", "Slips to cut, with room for bids and totals.", partial(_pad, "ace-trump")
    ),
    "score-ace-game": Sheet(
        "Score pad for Ace Game", "Slips to cut, to remember who was left with cards.", partial(_pad, "ace-game")
    ),
    "reference-cards": Sheet(
        "Reference cards",
        "How each of the three games goes, on a card to hold.",
        partial(_references, tuple(reference_cards.REFERENCES)),
    ),
    **{
        f"reference-{game}": Sheet(
            f"Reference cards for {reference.title}",
            f"How {reference.title} goes, on a card to hold.",
            partial(_references, (game,)),
        )
        for game, reference in reference_cards.REFERENCES.items()
    },
    "tuck-box": Sheet("Tuck box", "A box around a deck: cut, fold, glue.", _box),
}
"""The sheets by the names of their files."""
