"""What a printed card costs: ``make bench`` prints the rows, ``python -m tests.bench_cards`` these alone.

Cards are filled, double-sided and tagged, and the file is read back as always. Start-up is excluded: each measure
follows a small run. The comparison is the same cards as one page each by WeasyPrint, which lays them out from HTML.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from aces.lite.character import Character, example_party
from generators.card_plans import Job
from generators.card_press import print_cards
from generators.character_cards import Entry
from tests.bench import Row, printed

TOP = Path(__file__).resolve().parent.parent

PER_CARD = 15.0
"""Milliseconds that a card of a hundred may take."""

PEAK = 500.0
"""Megabytes that a thousand cards may take at their peak."""


def crew(count: int) -> list[Character]:
    """So many characters, no two with the same texts."""
    party = example_party()
    return [
        each._replace(
            name=f"{each.name} {number}", description=f"{each.description} {number}", goal=f"{each.goal} {number}"
        )
        for number, each in ((number, party[number % len(party)]) for number in range(count))
    ]


def cost(count: int, rounds: int) -> float:
    """Milliseconds a card by the clock, on all processors, the best of some rounds."""
    entries = [Entry(each) for each in crew(count)]
    took = []
    for _ in range(rounds):
        begun = time.perf_counter()
        print_cards(entries, Job())
        took.append((time.perf_counter() - begun) * 1000 / count)
    return min(took)


def work(count: int) -> float:
    """Milliseconds a card that one processor works for it; other programs do not count."""
    entries = [Entry(each) for each in crew(count)]
    begun = time.process_time()
    print_cards(entries, Job(), processes=1)
    return (time.process_time() - begun) * 1000 / count


def one_page_each(count: int) -> float:
    """Milliseconds a card of WeasyPrint, which lays out a page a side from the cards' HTML."""
    from generators import card_html, design, pdf
    from generators.card_sides import compose
    from generators.imposition import CARDS

    size = CARDS["poker"]
    about = pdf.Sheet("One page each", "", "", "")
    css = (
        f"@page{{size:{size.width}mm {size.height}mm;margin:0}}{design.sheet('card_side.css')}.card{{break-after:page}}"
    )
    css = css.replace("overflow: hidden;", "").replace("break-inside: avoid;", "")
    beyond = (":focus", ":checked", "bdi", "contain:", "zoom:")  # what WeasyPrint does not know
    css = "\n".join(line for line in css.splitlines() if not any(word in line for word in beyond))
    begun = time.perf_counter()
    sides = [side for each in crew(count) for pair in compose(each, size).cards for side in pair]
    pdf.render("".join(card_html.html(card_html.side_node(side)) for side in sides), about, css)
    return (time.perf_counter() - begun) * 1000 / count


def peak(count: int) -> float:
    """Megabytes at the peak of a fresh process that prints so many cards."""
    code = (
        "import resource; from tests.bench_cards import crew; from generators.card_plans import Job; "
        "from generators.card_press import print_cards; from generators.character_cards import Entry; "
        f"print_cards([Entry(each) for each in crew({count})], Job(), processes=1); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=TOP, check=True, capture_output=True, text=True)
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return int(said.stdout) / unit


def rows() -> list[Row]:
    """Every measure with its budget."""
    work(9)
    clock = {count: cost(count, rounds) for count, rounds in ((10, 9), (100, 5), (1000, 2))}
    alone = {count: work(count) for count in (10, 100, 1000)}
    return [
        *(
            Row(f"a card of {count:,}, double-sided, tagged, read back", ms, "ms", PER_CARD)
            for count, ms in clock.items()
        ),
        *(Row(f"the work in it, of {count:,}", ms, "ms") for count, ms in alone.items()),
        Row("the work for a card of 1,000, over one of 100", alone[1000] / alone[100], "times", 1.2),
        Row("the same card, one page each, laid out by WeasyPrint", one_page_each(20), "ms"),
        Row("peak memory of 1,000 cards in one process", peak(1000), "MB", PEAK),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    return 0 if printed(rows()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
