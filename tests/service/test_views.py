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

from service.schemas.events import EVENTS
from tests.service.client import SHUFFLE, STATE, ask, errors_of, problem_of
from tests.service.contract import answers, conforms, validator
from tests.service.mutations import variations
from tests.service.shuffle_moments import DRAWN, EVENTS_TOLD, MOMENTS, PLAYED, SEATS, at


def hidden_part(seen: dict[str, Any], own: str | None) -> str:
    """Return what a view says of things that are hidden, as text."""
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
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_view_is_what_the_engine_shows(
    client: FlaskClient, engine: Engine[Any], moment: str, seats: int
) -> None:
    state = at(moment, seats)
    for seat in range(1, seats + 1):
        answer = ask(client, "views", {"state": state, "seat": seat})
        assert answer == {"seat": seat, "state": engine.view(engine.load_state(state), seat)}
        answers("/v1/views", answer)
        conforms("ViewState", answer["state"])


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_card_that_is_hidden_is_named(client: FlaskClient, moment: str, seats: int) -> None:
    state = at(moment, seats)
    acting = cornerwise.load_state(state).seat
    for seat in range(1, seats + 1):
        answer = ask(client, "views", {"state": state, "seat": seat})
        if seat == acting:
            continue  # it may see the shared colour's hand, or the cards of a Draw 2
        text = hidden_part(answer["state"], own_deck(state, seat))
        assert not [card for card in CARDS if repr(card) in text]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_hidden_changes_nothing(client: FlaskClient, moment: str, seats: int) -> None:
    state = at(moment, seats)
    for seat in range(1, seats + 1):
        other = disturbed(state, seat)
        first, second = (
            client.post("/v1/views", json={"state": one, "seat": seat}) for one in (state, other)
        )
        assert first.status_code == 200
        assert first.data == second.data


def test_the_hands_of_four(client: FlaskClient) -> None:
    seen = ask(client, "views", {"state": SHUFFLE, "seat": 2})["state"]["decks"]
    assert {color: deck["hand"] for color, deck in seen.items()} == {
        "blue": 2,
        "yellow": ["skip", "warp"],
        "red": 2,
        "green": 2,
    }
    assert {deck["draw"] for deck in seen.values()} == {12}


def test_what_a_seat_sees_is_no_state(client: FlaskClient) -> None:
    seen = ask(client, "views", {"state": SHUFFLE, "seat": 2})["state"]
    response = client.post("/v1/scores", json={"state": seen})
    assert ("wrong_type", "/state/decks/blue/draw") in errors_of(response, "invalid_state")


# ---- Events ------------------------------------------------------------------------------------


def show(client: FlaskClient, seat: int, *events: object) -> Any:  # noqa: ANN401 (JSON)
    """Return events as a seat may see them."""
    answer = ask(client, "views", {"state": SHUFFLE, "seat": seat, "events": events})
    answers("/v1/views", answer)
    return answer["events"]


def test_there_is_an_example_of_every_event() -> None:
    assert [event["type"] for event in EVENTS_TOLD] == list(EVENTS)
    for event in EVENTS_TOLD:
        conforms("Event", event)


@pytest.mark.parametrize("event", EVENTS_TOLD, ids=lambda event: event["type"])
def test_an_event_is_shown_as_it_is_to_the_seat_that_it_is_about(
    client: FlaskClient, event: dict[str, Any]
) -> None:
    assert show(client, event.get("seat", 2), event) == [event]


def test_cards_that_were_drawn_are_hidden_from_the_others(client: FlaskClient) -> None:
    for seat in (1, 2, 4):
        response = client.post(
            "/v1/views", json={"state": SHUFFLE, "seat": seat, "events": [*EVENTS_TOLD]}
        )
        assert response.get_json()["events"] == [
            {**event, "cards": None} if event is DRAWN else event for event in EVENTS_TOLD
        ]
    assert show(client, 3, *EVENTS_TOLD) == [*EVENTS_TOLD]


def test_what_is_hidden_already_stays_hidden(client: FlaskClient) -> None:
    hidden = {**DRAWN, "cards": None}
    for seat in (1, 2, 3, 4):
        assert show(client, seat, hidden) == [hidden]


def test_no_events_are_none_and_events_that_were_not_sent_are_not_there(
    client: FlaskClient,
) -> None:
    assert show(client, 1) == []
    assert "events" not in ask(client, "views", {"state": SHUFFLE, "seat": 1})


def test_classic_events_can_be_shown_as_well(client: FlaskClient) -> None:
    request = {"state": STATE, "seat": 2, "events": [*EVENTS_TOLD[:3]]}
    assert ask(client, "views", request)["events"] == [*EVENTS_TOLD[:3]]


@pytest.mark.parametrize("seats", SEATS)
def test_the_events_of_a_turn_are_seen_by_each_seat_as_the_package_says(
    client: FlaskClient, engine: Engine[Any], seats: int
) -> None:
    state = engine.load_state(at("play_card", seats))
    events: list[Any] = []
    while not events or state.phase != "play_card":
        state, more = engine.apply(state, engine.legal_actions(state)[-1])
        events += more
    told = [event.to_dict() for event in events]
    assert any(event["type"] == "cards_drawn" for event in told)
    for seat in range(1, seats + 1):
        answer = ask(client, "views", {"state": state.to_dict(), "seat": seat, "events": told})
        expected = cornerwise.view_events(events, seat)
        assert answer["events"] == [event.to_dict() for event in expected]
        answers("/v1/views", answer)


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
        ({"type": None}, [("wrong_type", "/type")]),
        ({"type": []}, [("wrong_type", "/type")]),
        ({"type": {"type": "passed"}}, [("wrong_type", "/type")]),
        ({"type": "place"}, [("unknown_value", "/type")]),
        ({"type": "game_over", "x": 1}, [("unknown_field", "/x")]),
        (without(DRAWN, "cards"), [("missing_field", "/cards")]),
        (without(DRAWN, "seat"), [("missing_field", "/seat")]),
        ({**DRAWN, "seat": 5}, [("out_of_range", "/seat")]),
        ({**DRAWN, "seat": True}, [("wrong_type", "/seat")]),
        ({**DRAWN, "seat": 3.0}, [("wrong_type", "/seat")]),
        ({**DRAWN, "color": "pink"}, [("unknown_color", "/color")]),
        ({**DRAWN, "color": ["red"]}, [("wrong_type", "/color")]),
        ({**DRAWN, "count": 0}, [("out_of_range", "/count")]),
        ({**DRAWN, "cards": []}, [("out_of_range", "/cards")]),
        ({**DRAWN, "cards": ["skip"] * 3}, [("out_of_range", "/cards")]),
        ({**DRAWN, "cards": "skip"}, [("wrong_type", "/cards")]),
        ({**DRAWN, "cards": ["uno"]}, [("unknown_card", "/cards/0")]),
        ({**DRAWN, "cards": ["skip", 1]}, [("wrong_type", "/cards/1")]),
        ({**DRAWN, "extra": 1}, [("unknown_field", "/extra")]),
        ({**PLAYED, "card": None}, [("wrong_type", "/card")]),
        ({**PLAYED, "cards": ["skip"]}, [("unknown_field", "/cards")]),
        ({**EVENTS_TOLD[7], "to": None}, [("wrong_type", "/to")]),
        (
            {**EVENTS_TOLD[7], "from": {"row": 1, "col": 1}},
            [("missing_field", "/from/orientation")],
        ),
        ({**EVENTS_TOLD[4], "reason": "bored"}, [("unknown_value", "/reason")]),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_not_an_event_is_pointed_at(
    client: FlaskClient, event: object, errors: list[tuple[str, str]]
) -> None:
    request = {"state": SHUFFLE, "seat": 1, "events": [PLAYED, event]}
    response = client.post("/v1/views", json=request)
    assert errors_of(response, "invalid_request") == [
        (code, f"/events/1{pointer}") for code, pointer in errors
    ]


@pytest.mark.parametrize(
    ("events", "code"), [(None, "wrong_type"), ({}, "wrong_type"), ("passed", "wrong_type")]
)
def test_events_are_a_list(client: FlaskClient, events: object, code: str) -> None:
    response = client.post("/v1/views", json={"state": SHUFFLE, "seat": 1, "events": events})
    assert errors_of(response, "invalid_request") == [(code, "/events")]


def test_events_are_looked_at_before_the_state(client: FlaskClient) -> None:
    response = client.post("/v1/views", json={"state": {"x": 1}, "seat": 1, "events": [{}]})
    assert errors_of(response, "invalid_request") == [("missing_field", "/events/0/type")]


def test_many_events_are_shown_and_too_many_are_not(rust_client: FlaskClient) -> None:
    # More than a single request may hold, so in a batch.
    over = {"type": "game_over"}
    operation = {"operation": "views", "state": SHUFFLE, "seat": 1}
    operations = [{**operation, "events": [over] * count} for count in (4000, 4001)]
    many, too_many = ask(rust_client, "batches", {"operations": operations})["results"]
    assert many["body"]["events"] == [over] * 4000
    (error,) = too_many["body"]["errors"]
    assert (error["code"], error["pointer"]) == ("out_of_range", "/events")


def test_of_very_many_wrong_events_not_all_are_told(rust_client: FlaskClient) -> None:
    request = {"state": SHUFFLE, "seat": 1, "events": [{"a": 1, "b": 2}] * 3000}
    document = problem_of(rust_client.post("/v1/views", json=request), "invalid_request")
    assert len(document["errors"]) == 20


@pytest.mark.parametrize("event", EVENTS_TOLD, ids=lambda event: event["type"])
def test_an_event_is_read_exactly_if_it_matches_its_schema(event: dict[str, Any]) -> None:
    schema = validator("Event")
    for name, variation in variations(event):
        try:
            (read,) = read_events([variation])
        except InvalidEventError:
            assert not schema.is_valid(variation), name
        else:
            assert schema.is_valid(variation), name
            assert read.to_dict() == variation, name
