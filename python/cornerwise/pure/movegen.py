"""All placements that a placement rule allows.

Every legal placement covers an anchor of the rule's first zone, so only placements through an open
anchor are tried. A placement may cover several anchors; to yield it once, an anchor is closed as
soon as all placements through it have been tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter

from .placement import PLACEMENTS_THROUGH, Placement
from .placement_rule import PlacementRule

__all__ = ["count_placements", "has_placement", "list_placements"]


def list_placements(rule: PlacementRule, supply: Iterable[str]) -> list[Placement]:
    """Return every legal placement of the pieces, by piece (G4), orientation, row, col."""
    return sorted(_placements(rule, supply), key=attrgetter("number"))


def count_placements(rule: PlacementRule, supply: Iterable[str]) -> int:
    """Return the number of legal placements of the pieces."""
    return sum(1 for _ in _placements(rule, supply))


def has_placement(rule: PlacementRule, supply: Iterable[str]) -> bool:
    """Return whether at least one of the pieces can be placed."""
    return next(_placements(rule, supply), None) is not None


def _placements(rule: PlacementRule, supply: Iterable[str]) -> Iterator[Placement]:
    """Yield every legal placement once; a piece named twice in the supply counts once."""
    names = frozenset(supply)
    closed = set(rule.closed())
    anchors, *others = (zone.cells for zone in rule.anchors)
    for anchor in anchors - closed:
        through = PLACEMENTS_THROUGH[anchor]
        for name in names:
            for placement in through[name]:
                cells = placement.cells
                if (
                    closed.isdisjoint(cells)
                    and cells != rule.vacated
                    and not any(other.isdisjoint(cells) for other in others)
                ):
                    yield placement
        closed.add(anchor)
