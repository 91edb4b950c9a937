"""Cards on sheets: positions, the turned sheet, marks, counts."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.imposition import (
    CARDS,
    PAPERS,
    DoesNotFitError,
    Flip,
    Grid,
    Mark,
    Place,
    Size,
    grid,
    sheets,
)

GRIDS = [grid(card, paper) for card in CARDS.values() for paper in PAPERS.values()]
NAMES = [f"{sheet.card.name}-{sheet.paper.name}" for sheet in GRIDS]


def corners(place: Place) -> tuple[tuple[float, float], ...]:
    """Top left, top right, bottom right and bottom left of the card, as its reader sees it."""
    points = [
        (place.x, place.y),
        (place.right, place.y),
        (place.right, place.bottom),
        (place.x, place.bottom),
    ]
    turns = place.rotation // 90
    return tuple(points[turns:] + points[:turns])


def seen_through(point: tuple[float, float], paper: Size, flip: Flip) -> tuple[float, float]:
    """A point of the back as seen from the front through a sheet of glass."""
    x, y = point
    return (paper.width - x, y) if flip is Flip.LONG_EDGE else (x, paper.height - y)


def overlap(a: Place, b: Place) -> float:
    wide = min(a.right, b.right) - max(a.x, b.x)
    high = min(a.bottom, b.bottom) - max(a.y, b.y)
    return min(wide, high)


def test_the_sizes_are_the_ones_people_own_sleeves_for() -> None:
    assert (CARDS["poker"].width, CARDS["poker"].height) == (63, 88)
    assert (CARDS["a6"].width, CARDS["a6"].height) == (105, 148)
    assert (PAPERS["a4"].width, PAPERS["a4"].height) == (210, 297)
    assert PAPERS["letter"].width == pytest.approx(215.9)
    assert PAPERS["letter"].height == pytest.approx(279.4)


def test_the_most_cards_that_fit() -> None:
    counts = {(sheet.card.name, sheet.paper.name): (sheet.columns, sheet.rows) for sheet in GRIDS}
    nine, six, four = (3, 3), (3, 2), (2, 2)
    for paper in PAPERS:
        assert [counts[name, paper] for name in ("poker", "poker-inch", "bridge")] == [nine] * 3
        assert [counts[name, paper] for name in ("tarot", "index", "page")] == [six, four, (1, 1)]
    assert [counts["a6", paper] for paper in ("a4", "letter", "pa4")] == [four, (2, 1), (2, 1)]


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("sheet", GRIDS, ids=NAMES)
def test_a_back_lies_behind_its_front_and_its_top_is_up(sheet: Grid, flip: Flip) -> None:
    """Held up and turned over like a page, a card shows its back the right way up."""
    for front, back in zip(sheet.fronts(), sheet.backs(flip), strict=True):
        top_left, top_right, bottom_right, bottom_left = corners(front)
        behind = [seen_through(point, sheet.paper, flip) for point in corners(back)]
        for there, here in zip(behind, (top_right, top_left, bottom_left, bottom_right), strict=True):
            assert math.dist(there, here) < 1e-9


@pytest.mark.parametrize("flip", Flip)
def test_backs_shift_together(flip: Flip) -> None:
    sheet = GRIDS[0]
    for still, moved in zip(sheet.backs(flip), sheet.backs(flip, (1.5, -3.0)), strict=True):
        assert (moved.x - still.x, moved.y - still.y) == pytest.approx((1.5, -3.0))
        assert (moved.width, moved.height, moved.rotation) == (
            still.width,
            still.height,
            still.rotation,
        )


lengths = st.floats(min_value=20, max_value=300)


@given(lengths, lengths, st.floats(min_value=0, max_value=10), st.sampled_from(list(PAPERS.values())))
def test_cards_never_overlap_and_never_leave_the_paper(width: float, height: float, gutter: float, paper: Size) -> None:
    card = Size("card", "Card", width, height)
    try:
        sheet = grid(card, paper, gutter=gutter)
    except DoesNotFitError:
        assert width > paper.width or height > paper.height
        return
    places = sheet.fronts()
    assert len(places) == sheet.per_sheet
    for index, place in enumerate(places):
        assert place.x >= -1e-6
        assert place.y >= -1e-6
        assert place.right <= paper.width + 1e-6
        assert place.bottom <= paper.height + 1e-6
        assert all(overlap(place, other) <= 1e-6 for other in places[index + 1 :])
    # One more column or row would not have fitted.
    for more in ({"columns": sheet.columns + 1}, {"rows": sheet.rows + 1}):
        with pytest.raises(DoesNotFitError):
            grid(card, paper, gutter=gutter, **more)


def inside(mark: Mark, place: Place) -> bool:
    """Whether a mark enters a card (lying on its edge is not entering it)."""
    left, right = sorted((mark.x1, mark.x2))
    top, bottom = sorted((mark.y1, mark.y2))
    slack = 1e-6
    return (
        right > place.x + slack
        and left < place.right - slack
        and bottom > place.y + slack
        and top < place.bottom - slack
    )


@pytest.mark.parametrize("flip", [None, *Flip])
@pytest.mark.parametrize("sheet", GRIDS, ids=NAMES)
def test_marks_enter_no_card_and_lie_on_the_paper(sheet: Grid, flip: Flip | None) -> None:
    marks = sheet.marks() if flip is None else sheet.back_marks(flip)
    places = sheet.fronts() if flip is None else sheet.backs(flip)
    assert marks
    for mark in marks:
        assert mark.x1 == mark.x2 or mark.y1 == mark.y2
        assert math.hypot(mark.x2 - mark.x1, mark.y2 - mark.y1) >= 1
        assert 0 <= min(mark.x1, mark.x2) <= max(mark.x1, mark.x2) <= sheet.paper.width
        assert 0 <= min(mark.y1, mark.y2) <= max(mark.y1, mark.y2) <= sheet.paper.height
        assert not any(inside(mark, place) for place in places)


@pytest.mark.parametrize("sheet", GRIDS, ids=NAMES)
def test_every_cut_is_marked_twice_and_still_after_the_first_cuts(sheet: Grid) -> None:
    """All cuts one way, and the strips thrown away: each cut the other way still has a mark."""
    marks = sheet.marks()
    edges_x = {x for place in sheet.fronts() for x in (place.x, place.right)}
    edges_y = {y for place in sheet.fronts() for y in (place.y, place.bottom)}
    cuts_x = {x for x in edges_x if 1 <= x <= sheet.paper.width - 1}
    cuts_y = {y for y in edges_y if 1 <= y <= sheet.paper.height - 1}
    for x in cuts_x:
        ends = [m for m in marks if m.x1 == pytest.approx(x) and m.x2 == pytest.approx(x)]
        assert len(ends) >= 2, x
    for y in cuts_y:
        ends = [m for m in marks if m.y1 == pytest.approx(y) and m.y2 == pytest.approx(y)]
        assert len(ends) >= 2, y
        on_the_cards = [
            m for m in ends if min(m.x1, m.x2) >= min(edges_x) - 1e-6 and max(m.x1, m.x2) <= max(edges_x) + 1e-6
        ]
        assert on_the_cards, f"nothing left at {y} once the side strips are off"


@pytest.mark.parametrize(
    ("count", "expected"), [(0, []), (1, [1]), (9, [9]), (10, [9, 1]), (27, [9, 9, 9]), (28, [9, 9, 9, 1])]
)
def test_no_card_is_lost_and_no_sheet_is_empty(count: int, expected: list[int]) -> None:
    runs = sheets(count, 9)
    assert [len(run) for run in runs] == expected
    assert [index for run in runs for index in run] == list(range(count))


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"columns": 4}, "4 cards of 63 mm in a line need 252 mm; A4 is 210 mm wide and takes 3"),
        ({"rows": 4}, "4 cards of 88 mm in a line need 352 mm; A4 is 297 mm high and takes 3"),
        ({"columns": 3, "gutter": 15.0}, "need 219 mm; A4 is 210 mm wide and takes 2"),
        ({"columns": 0}, "0 cards of 63 mm"),
        ({"gutter": -1.0}, "the gutter is -1 mm"),
    ],
)
def test_what_does_not_fit_is_refused_with_numbers(wanted: dict[str, float], message: str) -> None:
    with pytest.raises(DoesNotFitError, match=message):
        grid(CARDS["poker"], PAPERS["a4"], **wanted)  # type: ignore[arg-type]


def test_a_card_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(DoesNotFitError, match="a card of 300 mm does not fit: A4 is 210 mm wide"):
        grid(Size("poster", "Poster", 300, 20), PAPERS["a4"])
