"""The shapes of the description, which generated clients of every language can use.

One type for each field; null only where a field is always written; named enums; formats of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.http.problems import CODES
from service.openapi.document import document

NULL = {"type": "null"}


def schemas(part: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:  # noqa: ANN401
    """Yield every object of the description that is a schema, or contains one, with its place."""
    if isinstance(part, dict):
        if "example" not in where and "enum" not in where:
            yield where, part
        for name, inner in part.items():
            if name not in {"examples", "example", "value"}:
                yield from schemas(inner, f"{where}/{name}")
    elif isinstance(part, list):
        for index, inner in enumerate(part):
            yield from schemas(inner, f"{where}/{index}")


EVERYTHING = list(schemas(document()))
COMPONENTS = document()["components"]["schemas"]


def types_of(schema: dict[str, Any]) -> list[str]:
    """Return the types that a schema names itself."""
    named = schema.get("type", [])
    return [named] if isinstance(named, str) else list(named)


def is_nullable(schema: dict[str, Any]) -> bool:
    """Whether a schema allows null."""
    return "null" in types_of(schema) or NULL in schema.get("anyOf", [])


def test_unions_only_with_null() -> None:
    for where, part in EVERYTHING:
        assert not {"oneOf", "allOf", "not", "discriminator"} & set(part), where
        if isinstance(part.get("anyOf"), list):
            first, second = part["anyOf"]
            assert (list(first), second) == (["$ref"], NULL), where
        kinds = types_of(part)
        if isinstance(part.get("type"), list):
            assert len(kinds) == 2, where
            assert kinds[1] == "null", where


def test_optional_fields_are_not_nullable() -> None:
    for name, shape in COMPONENTS.items():
        for field, inner in shape.get("properties", {}).items():
            if field not in shape.get("required", []):
                assert not is_nullable(inner), (name, field)


def test_numbers_have_a_format() -> None:
    formats = {"integer": {"int32", "int64"}, "number": {"double"}}
    for where, part in EVERYTHING:
        for kind in types_of(part):
            if kind in formats:
                assert part["format"] in formats[kind], where


def test_int64_only_where_it_is_needed() -> None:
    wide = {where.split("/")[3] for where, part in EVERYTHING if part.get("format") == "int64"}
    # Seeds, work units, and squares of errors, which may be far away from the board.
    assert wide == {
        *("BatchOperation", "Error", "GameAnswer", "GameRequest", "RecordStart"),
        *("SolutionAnswer", "SolutionRequest", "SuggestionsAnswer", "SuggestionsRequest"),
    }


def test_enums_have_names() -> None:
    for where, part in EVERYTHING:
        if "enum" in part:
            assert where.count("/") == 3, where
            assert part["type"] == "string"
            assert where.startswith("/components/schemas/")
            assert part["enum"]


NAMED = {
    "color": "Color",
    "as_color": "Color",
    "first_color": "Color",
    "bottom": "Color",
    "piece": "PieceName",
    "pieces": "PieceName",
    "first": "PieceName",
    "card": "CardName",
    "cards": "CardName",
    "hand": "CardName",
    "drawn": "CardName",
    "draw": "CardName",
    "discard": "CardName",
    "phase": "Phase",
    "puzzle": "PuzzleName",
}
"""Fields that are names, or lists of names, wherever they occur, with their enums."""

OBJECTS = {("CardCatalogue", "cards"), ("PieceCatalogue", "pieces"), ("Summary", "pieces")}
"""Fields with such a name that are lists of objects."""


def test_names_are_enums_wherever_they_stand() -> None:
    for component, shape in COMPONENTS.items():
        for field, inner in shape.get("properties", {}).items():
            if field in NAMED and (component, field) not in OBJECTS:
                assert f"'#/components/schemas/{NAMED[field]}'" in str(inner), (component, field)


def test_requests_forbid_other_fields_and_answers_do_not() -> None:
    for name, shape in COMPONENTS.items():
        is_request = name.endswith("Request") or name == "BatchOperation"
        assert (shape.get("additionalProperties") is False) == is_request, name


@pytest.mark.parametrize(
    "name",
    [
        *("Color", "PieceName", "CardName", "PuzzleName", "Phase", "Game", "Scoring", "Direction"),
        *("StartCorners", "MonominoBonus", "ActionType", "EventType", "Include", "Outcome"),
        *("ErrorCode", "ProblemCode", "OperationName", "Theme", "TeamName", "Engine"),
    ],
)
def test_named_enum(name: str) -> None:
    assert COMPONENTS[name]["enum"]


def test_operation_ids_read_as_methods() -> None:
    ids = [
        operation["operationId"]
        for methods in document()["paths"].values()
        for operation in methods.values()
    ]
    assert ids == [
        *("newGame", "listLegalMoves", "checkAction", "playTurn", "resolveCard"),
        *(
            "suggestMoves",
            "scoreState",
            "viewState",
            "replayGame",
            "runBatch",
            "renderBoardSvg",
            "renderBoardText",
            "renderBoardPng",
        ),
        *("checkLayout", "solvePuzzle"),
        *("renderLayoutSvg", "renderLayoutText", "renderLayoutPng"),
        *("getBoardSvg", "getBoardPng", "getBoardTxt"),
        *("listVariants", "listPieces", "listCards", "listPuzzles"),
        *("getHealth", "getReadiness", "getMetrics", "getOpenapi"),
    ]


def test_one_media_type_for_each_response() -> None:
    for path, methods in document()["paths"].items():
        for operation in methods.values():
            assert len(operation["responses"]["200"]["content"]) == 1, path


def test_images_are_binary_and_have_no_default_response() -> None:
    for methods in document()["paths"].values():
        for operation in methods.values():
            ((media_type, content),) = operation["responses"]["200"]["content"].items()
            if media_type.startswith("image/"):
                assert content["schema"] == {"type": "string", "format": "binary"}
                assert "default" not in operation["responses"]


def test_tags_are_in_the_order_of_a_game() -> None:
    tags = [tag["name"] for tag in document()["tags"]]
    used = [
        operation["tags"][0]
        for methods in document()["paths"].values()
        for operation in methods.values()
    ]
    assert list(dict.fromkeys(used)) == tags


def test_table_of_errors_is_below_the_operations() -> None:
    table = COMPONENTS["ProblemCode"]["description"]
    for code, (status, title) in CODES.items():
        assert f"| `{code}` | {status} | {title} |" in table


def test_text_at_the_top_is_short() -> None:
    assert len(document()["info"]["description"]) < 600


def test_fields_of_each_type_are_listed() -> None:
    for name, kinds in (("Action", "ActionType"), ("Event", "EventType")):
        text = COMPONENTS[name]["description"]
        assert COMPONENTS[name]["required"] == ["type"]
        assert all(f"| `{kind}` |" in text for kind in COMPONENTS[kinds]["enum"])
        fields = set(COMPONENTS[name]["properties"]) - {"type", "text"}
        assert all(f"`{field}`" in text for field in fields)
