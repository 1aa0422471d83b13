"""Invariants of the catalogue: complete, in the negotiated language, and cacheable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..responses import Response, read_json, require
from .games import COLORS, size_of

__all__ = ["CATALOGUE", "LANGUAGES", "check_page", "check_unchanged"]

LANGUAGES = {
    "en": "en",
    "sv": "sv",
    "fi;q=0.9, en;q=0.5": "fi",
    "da-DK": "da",
    "ja": "en",
}
"""Values of Accept-Language, and the language of the response."""

VARIANTS = {"classic-4", "classic-teams", "classic-3", "classic-2"} | {
    f"shuffle-{seats}" for seats in (2, 3, 4)
}
PUZZLES = {"board84", "board84_descending", "rect4", "rect4_apart", "rect5", "rect5_apart"}


def _variants(body: Any) -> None:  # noqa: ANN401 (JSON)
    names = {one["id"] for one in body["variants"]}
    require(names == VARIANTS, f"the variants are {sorted(names)}")
    for one in body["variants"]:
        seats, actual = len(one["seats"]), one["rules"]["seats"]
        require(seats == actual, f"{one['id']} lists {seats} seats of {actual}")


def _pieces(body: Any) -> None:  # noqa: ANN401 (JSON)
    colors = tuple(one["id"] for one in body["colors"])
    require(colors == COLORS, f"the colours are {colors}")
    pieces = body["pieces"]
    require(len(pieces) == 21, f"there are {len(pieces)} pieces")
    shapes = [cells for one in pieces for cells in one["orientations"]]
    require(len(shapes) == 91, f"there are {len(shapes)} orientations")
    for one in pieces:
        sizes = {one["size"], size_of(one["id"]), *map(len, one["orientations"])}
        require(len(sizes) == 1, f"{one['id']} has the sizes {sorted(sizes)}")


def _cards(body: Any) -> None:  # noqa: ANN401 (JSON)
    cards = {one["id"]: one["count"] for one in body["cards"]}
    total = sum(cards.values())
    require((len(cards), total) == (8, 14), f"{total} cards of {len(cards)} kinds")
    require(all(one["name"] for one in body["cards"]), "a card has no name")


def _puzzles(body: Any) -> None:  # noqa: ANN401 (JSON)
    names = {one["id"] for one in body["puzzles"]}
    require(names == PUZZLES, f"the puzzles are {sorted(names)}")
    for one in body["puzzles"]:
        area = one["board"]["rows"] * one["board"]["cols"]
        squares = 4 * sum(size_of(piece) for piece in one["pieces"])
        require(squares <= area, f"{one['id']}: {squares} squares on {area}")


CATALOGUE: dict[str, Callable[[Any], None]] = {
    "/v1/variants": _variants,
    "/v1/pieces": _pieces,
    "/v1/cards": _cards,
    "/v1/puzzles": _puzzles,
}
"""The check of each page."""

IN_LANGUAGES = frozenset(CATALOGUE)


def check_page(response: Response, path: str, language: str) -> Any:  # noqa: ANN401 (JSON)
    """Return the body of a page, which must be cacheable and in the negotiated language."""
    body = read_json(response)
    CATALOGUE[path](body)
    require("max-age=" in response.headers["cache-control"], "the page is not cacheable")
    require(bool(response.headers["etag"]), "the page has no ETag")
    if path in IN_LANGUAGES:
        actual = {body["language"], response.headers["content-language"]}
        require(actual == {language}, f"the language is {actual}, not {language}")
    return body


def check_unchanged(response: Response, etag: str) -> None:
    """Check that a conditional request gets 304 and no body."""
    require(response.status == 304, f"status {response.status} instead of 304")
    require(response.body == b"", f"304 with {len(response.body)} bytes")
    actual = response.headers["etag"].removeprefix("W/")
    require(actual == etag.removeprefix("W/"), f"304 with another ETag, {actual}")
