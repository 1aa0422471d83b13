"""POST /v1/views of Blokus Shuffle: a seat sees its own cards and how many the others have."""

from __future__ import annotations

import copy
from typing import Any

import cornerwise
import pytest
from cornerwise.engine import Engine
from cornerwise.event_data import InvalidEventError, read_events
from cornerwise.types import CARDS
from flask.testing import FlaskClient

from service.schemas.events import EVENT_FIELDS
from tests.service.client import (
    NOT_INCLUDED,
    SHUFFLE,
    STATE,
    assert_problem,
    listed_errors,
    post_json,
    with_texts,
)
from tests.service.contract import assert_answer, assert_matches, schema_validator
from tests.service.mutations import mutations
from tests.service.shuffle_positions import (
    CARD_PLAYED,
    CARDS_DRAWN,
    DECISIONS,
    EXAMPLE_EVENTS,
    SEATS,
    state_at,
)


def hidden_part(seen: dict[str, Any], own: str | None) -> str:
    """Return the parts of a view that could contain hidden cards, as text."""
    seen = copy.deepcopy(seen)
    del seen["rules"]  # how many cards of each kind there are is known to all
    seen["turn"].pop("card", None)  # as is the card in force
    for name, deck in seen["decks"].items():
        del deck["discard"]
        if name == own:
            del deck["hand"]
    return repr(seen)


def own_deck(state: dict[str, Any], seat: int) -> str:
    """Return the name of the deck that belongs to a seat."""
    rules = state["rules"]
    if rules["seats"] == 2:
        return f"seat{seat}"
    own = [color for color in ("blue", "yellow", "red", "green") if color != rules["shared_color"]]
    return own[seat - 1]


def disturbed(state: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return a state that differs only in cards which the seat does not see."""
    changed = copy.deepcopy(state)
    turn = changed["turn"]
    mover = f"seat{1 if turn['color'] in {'blue', 'red'} else 2}"
    mover = mover if mover in changed["decks"] else turn["color"]
    acting = cornerwise.load_state(state).seat == seat
    for name, deck in changed["decks"].items():
        seen = name == own_deck(state, seat) or (acting and name == mover)
        drawn = turn.get("drawn", []) if name == mover and not acting else []
        cards = [*deck["draw"], *([] if seen else deck["hand"]), *drawn][::-1]
        deck["draw"] = cards[: len(deck["draw"])]
        rest = cards[len(deck["draw"]) :]
        if drawn:
            turn["drawn"] = [rest.pop(), rest.pop()]
        if not seen:
            deck["hand"] = rest
    return changed


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("decision", DECISIONS)
def test_view_agrees_with_the_engine(
    client: FlaskClient, engine: Engine[Any], decision: str, seats: int
) -> None:
    state = state_at(decision, seats)
    for seat in range(1, seats + 1):
        answer = post_json(client, "views", {"state": state, "seat": seat})
        expected = engine.view(engine.load_state(state), seat)
        included = {**NOT_INCLUDED, "score": answer["score"]}
        assert answer == {"seat": seat, "view": expected, "events": [], **included}
        assert (answer["score"] is not None) == (decision == "over")
        assert_answer("/v1/views", answer)
        assert_matches("ViewState", answer["view"])


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("decision", DECISIONS)
def test_view_contains_no_hidden_card(client: FlaskClient, decision: str, seats: int) -> None:
    state = state_at(decision, seats)
    acting = cornerwise.load_state(state).seat
    for seat in range(1, seats + 1):
        answer = post_json(client, "views", {"state": state, "seat": seat})
        if seat == acting:
            continue  # it may see the shared colour's hand, or the cards of a Draw 2
        text = hidden_part(answer["view"], own_deck(state, seat))
        assert not [card for card in CARDS if repr(card) in text]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("decision", DECISIONS)
def test_view_is_independent_of_hidden_cards(
    client: FlaskClient, decision: str, seats: int
) -> None:
    state = state_at(decision, seats)
    for seat in range(1, seats + 1):
        other = disturbed(state, seat)
        first, second = (
            client.post("/v1/views", json={"state": one, "seat": seat}) for one in (state, other)
        )
        assert first.status_code == 200
        assert first.data == second.data


def test_hands_of_four_seats(client: FlaskClient) -> None:
    seen = post_json(client, "views", {"state": SHUFFLE, "seat": 2})["view"]["decks"]
    assert {color: deck["hand"] for color, deck in seen.items()} == {
        "blue": None,
        "yellow": ["skip", "warp"],
        "red": None,
        "green": None,
    }
    assert {(deck["draw_count"], deck["hand_count"]) for deck in seen.values()} == {(12, 2)}


def test_view_is_not_accepted_as_a_state(client: FlaskClient) -> None:
    seen = post_json(client, "views", {"state": SHUFFLE, "seat": 2})["view"]
    response = client.post("/v1/scores", json={"state": seen})
    assert ("unknown_field", "/state/seat") in listed_errors(response, "invalid_state")


# ---- Events ------------------------------------------------------------------------------------


def show(client: FlaskClient, seat: int, *events: object) -> Any:  # noqa: ANN401 (JSON)
    """Return events as a seat may see them."""
    answer = post_json(client, "views", {"state": SHUFFLE, "seat": seat, "events": events})
    assert_answer("/v1/views", answer)
    return answer["events"]


def without_cards(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event as a seat sees it that did not draw the cards."""
    return {name: value for name, value in event.items() if name != "cards"}


def test_every_event_has_an_example() -> None:
    assert [event["type"] for event in EXAMPLE_EVENTS] == list(EVENT_FIELDS)
    for event in EXAMPLE_EVENTS:
        assert_matches("Event", event)


@pytest.mark.parametrize("event", EXAMPLE_EVENTS, ids=lambda event: event["type"])
def test_seat_sees_its_own_events_unchanged(client: FlaskClient, event: dict[str, Any]) -> None:
    expected = with_texts([event])
    assert show(client, event.get("seat", 2), event) == expected
    # The text is ignored on the way in, whatever it says.
    assert show(client, event.get("seat", 2), {**expected[0], "text": "x"}) == expected


def test_drawn_cards_are_hidden_from_other_seats(client: FlaskClient) -> None:
    for seat in (1, 2, 4):
        response = client.post(
            "/v1/views", json={"state": SHUFFLE, "seat": seat, "events": [*EXAMPLE_EVENTS]}
        )
        assert response.get_json()["events"] == with_texts(
            without_cards(event) if event is CARDS_DRAWN else event for event in EXAMPLE_EVENTS
        )
    assert show(client, 3, *EXAMPLE_EVENTS) == with_texts(EXAMPLE_EVENTS)


def test_hidden_cards_stay_hidden(client: FlaskClient) -> None:
    hidden = without_cards(CARDS_DRAWN)
    for seat in (1, 2, 3, 4):
        assert show(client, seat, hidden) == with_texts([hidden])
        assert show(client, seat, {**hidden, "cards": None}) == with_texts([hidden])


def test_without_events_there_are_none(client: FlaskClient) -> None:
    assert show(client, 1) == []
    assert post_json(client, "views", {"state": SHUFFLE, "seat": 1})["events"] == []


def test_events_of_a_classic_game(client: FlaskClient) -> None:
    request = {"state": STATE, "seat": 2, "events": [*EXAMPLE_EVENTS[:3]]}
    assert post_json(client, "views", request)["events"] == with_texts(EXAMPLE_EVENTS[:3])


@pytest.mark.parametrize("seats", SEATS)
def test_events_of_a_turn_agree_with_the_package(
    client: FlaskClient, engine: Engine[Any], seats: int
) -> None:
    state = engine.load_state(state_at("play_card", seats))
    events: list[Any] = []
    while not events or state.phase != "play_card":
        state, more = engine.apply(state, engine.legal_actions(state)[-1])
        events += more
    event_data = [event.to_dict() for event in events]
    assert any(event["type"] == "cards_drawn" for event in event_data)
    for seat in range(1, seats + 1):
        answer = post_json(
            client, "views", {"state": state.to_dict(), "seat": seat, "events": event_data}
        )
        expected = cornerwise.view_events(events, seat)
        assert answer["events"] == with_texts(expected)
        assert_answer("/v1/views", answer)


def without(event: dict[str, Any], name: str) -> dict[str, Any]:
    """Return an event without one of its members."""
    return {key: value for key, value in event.items() if key != name}


@pytest.mark.parametrize(
    ("event", "errors"),
    [
        (5, [("wrong_type", "")]),
        (None, [("wrong_type", "")]),
        ([], [("wrong_type", "")]),
        ({}, [("missing_field", "/type")]),
        ({"type": None}, [("missing_field", "/type")]),
        ({"type": []}, [("wrong_type", "/type")]),
        ({"type": {"type": "passed"}}, [("wrong_type", "/type")]),
        ({"type": "place"}, [("unknown_value", "/type")]),
        ({"type": "game_over", "x": 1}, [("unknown_field", "/x")]),
        (without(CARDS_DRAWN, "seat"), [("missing_field", "/seat")]),
        ({**CARDS_DRAWN, "seat": 5}, [("out_of_range", "/seat")]),
        ({**CARDS_DRAWN, "seat": True}, [("wrong_type", "/seat")]),
        ({**CARDS_DRAWN, "seat": 3.5}, [("wrong_type", "/seat")]),
        ({**CARDS_DRAWN, "color": "pink"}, [("unknown_color", "/color")]),
        ({**CARDS_DRAWN, "color": ["red"]}, [("wrong_type", "/color")]),
        ({**CARDS_DRAWN, "count": 0}, [("out_of_range", "/count")]),
        ({**CARDS_DRAWN, "cards": ["skip"] * 3}, [("out_of_range", "/cards")]),
        ({**CARDS_DRAWN, "cards": "skip"}, [("wrong_type", "/cards")]),
        ({**CARDS_DRAWN, "cards": ["uno"]}, [("unknown_card", "/cards/0")]),
        ({**CARDS_DRAWN, "cards": ["skip", 1]}, [("wrong_type", "/cards/1")]),
        ({**CARDS_DRAWN, "extra": 1}, [("unknown_field", "/extra")]),
        ({**CARD_PLAYED, "card": None}, [("missing_field", "/card")]),
        ({**CARD_PLAYED, "cards": ["skip"]}, [("unknown_field", "/cards")]),
        ({**EXAMPLE_EVENTS[7], "to": None}, [("missing_field", "/to")]),
        (
            {**EXAMPLE_EVENTS[7], "from": {"row": 1, "col": 1}},
            [("missing_field", "/from/orientation")],
        ),
        ({**EXAMPLE_EVENTS[4], "reason": "bored"}, [("unknown_value", "/reason")]),
    ],
    ids=lambda value: str(value)[:40],
)
def test_malformed_event_is_located(
    client: FlaskClient, event: object, errors: list[tuple[str, str]]
) -> None:
    request = {"state": SHUFFLE, "seat": 1, "events": [CARD_PLAYED, event]}
    response = client.post("/v1/views", json=request)
    assert listed_errors(response, "invalid_request") == [
        (code, f"/events/1{pointer}") for code, pointer in errors
    ]


@pytest.mark.parametrize(
    ("events", "code"), [(5, "wrong_type"), ({}, "wrong_type"), ("passed", "wrong_type")]
)
def test_events_must_be_a_list(client: FlaskClient, events: object, code: str) -> None:
    response = client.post("/v1/views", json={"state": SHUFFLE, "seat": 1, "events": events})
    assert listed_errors(response, "invalid_request") == [(code, "/events")]


def test_events_are_validated_before_the_state(client: FlaskClient) -> None:
    response = client.post("/v1/views", json={"state": {"x": 1}, "seat": 1, "events": [{}]})
    assert listed_errors(response, "invalid_request") == [("missing_field", "/events/0/type")]


def test_at_most_4000_events(rust_client: FlaskClient) -> None:
    # More than a single request may hold, so in a batch.
    over = {"type": "game_over"}
    operation = {"operation": "views", "state": SHUFFLE, "seat": 1}
    operations = [{**operation, "events": [over] * count} for count in (4000, 4001)]
    many, too_many = post_json(rust_client, "batches", {"operations": operations})["results"]
    assert many["body"]["events"] == with_texts([over]) * 4000
    (error,) = too_many["body"]["errors"]
    assert (error["code"], error["pointer"]) == ("out_of_range", "/events")


def test_number_of_listed_event_errors_is_limited(rust_client: FlaskClient) -> None:
    request = {"state": SHUFFLE, "seat": 1, "events": [{"a": 1, "b": 2}] * 3000}
    document = assert_problem(rust_client.post("/v1/views", json=request), "invalid_request")
    assert len(document["errors"]) == 20


@pytest.mark.parametrize("event", EXAMPLE_EVENTS, ids=lambda event: event["type"])
def test_event_that_is_read_matches_its_schema(event: dict[str, Any]) -> None:
    schema = schema_validator("Event")
    for name, variation in mutations(event):
        try:
            (read,) = read_events([variation])
        except InvalidEventError:
            continue
        written = {key: value for key, value in read.to_dict().items() if value is not None}
        assert schema.is_valid(written), name
