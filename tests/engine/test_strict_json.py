"""parse_json of both engines: the same values, the same errors, the same limits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cornerwise import pure
from cornerwise.engine import Engine
from cornerwise.selection import load_engine
from cornerwise.strict_json import InvalidJsonError
from hypothesis import given
from hypothesis import strategies as st

RUST = load_engine("rust")
NO_LIMIT = 10**6


def parse(engine: Engine[Any], text: bytes | str, **limits: Any) -> object:
    """Parse a text; opaque values are returned as plain data."""
    data = text.encode() if isinstance(text, str) else text
    parsed = engine.parse_json(
        data,
        limits.get("max_values", NO_LIMIT),
        limits.get("max_depth", 20),
        limits.get("opaque_keys", ()),
        limits.get("max_plain", NO_LIMIT),
    )
    return plain(parsed)


def plain(value: Any) -> Any:  # noqa: ANN401 (JSON)
    """Return a parsed value with its handles replaced by what they stand for."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.to_python() if hasattr(value, "to_python") else value


def error_of(engine: Engine[Any], text: bytes | str, **limits: Any) -> tuple[str, int, int, bool]:
    """Return what is wrong with a text, and where."""
    with pytest.raises(InvalidJsonError) as caught:
        parse(engine, text, **limits)
    error = caught.value
    return error.message, error.line, error.column, error.too_large


VALUE = "a value is expected: an object, a list, a string, a number, true, false or null"
ERRORS: dict[str | bytes, tuple[str, int, int]] = {
    "": (VALUE, 1, 1),
    " \n\t ": (VALUE, 2, 3),
    "{": ("a name in double quotes is expected", 1, 2),
    '{"a"': ("':' is expected", 1, 5),
    '{"a":': (VALUE, 1, 6),
    '{"a":1': ("',' or '}' is expected", 1, 7),
    '{"a":1,}': ("a name in double quotes is expected", 1, 8),
    "[1,]": (VALUE, 1, 4),
    "[1 2]": ("',' or ']' is expected", 1, 4),
    "{} {}": ("only one value is allowed", 1, 4),
    "{'a': 1}": ("a name in double quotes is expected", 1, 2),
    '{"a":\n NaN}': (VALUE, 2, 2),
    "-Infinity": ("a digit is expected", 1, 2),
    "nul": (VALUE, 1, 1),
    "01": ("only one value is allowed", 1, 2),
    "+1": (VALUE, 1, 1),
    "1.": ("a digit is expected", 1, 3),
    "1.e5": ("a digit is expected", 1, 3),
    "-.5": ("a digit is expected", 1, 2),
    "1e+": ("a digit is expected", 1, 4),
    "[1e999]": ("the number is too large", 1, 2),
    "9" * 400: ("the number is too large", 1, 1),
    '["ab': ("the string does not end", 1, 2),
    '["åb\tc"]': ("a control character in a string must be written as an escape", 1, 5),
    '"\\x41"': ("the escape sequence is unknown", 1, 2),
    '"a\\': ("the escape sequence is unknown", 1, 3),
    '"\\u12g4"': ("the escape sequence needs four hexadecimal digits", 1, 2),
    '"\\u12': ("the escape sequence needs four hexadecimal digits", 1, 2),
    '"\\u+123"': ("the escape sequence needs four hexadecimal digits", 1, 2),
    '"\\ud800"': ("the escape sequence is one half of a surrogate pair", 1, 2),
    '"\\udc00\\ud800"': ("the escape sequence is one half of a surrogate pair", 1, 2),
    '"\\ud800\\u0041"': ("the escape sequence is one half of a surrogate pair", 1, 2),
    '"\\ud800\\uzzzz"': ("the escape sequence needs four hexadecimal digits", 1, 8),
    b'"\xff"': ("the text is not UTF-8", 1, 2),
    b'["\n\xc3\xa5\xc3"]': ("the text is not UTF-8", 2, 2),
    b"\xef\xbb\xbf{}": (VALUE, 1, 1),
    '{"a":1,"a":2}': ("an object has the name 'a' twice", 1, 1),
    '{"b":{"a":1,\n"\\u0061":2}}': ("an object has the name 'a' twice", 1, 6),
    '{"' + "x" * 50 + '":1,"' + "x" * 50 + '":1}': (
        f"an object has the name '{'x' * 40}' twice",
        1,
        1,
    ),
    "[" * 30: ("nested more than 20 levels deep", 1, 21),
    '{"a":' * 30: ("nested more than 20 levels deep", 1, 101),
}


@pytest.mark.parametrize("text", ERRORS, ids=lambda text: repr(text)[:40])
def test_errors_say_what_is_wrong_and_where(engine: Engine[Any], text: str | bytes) -> None:
    assert error_of(engine, text) == (*ERRORS[text], False)


VALUES: dict[str, object] = {
    "null": None,
    " [ ] ": [],
    "\r\n{\t}": {},
    "[0, -0, 12, -7, 9223372036854775807, -9223372036854775808]": [
        *(0, 0, 12, -7, 2**63 - 1, -(2**63))
    ],
    "[9223372036854775808, 1e3, 2.0, -0.5E-1]": [2.0**63, 1000.0, 2.0, -0.05],
    r'"\"\\\/\b\f\n\r\t\u00e5\ud83d\ude00å"': '"\\/\b\f\n\r\tå😀å',
    '{"": {"": [true, false, "a:b"]}}': {"": {"": [True, False, "a:b"]}},
}


@pytest.mark.parametrize("text", VALUES)
def test_values(engine: Engine[Any], text: str) -> None:
    parsed = parse(engine, text)
    assert parsed == VALUES[text]
    assert repr(parsed) == repr(VALUES[text])  # also distinguishes ints and floats


@pytest.mark.parametrize("count", [2, 15, 16, 17, 18, 200])
def test_duplicate_names_are_found_among_many(engine: Engine[Any], count: int) -> None:
    names = [f"n{number}" for number in range(count)]
    assert len(parse(engine, json.dumps(dict.fromkeys(names)))) == count  # type: ignore[arg-type]
    for repeated in (0, count // 2, count - 2):
        members = ",".join(f'"{name}":0' for name in [*names, names[repeated], names[0]])
        message, *_ = error_of(engine, "{" + members + "}")
        assert f"'{names[repeated]}'" in message


def test_the_number_of_values_is_limited(engine: Engine[Any]) -> None:
    text = '{"a": [1, {"b": null}], "c": "x"}'  # six values
    assert parse(engine, text, max_values=6)
    assert error_of(engine, text, max_values=5) == ("more than 5 values", 1, 30, True)


def test_the_depth_is_limited(engine: Engine[Any]) -> None:
    assert parse(engine, '{"a": [[1]]}', max_depth=3)
    assert error_of(engine, '{"a": [[1]]}', max_depth=2)[0] == "nested more than 2 levels deep"
    assert parse(engine, "[" * 256 + "]" * 256, max_depth=10**6)
    error_of(engine, "[" * 100_000, max_depth=10**6)


OPAQUE = {"opaque_keys": ("state", "rules")}


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1", 1),
        ('{"state": 1, "x": [1, 2]}', 7),
        ('{"state": {"a": [1, 2, 3]}, "x": 1}', 5),
        ('{"x": {"state": {"a": 1}}}', 7),
        ('{"operations": [{"state": [1, 2, 3], "x": 1}, [1], {"y": {"state": []}}]}', 15),
        ('{"state": [{"state": {"a": 1}}]}', 3),
        ('[{"state": {"a": 1}}]', 6),
    ],
)
def test_values_outside_of_opaque_ones_are_limited(
    engine: Engine[Any], text: str, size: int
) -> None:
    assert parse(engine, text, **OPAQUE, max_plain=size) == json.loads(text)
    message = f"more than {size - 1} values outside of state, rules"
    assert error_of(engine, text, **OPAQUE, max_plain=size - 1) == (message, 1, 1, True)


def test_containers_of_opaque_names_are_handles() -> None:
    operations = b'[{"rules": [1], "state": 5}]'
    text = b'{"state": {"a": 1}, "x": {"state": []}, "rules": null, "operations": %b}' % operations
    parsed: Any = RUST.parse_json(text, 100, 20, ("state", "rules"), 100)
    kinds = type(parsed["state"]), type(parsed["operations"][0]["rules"])
    assert [kind.__name__ for kind in kinds] == ["JsonValue", "JsonValue"]
    assert parsed["x"] == {"state": []}
    assert parsed["operations"][0]["state"] == 5
    assert parsed["rules"] is None
    assert parsed["operations"][0]["rules"].to_python() == [1]


def test_empty_containers_are_not_handles() -> None:
    parsed: Any = RUST.parse_json(b'{"state": {}, "rules": []}', 100, 20, ("state", "rules"), 100)
    assert (parsed["state"], parsed["rules"]) == ({}, [])


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
TEXTS = (
    JSON_VALUES.map(json.dumps)
    | JSON_VALUES.map(lambda value: json.dumps(value, ensure_ascii=False, indent=1))
    | st.text(st.sampled_from('{}[]",:\\u0123eE+-.truefalsn \n\td8ab/å'), max_size=12)
).map(lambda text: text.encode("utf-8", "replace"))


def outcome(engine: Engine[Any], text: bytes, **limits: Any) -> object:
    """Return the value of a text or its error, in a form that can be compared."""
    try:
        return repr(parse(engine, text, **limits))
    except InvalidJsonError as error:
        return str(error), error.too_large


@given(TEXTS, st.integers(0, 8), st.integers(0, 200))
def test_both_engines_agree(text: bytes, damage: int, at: int) -> None:
    if damage and text:
        text = text[: at % len(text)] + text[at % len(text) + damage :]
    limits = {"max_values": 40, "max_depth": 6, "opaque_keys": ("a", "b"), "max_plain": 30}
    assert outcome(pure, text) == outcome(RUST, text)
    assert outcome(pure, text, **limits) == outcome(RUST, text, **limits)


@given(JSON_VALUES)
def test_what_is_written_is_read(value: object) -> None:
    text = json.dumps(value).encode()
    if b"Infinity" not in text:
        read = parse(RUST, text, max_depth=256)
        assert json.loads(json.dumps(read), parse_int=float) == json.loads(text, parse_int=float)


def test_the_engine_reads_handles_like_plain_data() -> None:
    state = RUST.new_game({"seats": 2, "game": "shuffle"}, 7)
    action = RUST.legal_actions(state)[5]
    data = {"state": state.to_dict(), "action": action.to_dict(), "rules": {"seats": 3}}
    text = json.dumps(data).encode()
    read: Any = RUST.parse_json(text, 10_000, 20, ("state", "action", "rules"), 100)
    assert RUST.load_state(read["state"]) == state
    assert RUST.check(state, read["action"]) == []
    assert RUST.apply(state, read["action"]) == RUST.apply(state, action)
    assert RUST.apply(state, [read["action"]]) == RUST.apply(state, action)
    assert RUST.new_game(read["rules"], 1) == RUST.new_game({"seats": 3}, 1)
