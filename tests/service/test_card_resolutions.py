"""POST /v1/card-resolutions: the effect of a card, its choices, and the resulting state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import CARDS, COLORS
from flask.testing import FlaskClient

from service.operations import card_resolutions as resolutions
from service.schemas import actions as parts
from tests.helpers.drawing import CORNERS, Drawing, cells_of, draw
from tests.helpers.shuffle_states import FOUR_CORNERS, state_data
from tests.service.client import (
    SHUFFLE,
    STATE,
    assert_problem,
    listed_errors,
    post_json,
    with_texts,
)
from tests.service.contract import assert_answer
from tests.service.shuffle_positions import SEATS, state_at, states_by_decision

CHOICES = ("choose_card", "choose_color", "choose_piece", "warp_to")


def resolve(client: FlaskClient, state: object, card: str, *choices: object, **more: object) -> Any:  # noqa: ANN401
    """Return the resolution of a card with some choices."""
    request = {"state": state, "card": card, "choices": choices, **more}
    answer = post_json(client, "card-resolutions", request)
    assert_answer("/v1/card-resolutions", answer)
    return answer


def hand(state: dict[str, Any]) -> list[str]:
    """Return the cards that may be played, each once."""
    color = state["turn"]["color"]
    if color is None:
        return []
    seat = "seat1" if color in {"blue", "red"} else "seat2"
    cards = state["decks"][seat if seat in state["decks"] else color]["hand"]
    return [card for card in CARDS if card in cards]


def first_states(seats: int) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield states in which a card is to be played, with each card in hand."""
    for state in states_by_decision(seats)["play_card"]:
        for card in hand(state):
            yield state, card


def test_complete_answer(client: FlaskClient) -> None:
    answer = resolve(client, SHUFFLE, "wild")
    state = answer.pop("state")
    assert answer == {
        "card": "wild",
        "outcome": "carried_out",
        "reason": None,
        "chain": [],
        "color": "blue",
        "seat": 1,
        "phase": "choose_color",
        "choices": [{"type": "choose_color", "color": color} for color in COLORS],
        "choice_groups": None,
        "count": 4,
        "destinations": None,
        "view": None,
        "moves": None,
        "groups": None,
        "move_count": None,
        "summary": None,
        "supply": None,
        "score": None,
        "position": None,
        "events": with_texts([{"type": "card_played", "color": "blue", "seat": 1, "card": "wild"}]),
        "next": {"color": "blue", "seat": 1, "phase": "choose_color"},
    }
    assert state["turn"] == {"color": "blue", "phase": "choose_color"}
    assert state["decks"]["blue"]["hand"] == ["recycle"]
    assert state["decks"]["blue"]["discard"] == ["wild"]


def test_choice_leads_to_the_next_phase(client: FlaskClient) -> None:
    answer = resolve(client, SHUFFLE, "wild", {"type": "choose_color", "color": "red"})
    assert (answer["phase"], answer["choices"], answer["count"]) == ("place", [], 0)
    assert answer["state"]["turn"] == {
        "color": "blue",
        "phase": "place",
        "card": "wild",
        "as_color": "red",
    }


@pytest.mark.parametrize("seats", SEATS)
def test_answer_agrees_with_the_engine(
    client: FlaskClient, engine: Engine[Any], seats: int
) -> None:
    for state, card in list(first_states(seats))[::9]:
        answer = resolve(client, state, card)
        play = {"type": "play_card", "card": card}
        after, events = engine.apply(engine.load_state(state), [play])
        assert answer["state"] == after.to_dict()
        assert answer["events"] == with_texts(events)
        decision_fields = {"color": after.color, "seat": after.seat, "phase": after.phase}
        assert answer["next"] == decision_fields
        assert {name: answer[name] for name in decision_fields} == decision_fields
        listed = [action.to_dict() for action in engine.legal_actions(after)]
        assert answer["choices"] == (listed if after.phase in CHOICES else [])
        assert answer["count"] == len(answer["choices"])


@pytest.mark.parametrize("seats", SEATS)
def test_choices_are_accepted_by_turns(rust_client: FlaskClient, seats: int) -> None:
    # Follow the first and the last choice to the end of every card.
    phases: Counter[str] = Counter()
    for state, card in first_states(seats):
        for pick in (0, -1):
            choices: list[Any] = []
            answer = resolve(rust_client, state, card)
            while answer["choices"]:
                phases[answer["phase"]] += 1
                choices.append(answer["choices"][pick])
                answer = resolve(rust_client, state, card, *choices)
            assert answer["phase"] == "place"
            actions = [{"type": "play_card", "card": card}, *choices]
            played = post_json(rust_client, "turns", {"state": state, "actions": actions})
            for name in ("state", "events", "next"):
                assert played[name] == answer[name]
    assert set(phases) == set(CHOICES)


@pytest.mark.parametrize("seats", SEATS)
def test_every_card_has_an_outcome(rust_client: FlaskClient, seats: int) -> None:
    seen: dict[str, set[tuple[str, str | None]]] = {card: set() for card in CARDS}
    for state, card in first_states(seats):
        answer = resolve(rust_client, state, card)
        reason = answer["reason"]
        seen[card].add((answer["outcome"], reason and reason["code"]))
        assert (reason is None) is (answer["outcome"] != "discarded")
    for card, outcomes in seen.items():
        expected = ("depends" if card == "double_play" else "carried_out", None)
        assert expected in outcomes


def with_hand(*cards: str, pile: bool = True) -> dict[str, Any]:
    """Return the state after the set-up round with other cards in blue's hand."""
    deck: dict[str, int] = {card: cards.count(card) for card in CARDS}
    rest = sorted({"skip", "reverse"} - {*cards}) if pile else []
    deck |= dict.fromkeys(rest, 1)
    decks: dict[str, dict[str, list[str]]] = {
        color: {"draw": [card for card in CARDS for _ in range(deck[card])]} for color in COLORS
    }
    decks["blue"] = {"draw": rest, "hand": list(cards)}
    return {**SHUFFLE, "rules": {"game": "shuffle", "deck": deck}, "decks": decks}


@pytest.mark.parametrize(
    ("state", "card", "code", "rule"),
    [
        (with_hand("draw_two", pile=False), "draw_two", "pile_too_small", "S22"),
        (with_hand("warp"), "warp", "no_piece", "S26"),
        (
            {**with_hand("recycle"), "placements": SHUFFLE["placements"][1:]},
            "recycle",
            "no_piece",
            "S25",
        ),
        (
            {**with_hand("edge_to_edge"), "placements": SHUFFLE["placements"][1:]},
            "edge_to_edge",
            "nothing_fits",
            "S24",
        ),
    ],
    ids=["draw_two", "warp", "recycle", "edge_to_edge"],
)
def test_impossible_card_is_discarded_with_a_reason(
    client: FlaskClient, state: dict[str, Any], card: str, code: str, rule: str
) -> None:
    answer = resolve(client, state, card)
    assert answer["outcome"] == "discarded"
    reason = answer["reason"]
    assert (reason["code"], reason["rule"], reason["pointer"]) == (code, rule, "/card")
    assert reason["message"]
    assert [event["type"] for event in answer["events"]] == ["card_played", "card_discarded"]
    assert answer["state"]["turn"] == {"color": "blue", "phase": "place"}
    assert (answer["choices"], answer["count"]) == ([], 0)


def test_chain_of_draw_two_lists_each_card(client: FlaskClient) -> None:
    state = with_hand("draw_two", "draw_two", "draw_two", "warp")
    state["decks"]["blue"] = {
        "hand": ["draw_two"],
        "draw": ["draw_two", "skip", "draw_two", "reverse", "warp"],
    }
    first, second, third = (
        {"type": "choose_card", "card": card} for card in ("draw_two", "draw_two", "warp")
    )
    opened = resolve(client, state, "draw_two")
    assert opened["choices"] == [{"type": "choose_card", "card": "skip"}, first]
    answer = resolve(client, state, "draw_two", first, second, third)
    assert (answer["card"], answer["outcome"], answer["reason"]) == (
        "draw_two",
        "carried_out",
        None,
    )
    assert [(one["card"], one["outcome"]) for one in answer["chain"]] == [
        ("draw_two", "carried_out"),
        ("draw_two", "carried_out"),
        ("warp", "discarded"),
    ]
    reason = answer["chain"][-1]["reason"]
    assert (reason["code"], reason["pointer"]) == ("no_piece", "/choices/2")


def test_longest_possible_chain(client: FlaskClient) -> None:
    corners = [{"type": "place", "piece": "I1", "cells": [cell]} for cell in CORNERS]
    rules = {"game": "shuffle", "seats": 2, "deck": {"draw_two": 60}}
    game = post_json(client, "games", {"rules": rules})
    state = post_json(client, "turns", {"state": game["state"], "actions": corners})["state"]
    # Of 118 cards in the pile each Draw 2 takes two and puts one back.
    choices = [{"type": "choose_card", "card": "draw_two"}] * 117
    answer = resolve(client, state, "draw_two", *choices)
    assert answer["phase"] == "place"
    assert [one["outcome"] for one in answer["chain"]] == ["carried_out"] * 116 + ["discarded"]
    assert answer["chain"][-1]["reason"]["pointer"] == "/choices/116"


def test_drawn_card_can_be_resolved(client: FlaskClient) -> None:
    state = state_at("choose_card", 4)
    for card in state["turn"]["drawn"]:
        answer = resolve(client, state, card)
        assert answer["card"] == card
        assert answer["events"][0]["card"] == card
        played = post_json(
            client, "turns", {"state": state, "action": {"type": "choose_card", "card": card}}
        )
        assert played["state"] == answer["state"]


# A single blue square in the middle of the second row would have no free corner.
POCKET = draw(
    """
    BB.YY
    .....
    .R.G.
    .R.G.
    """,
    top_right="Y",
    bottom_right="R",
    bottom_left="G",
)
# Blue has nothing on the board: only I1 fits in its corner, and touches no free corner there.
CORNERED = draw(
    """
    .Y..
    GY..
    GY..
    """,
    top_right="Y",
    bottom_right="R",
    bottom_left="G",
)


@pytest.mark.parametrize(
    ("board", "outcome"),
    [(FOUR_CORNERS, "carried_out"), (POCKET, "depends"), (CORNERED, "discarded")],
    ids=["carried_out", "depends", "discarded"],
)
def test_outcome_of_double_play_before_the_first_piece(
    client: FlaskClient, board: Drawing, outcome: str
) -> None:
    answer = resolve(client, state_data(board, hand="double_play"), "double_play")
    assert answer["outcome"] == outcome
    assert (answer["reason"] is None) is (outcome != "discarded")


# ---- Warp --------------------------------------------------------------------------------------


def warping(seats: int) -> dict[str, Any]:
    """Return a state in which Warp can be played and a piece be chosen."""
    return next(
        state
        for state, card in first_states(seats)
        if card == "warp" and len(state["placements"]) > 12
    )


@pytest.mark.parametrize("form", ["objects", "cells", "groups"])
@pytest.mark.parametrize("seats", SEATS)
def test_warp_destinations_agree_with_single_choices(
    client: FlaskClient, seats: int, form: str
) -> None:
    state = warping(seats)
    options = {} if form == "objects" else {form: True}
    answer = resolve(client, state, "warp", **options, destinations=True)
    assert answer["phase"] == "choose_piece"
    assert answer["count"] == len(answer["choices"]) == len(answer["destinations"]) > 0
    pairs = list(zip(answer["choices"], answer["destinations"], strict=True))
    for choice, there in pairs[:: len(pairs) // 3 + 1]:
        assert {"type": "choose_piece", **{k: there[k] for k in ("color", "piece")}} == choice
        chosen = resolve(client, state, "warp", choice, **options)
        assert chosen["phase"] == "warp_to"
        assert chosen["destinations"] is None
        assert (there["count"], there["moves"]) == (chosen["count"], chosen["choices"])
        assert there["groups"] == chosen["choice_groups"]
        if form == "groups":
            target = {(group["color"], group["piece"]) for group in there["groups"]}
            assert target == {(choice["color"], choice["piece"])}
            assert there["count"] == sum(len(group["positions"]) for group in there["groups"])
            continue
        move = there["moves"][-1]
        if form == "cells":
            squares = cells_of({k: v for k, v in move.items() if k != "cells"} | choice)
            assert sorted(map(tuple, move["cells"])) == list(squares)
        after = resolve(client, state, "warp", choice, move)
        assert after["events"][-1]["type"] == "piece_warped"
        assert after["phase"] == "place"


def test_destinations_are_listed_only_on_request(client: FlaskClient) -> None:
    state = warping(4)
    (choice, *_) = resolve(client, state, "warp")["choices"]
    assert resolve(client, state, "warp")["destinations"] is None
    assert resolve(client, state, "warp", choice, destinations=True)["destinations"] is None
    assert resolve(client, SHUFFLE, "recycle", destinations=True)["destinations"] is None
    assert resolve(client, SHUFFLE, "wild", destinations=True)["destinations"] is None
    assert resolve(client, with_hand("warp"), "warp", destinations=True)["destinations"] is None


def test_recycled_piece_leaves_the_board(
    client: FlaskClient,
) -> None:
    (choice,) = resolve(client, SHUFFLE, "recycle")["choices"]
    assert choice == {"type": "choose_piece", "color": "blue", "piece": "V5"}
    answer = resolve(client, SHUFFLE, "recycle", choice)
    assert answer["state"]["placements"] == SHUFFLE["placements"][1:]
    assert [event["type"] for event in answer["events"]] == ["card_played", "piece_recycled"]


# ---- Problems ----------------------------------------------------------------------------------

RED = {"type": "choose_color", "color": "red"}


@pytest.mark.parametrize(
    ("decision", "card", "error"),
    [
        ("play_card", "", ("not_in_hand", "S5")),
        ("choose_card", "", ("not_drawn", "S22")),
        ("choose_color", "wild", ("wrong_step", "S23")),
        ("choose_piece recycle", "recycle", ("wrong_step", "S25")),
        ("choose_piece warp", "warp", ("wrong_step", "S26")),
        ("warp_to", "warp", ("wrong_step", "S26")),
        ("place", "skip", ("wrong_step", "S4")),
        ("opening", "skip", ("wrong_step", "S4")),
        ("over", "skip", ("game_over", "S10")),
    ],
)
@pytest.mark.parametrize("seats", SEATS)
def test_card_that_cannot_be_played_is_an_error(
    client: FlaskClient, decision: str, seats: int, card: str, error: tuple[str, str]
) -> None:
    state = state_at(decision, seats)
    foreign = next(
        one for one in CARDS if one not in state["turn"].get("drawn", ()) and one not in hand(state)
    )
    response = client.post("/v1/card-resolutions", json={"state": state, "card": card or foreign})
    document = assert_problem(response, "illegal_action")
    (found,) = document["errors"]
    assert (found["code"], found["rule"], found["pointer"]) == (*error, "/card")
    assert document["detail"].startswith("/card: ")
    assert "index" not in document


def test_classic_has_no_cards(client: FlaskClient) -> None:
    response = client.post("/v1/card-resolutions", json={"state": STATE, "card": "skip"})
    (error,) = assert_problem(response, "illegal_action")["errors"]
    assert (error["code"], error["rule"], error["pointer"]) == ("wrong_step", "S4", "/card")


@pytest.mark.parametrize(
    ("card", "choices", "errors"),
    [
        ("recycle", [RED], [("wrong_step", "/choices/0")]),
        ("wild", [RED, RED], [("wrong_step", "/choices/1")]),
        ("wild", [{"type": "choose_card", "card": "wild"}], [("wrong_step", "/choices/0")]),
        (
            "recycle",
            [{"type": "choose_piece", "color": "red", "piece": "W5"}],
            [("wrong_owner", "/choices/0")],
        ),
        (
            "recycle",
            [{"type": "choose_piece", "color": "blue", "piece": "I1"}],
            [("not_on_board", "/choices/0")],
        ),
        (
            "recycle",
            [{"type": "choose_piece", "color": "blue", "piece": "Q9"}],
            [("unknown_piece", "/choices/0")],
        ),
    ],
    ids=str,
)
def test_illegal_choice_is_located(
    client: FlaskClient, card: str, choices: list[Any], errors: list[tuple[str, str]]
) -> None:
    request = {"state": SHUFFLE, "card": card, "choices": choices}
    response = client.post("/v1/card-resolutions", json=request)
    assert listed_errors(response, "illegal_action") == errors


@pytest.mark.parametrize(
    ("choice", "error"),
    [
        ({}, ("missing_field", "/choices/1/type")),
        ({"type": None}, ("missing_field", "/choices/1/type")),
        ({"type": "jump"}, ("unknown_value", "/choices/1/type")),
        ({"type": "pass"}, ("unknown_value", "/choices/1/type")),
        ({"type": "play_card", "card": "skip"}, ("unknown_value", "/choices/1/type")),
        ({"type": "choose_color"}, ("missing_field", "/choices/1/color")),
        ({"type": "choose_color", "color": "pink"}, ("unknown_color", "/choices/1/color")),
        ({**RED, "a/b": 1}, ("unknown_field", "/choices/1/a~1b")),
        ({"type": "choose_card", "card": "uno"}, ("unknown_card", "/choices/1/card")),
    ],
    ids=str,
)
def test_malformed_choice_is_located(
    client: FlaskClient, choice: object, error: tuple[str, str]
) -> None:
    request = {"state": SHUFFLE, "card": "wild", "choices": [RED, choice]}
    response = client.post("/v1/card-resolutions", json=request)
    assert listed_errors(response, "invalid_action") == [error]


@pytest.mark.parametrize("choice", [None, 5, "red", [], [RED]], ids=str)
def test_choice_must_be_an_object(client: FlaskClient, choice: object) -> None:
    request = {"state": SHUFFLE, "card": "wild", "choices": [choice]}
    response = client.post("/v1/card-resolutions", json=request)
    (error,) = listed_errors(response, "invalid_action")
    assert error[1].startswith("/choices/0")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"card": None}, ("missing_field", "/card")),
        ({"card": 5}, ("wrong_type", "/card")),
        ({"card": "uno"}, ("unknown_card", "/card")),
        ({"card": "Wild"}, ("unknown_card", "/card")),
        ({"choices": RED}, ("wrong_type", "/choices")),
        ({"choices": [RED] * 121}, ("out_of_range", "/choices")),
        ({"format": "groups"}, ("unknown_field", "/format")),
        ({"destinations": "yes"}, ("wrong_type", "/destinations")),
        ({"seat": 1}, ("options_conflict", "/seat")),
    ],
    ids=lambda value: str(value)[:40],
)
def test_errors_in_the_request_are_located(
    client: FlaskClient, change: dict[str, Any], error: tuple[str, str]
) -> None:
    request = {"state": SHUFFLE, "card": "wild", **change}
    response = client.post("/v1/card-resolutions", json=request)
    assert listed_errors(response, "invalid_request") == [error]


def test_card_is_required(client: FlaskClient) -> None:
    response = client.post("/v1/card-resolutions", json={"state": SHUFFLE})
    assert listed_errors(response, "invalid_request") == [("missing_field", "/card")]


def test_error_for_an_unknown_card_lists_the_cards(client: FlaskClient) -> None:
    response = client.post("/v1/card-resolutions", json={"state": SHUFFLE, "card": "uno"})
    (error,) = assert_problem(response, "invalid_request")["errors"]
    assert all(card in error["message"] for card in CARDS)


def test_schemas_cover_every_choice() -> None:
    assert set(parts.CHOICES) == set(resolutions.CHOICE_PHASES) == set(CHOICES)
