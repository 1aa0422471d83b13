"""Rules of thumb for the catalogue: it is whole, in the right language, and cacheable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..answers import Answer, expect, read_json
from .games import COLORS, size_of

__all__ = ["CATALOGUE", "LANGUAGES", "check_page", "check_unchanged"]

LANGUAGES = {
    "en": "en",
    "sv": "sv",
    "fi;q=0.9, en;q=0.5": "fi",
    "da-DK": "da",
    "ja": "en",
}
"""What a client may ask for, and the language that it gets."""

VARIANTS = {"classic-4", "classic-teams", "classic-3", "classic-2"} | {
    f"shuffle-{seats}" for seats in (2, 3, 4)
}
PUZZLES = {"board84", "board84_descending", "rect4", "rect4_apart", "rect5", "rect5_apart"}


def _variants(body: Any) -> None:  # noqa: ANN401 (JSON)
    names = {one["id"] for one in body["variants"]}
    expect(that=names == VARIANTS, otherwise=f"the variants are {sorted(names)}")
    for one in body["variants"]:
        seats, told = len(one["seats"]), one["rules"]["seats"]
        expect(that=seats == told, otherwise=f"{one['id']} lists {seats} seats of {told}")


def _pieces(body: Any) -> None:  # noqa: ANN401 (JSON)
    colors = tuple(one["id"] for one in body["colors"])
    expect(that=colors == COLORS, otherwise=f"the colours are {colors}")
    pieces = body["pieces"]
    expect(that=len(pieces) == 21, otherwise=f"there are {len(pieces)} pieces")
    shapes = [cells for one in pieces for cells in one["orientations"]]
    expect(that=len(shapes) == 91, otherwise=f"there are {len(shapes)} orientations")
    for one in pieces:
        sizes = {one["size"], size_of(one["name"]), *map(len, one["orientations"])}
        expect(that=len(sizes) == 1, otherwise=f"{one['name']} has the sizes {sorted(sizes)}")


def _cards(body: Any) -> None:  # noqa: ANN401 (JSON)
    cards = {one["id"]: one["count"] for one in body["cards"]}
    total = sum(cards.values())
    expect(that=(len(cards), total) == (8, 14), otherwise=f"{total} cards of {len(cards)} kinds")
    expect(that=all(one["name"] for one in body["cards"]), otherwise="a card has no name")


def _puzzles(body: Any) -> None:  # noqa: ANN401 (JSON)
    names = {one["id"] for one in body["puzzles"]}
    expect(that=names == PUZZLES, otherwise=f"the puzzles are {sorted(names)}")
    for one in body["puzzles"]:
        area = one["rows"] * one["cols"]
        squares = 4 * sum(size_of(piece) for piece in one["pieces"])
        expect(that=squares <= area, otherwise=f"{one['id']}: {squares} squares on {area}")


CATALOGUE: dict[str, Callable[[Any], None]] = {
    "/v1/variants": _variants,
    "/v1/pieces": _pieces,
    "/v1/cards": _cards,
    "/v1/puzzles": _puzzles,
}
"""The pages, and what must be true of each."""

IN_LANGUAGES = {"/v1/pieces", "/v1/cards"}


def check_page(answer: Answer, path: str, language: str) -> Any:  # noqa: ANN401 (JSON)
    """Return a page that may be kept; what has names has them in the language that was agreed."""
    body = read_json(answer)
    CATALOGUE[path](body)
    expect(that="max-age=" in answer.headers["cache-control"], otherwise="it may not be kept")
    expect(that=bool(answer.headers["etag"]), otherwise="it has no ETag")
    if path in IN_LANGUAGES:
        told = {body["language"], answer.headers["content-language"]}
        expect(that=told == {language}, otherwise=f"the language is {told}, not {language}")
    return body


def check_unchanged(answer: Answer, etag: str) -> None:
    """See that who has a page already is told so, and is not sent it again."""
    expect(that=answer.status == 304, otherwise=f"status {answer.status} instead of 304")
    expect(that=answer.body == b"", otherwise=f"304 with {len(answer.body)} bytes")
    told = answer.headers["etag"].removeprefix("W/")
    expect(that=told == etag.removeprefix("W/"), otherwise=f"304 with another ETag, {told}")
