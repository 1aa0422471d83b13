"""Sealed states: a client plays with a token, and gets only what its seat may see."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import orjson
import pytest
from cornerwise import CARDS
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from service.operations.seals import Sealer
from service.operations.table import OPERATIONS
from tests.service.client import (
    LEGAL_ACTION,
    SHUFFLE,
    STATE,
    assert_problem,
    listed_errors,
    make_client,
    post_json,
)
from tests.service.contract import assert_answer
from tests.service.shuffle_positions import SEATS, state_at

KEY, OTHER_KEY = bytes(range(32)), bytes(range(1, 33))
Json = dict[str, Any]

TOKEN_FIELDS = {"sealed", "ply", "digest", "previous_digest", "milliseconds"}
"""What differs between two answers about the same game: the token, and how long a search took."""


@cache
def sealing_client(engine: str, *keys: bytes) -> FlaskClient:
    """Return a client of a service with keys."""
    return make_client(engine, seal_keys=keys or (KEY,))


@pytest.fixture
def sealing(engine: Engine[Any]) -> FlaskClient:
    """Return a client of a service with a key; the test runs on both engines."""
    return sealing_client(engine.NAME)


def token_of(engine: Engine[Any], state: object, key: bytes = KEY) -> str:
    """Return the token of a state."""
    return Sealer([key]).seal(engine.load_state(state).to_text()).token


def without_token(answer: Json) -> Json:
    """Return an answer without what differs each time."""
    return {name: value for name, value in answer.items() if name not in TOKEN_FIELDS}


def permuted(engine: Engine[Any], state: Json, seat: int, dice: random.Random) -> Json:
    """Return a state with the cards exchanged that a seat does not see."""
    changed: Json = orjson.loads(orjson.dumps(state))
    view = engine.view(engine.load_state(state), seat)
    mover = engine.load_state(state).seat
    for name, deck in changed["decks"].items():
        places: list[tuple[Json, str]] = [(deck, "draw")]
        if view["decks"][name]["hand"] is None:
            places.append((deck, "hand"))
        is_mover = name in {changed["turn"]["color"], f"seat{mover}"}
        if is_mover and "drawn" in changed["turn"] and "drawn" not in view["turn"]:
            places.append((changed["turn"], "drawn"))
        cards = [card for part, field in places for card in part[field]]
        dice.shuffle(cards)
        for part, field in places:
            size = len(part[field])
            part[field], cards = cards[:size], cards[size:]
    assert engine.view(engine.load_state(changed), seat) == view
    return changed


def hidden_kinds(view: Json) -> set[str]:
    """Return the kinds of cards that a view does not show anywhere."""
    seen: set[str] = {*view["turn"].get("drawn", []), view["turn"].get("card", "")}
    for deck in view["decks"].values():
        seen |= {*(deck["hand"] or []), *deck["discard"]}
    return {card for card in CARDS if card not in seen}


def questions(seat: int, moves: list[Json]) -> Iterator[tuple[str, Json]]:
    """Yield requests about a game, without the game."""
    everything = ["moves", "summary", "supply", "score", "position"]
    yield "views", {"seat": seat, "include": everything}
    yield "legal-moves", {"include": everything[1:]}
    yield "scores", {}
    yield "renderings/text", {}
    yield "renderings/svg", {}
    yield "suggestions", {"budget": 2000, "count": 20, "until": "turn"}
    yield "checks", {"action": {"type": "play_card", "card": "wild"}}
    for move in moves[:3]:
        yield "checks", {"action": move}
    for card in CARDS:
        yield "checks", {"action": {"type": "choose_card", "card": card}}
        yield "card-resolutions", {"card": card, "destinations": True}
        chosen = [{"type": "choose_card", "card": card}]
        resolution = {"card": "draw_two", "choices": chosen, "include": everything}
        yield "card-resolutions", resolution
    for move in ({"type": "play_card", "card": "nothing"}, {"type": "pass"}, {"type": "warp_to"}):
        yield "turns", {"action": move}
    # In a batch, and as a game for a later operation of the batch.
    first = {"operation": "scores"}
    later = {"operation": "views", "seat": seat, "state_from": 0}
    yield "batches", {"operations": [first, later]}


def answers(client: FlaskClient, seat: int, game: Json, moves: list[Json]) -> list[bytes]:
    """Return the answers to all questions of a seat, without what differs each time."""
    found = []
    for operation, question in questions(seat, moves):
        if operation == "batches":
            first, *rest = question["operations"]
            body = {"operations": [{**first, **game}, *rest]}
        else:
            body = {**question, **game}
        response = client.post(f"/v1/{operation}", json=body)
        assert response.status_code < 500
        if operation in {"views", "suggestions"} and response.status_code == 200:
            found.append(orjson.dumps(without_token(response.get_json())))
        else:
            found.append(response.data)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_whole_sealed_game_of_every_seat(engine: Engine[Any], seats: int) -> None:
    client = sealing_client(engine.NAME)
    dice = random.Random(seats)  # noqa: S311 (a random game)
    rules = {"game": "shuffle", "seats": seats}
    plain = post_json(client, "games", {"rules": rules, "seed": seats, "include": ["position"]})
    request = {"rules": rules, "seed": seats, "seal": True, "seat": 1, "include": ["moves"]}
    sealed = post_json(client, "games", request)
    assert sealed["seed"] is None
    steps, most = 0, 1000 if engine.NAME == "rust" else 60
    while plain["next"]["phase"] != "over" and steps < most:
        mover = plain["next"]["seat"]
        full = post_json(client, "legal-moves", {"state": plain["state"]})
        for seat in range(1, seats + 1):
            check_seat(client, sealed["sealed"], plain, seat, full)
        action = dice.choice(full["moves"])
        before = sealed
        played = {"sealed": sealed["sealed"], "action": action, "include": ["moves", "supply"]}
        for other in range(1, seats + 1):
            if other != mover:
                refused = client.post("/v1/turns", json={**played, "seat": other})
                assert listed_errors(refused, "illegal_action") == [("wrong_turn", "/seat")]
        sealed = post_json(client, "turns", {**played, "seat": mover})
        plain = post_json(client, "turns", {"state": plain["state"], "action": action})
        steps += 1
        compare_turns(client, sealed, plain, mover)
        assert sealed["ply"] == steps
        assert sealed["previous_digest"] == before["digest"]
    if engine.NAME == "rust":
        assert plain["next"]["phase"] == "over"
        assert sealed["score"] == plain["score"]


def check_seat(client: FlaskClient, token: str, plain: Json, seat: int, full: Json) -> None:
    """Check what a seat of a sealed game gets to know, before a move."""
    seen = post_json(client, "views", {"sealed": token, "seat": seat, "include": ["moves"]})
    expected = post_json(client, "views", {"state": plain["state"], "seat": seat})
    assert seen["view"] == expected["view"]
    assert seen["sealed"] == token
    if seat == plain["next"]["seat"]:
        assert seen["moves"] == full["moves"]
    moves = client.post("/v1/legal-moves", json={"sealed": token, "seat": seat})
    if seen["moves"] is None:
        assert listed_errors(moves, "hidden_information") == [("hidden_information", "/sealed")]
    else:
        assert moves.get_json() == full
    text = str((seen["view"]["decks"], seen["view"]["turn"], seen["moves"]))
    if seat != plain["next"]["seat"]:
        assert not [card for card in hidden_kinds(seen["view"]) if repr(card) in text]


def compare_turns(client: FlaskClient, sealed: Json, plain: Json, seat: int) -> None:
    """Compare the answer to a turn of a sealed game with that of the same game as a state."""
    assert_answer("/v1/turns", sealed)
    assert "state" not in sealed
    request = {"state": plain["state"], "seat": seat, "events": plain["events"]}
    seen = post_json(client, "views", request)
    assert sealed["view"] == seen["view"]
    assert sealed["events"] == seen["events"]
    assert sealed["next"] == plain["next"]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("decision", ["play_card", "choose_card", "choose_color", "place", "over"])
def test_hidden_cards_decide_nothing(engine: Engine[Any], decision: str, seats: int) -> None:
    client = sealing_client(engine.NAME)
    state = state_at(decision, seats)
    dice = random.Random(decision)  # noqa: S311 (other cards)
    for seat in range(1, seats + 1):
        token = token_of(engine, state)
        moves = post_json(client, "views", {"sealed": token, "seat": seat, "include": ["moves"]})
        known = moves["moves"] or []
        first = answers(client, seat, {"sealed": token, "seat": seat}, known)
        for _ in range(2 if engine.NAME == "rust" else 1):
            other = token_of(engine, permuted(engine, state, seat, dice))
            assert len(other) == len(token)
            assert answers(client, seat, {"sealed": other, "seat": seat}, known) == first


@pytest.mark.parametrize("seats", SEATS)
def test_hidden_cards_do_not_decide_a_turn(engine: Engine[Any], seats: int) -> None:
    """Apart from the cards that the seat draws by it, and sees."""
    client = sealing_client(engine.NAME)
    dice = random.Random(seats)  # noqa: S311 (other cards)
    for decision in ("play_card", "place", "choose_color", "choose_piece warp"):
        state = state_at(decision, seats)
        seat = engine.load_state(state).seat
        assert seat is not None
        token = token_of(engine, state)
        asked = {"sealed": token, "seat": seat}
        for action in islice(post_json(client, "legal-moves", asked)["moves"], 0, None, 7):
            turn = {"seat": seat, "action": action, "include": ["moves", "score", "supply"]}
            first = client.post("/v1/turns", json={"sealed": token, **turn}).get_json()
            if any(event["type"] == "cards_drawn" for event in first["events"]):
                continue
            other = token_of(engine, permuted(engine, state, seat, dice))
            second = client.post("/v1/turns", json={"sealed": other, **turn}).get_json()
            assert without_token(second) == without_token(first)


def test_nothing_is_played_after_a_draw(sealing: FlaskClient, engine: Engine[Any]) -> None:
    state = {**SHUFFLE, "turn": {"color": "red", "phase": "play_card"}}
    request = {"sealed": token_of(engine, state), "seat": 3}
    draw = {"type": "play_card", "card": "draw_two"}
    for card in CARDS:
        choose = {"type": "choose_card", "card": card}
        refused = sealing.post("/v1/turns", json={**request, "actions": [draw, choose]})
        assert listed_errors(refused, "hidden_information") == [
            ("hidden_information", "/actions/1")
        ]
    drawn = post_json(sealing, "turns", {**request, "action": draw})
    assert drawn["view"]["turn"]["drawn"] == drawn["events"][1]["cards"]
    choice = {"type": "choose_card", "card": drawn["view"]["turn"]["drawn"][0]}
    chosen = post_json(sealing, "turns", {"sealed": drawn["sealed"], "seat": 3, "action": choice})
    assert chosen["ply"] == 2


def test_several_actions_of_one_seat(sealing: FlaskClient, engine: Engine[Any]) -> None:
    actions: list[Json] = [
        {"type": "play_card", "card": "wild"},
        {"type": "choose_color", "color": "yellow"},
        {"type": "place", "piece": "I2", "orientation": 1, "row": 3, "col": 18},
    ]
    request = {"sealed": token_of(engine, SHUFFLE), "seat": 1, "actions": actions}
    sealed = post_json(sealing, "turns", request)
    plain = post_json(sealing, "turns", {"state": SHUFFLE, "actions": actions})
    compare_turns(sealing, sealed, plain, 1)
    assert sealed["ply"] == 3
    more = {**request, "actions": [*actions, {"type": "play_card", "card": "skip"}]}
    refused = sealing.post("/v1/turns", json=more)
    assert assert_problem(refused, "illegal_action")["index"] == 3
    wrong = {**request, "actions": [actions[0], {"type": "choose_color"}]}
    refused = sealing.post("/v1/turns", json=wrong)
    assert listed_errors(refused, "invalid_action") == [("missing_field", "/actions/1/color")]
    illegal = {**request, "actions": [*actions[:2], {**actions[2], "row": 9}]}
    document = assert_problem(sealing.post("/v1/turns", json=illegal), "illegal_action")
    assert document["index"] == 2
    assert {error["pointer"] for error in document["errors"]} == {"/actions/2"}


def test_new_game_without_a_seat(sealing: FlaskClient) -> None:
    request = {"rules": {"game": "shuffle"}, "seal": True, "include": ["moves", "position"]}
    game = post_json(sealing, "games", request)
    assert_answer("/v1/games", game)
    assert not {"state", "view", "previous_digest"} & set(game)
    assert (game["ply"], game["seed"], game["position"], game["count"]) == (0, None, None, 232)
    assert not [card for card in CARDS if f'"{card}"' in orjson.dumps(game["moves"]).decode()]


def test_state_can_be_sealed_later(sealing: FlaskClient) -> None:
    request = {"state": STATE, "action": LEGAL_ACTION}
    plain = post_json(sealing, "turns", request)
    sealed = post_json(sealing, "turns", {**request, "seal": True, "seat": 2})
    compare_turns(sealing, sealed, plain, 2)
    assert sealed["ply"] == 0
    without_seat = post_json(sealing, "turns", {**request, "seal": True})
    assert not {"state", "view"} & set(without_seat)
    assert without_seat["digest"] != sealed["digest"]


def test_same_state_has_another_token_each_time(sealing: FlaskClient) -> None:
    request = {"rules": {"game": "shuffle"}, "seed": 1, "seal": True}
    tokens = {post_json(sealing, "games", request)["sealed"] for _ in range(5)}
    assert len(tokens) == 5
    assert len({token[:9] for token in tokens}) == 1  # the mark and the id of the key


def test_every_operation_takes_tokens(sealing: FlaskClient, engine: Engine[Any]) -> None:
    token = token_of(engine, SHUFFLE)
    for operation in OPERATIONS:
        if "position" in operation.request.fields:
            assert "sealed" in operation.request.fields, operation.name
            assert "seat" in operation.request.fields, operation.name
    drawn = sealing.post("/v1/renderings/svg", json={"sealed": token, "seat": 2})
    assert drawn.data == sealing.post("/v1/renderings/svg", json={"state": SHUFFLE}).data


# ---- Refused -------------------------------------------------------------------------------------


def test_wrong_tokens_have_one_answer(sealing: FlaskClient, engine: Engine[Any]) -> None:
    token = token_of(engine, SHUFFLE)
    assert sealing.post("/v1/scores", json={"sealed": token, "seat": 1}).status_code == 200
    wrong = [token_of(engine, SHUFFLE, OTHER_KEY), "x", "cws1", "cws1A", "cws1" + "A" * 40, "é"]
    wrong += [token.replace("cws1", "cws2"), token.replace("cws1", ""), token + "A", token + "="]
    wrong += [token[:length] for length in range(1, len(token), 11)]
    for index in range(0, len(token), 3):
        wrong.append(token[:index] + ("A" if token[index] != "A" else "B") + token[index + 1 :])
    details = set()
    for text in wrong:
        for operation in ("scores", "turns", "views"):
            body = {"sealed": text, "seat": 1}
            body |= {"action": LEGAL_ACTION} if operation == "turns" else {}
            refused = sealing.post(f"/v1/{operation}", json=body)
            details.add(assert_problem(refused, "invalid_seal")["detail"])
    assert len(details) == 1


def test_unused_bits_of_a_token_are_checked(engine: Engine[Any]) -> None:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    client = sealing_client(engine.NAME)
    for state in (STATE, {**STATE, "placements": STATE["placements"][:4]}, SHUFFLE):
        token = token_of(engine, state)
        for character in alphabet:
            same = token[:-1] + character
            status = client.post("/v1/scores", json={"sealed": same, "seat": 1}).status_code
            assert (status == 200) == (same == token)


def test_keys_are_replaced(engine: Engine[Any]) -> None:
    old, both = sealing_client(engine.NAME, KEY), sealing_client(engine.NAME, OTHER_KEY, KEY)
    new = sealing_client(engine.NAME, OTHER_KEY)
    game = {"rules": {"game": "shuffle"}, "seal": True}
    token = post_json(old, "games", game)["sealed"]
    action = {"type": "place", "piece": "I1", "orientation": 0, "row": 0, "col": 0}
    turn = post_json(both, "turns", {"sealed": token, "seat": 1, "action": action})
    assert post_json(new, "views", {"sealed": turn["sealed"], "seat": 1})["ply"] == 1
    refused = new.post("/v1/views", json={"sealed": token, "seat": 1})
    assert_problem(refused, "invalid_seal")
    refused = old.post("/v1/views", json={"sealed": turn["sealed"], "seat": 1})
    assert_problem(refused, "invalid_seal")


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        ("games", {"seal": True}),
        ("scores", {"sealed": "cws1", "seat": 1}),
        ("turns", {"state": STATE, "action": LEGAL_ACTION, "seal": True}),
        ("turns", {"sealed": "cws1", "seat": 1, "action": LEGAL_ACTION}),
    ],
    ids=str,
)
def test_service_without_keys(client: FlaskClient, operation: str, body: Json) -> None:
    refused = client.post(f"/v1/{operation}", json=body)
    assert "CORNERWISE_SEAL_KEYS" in assert_problem(refused, "seal_not_configured")["detail"]


@pytest.mark.parametrize(
    ("operation", "body", "error"),
    [
        ("scores", {"sealed": "cws1"}, ("missing_field", "/seat")),
        ("turns", {"sealed": "cws1", "action": LEGAL_ACTION}, ("missing_field", "/seat")),
        ("views", {"sealed": "cws1"}, ("missing_field", "/seat")),
        ("scores", {"state": {}, "seat": 1}, ("options_conflict", "/seat")),
        ("legal-moves", {"state": {}, "seat": 1}, ("options_conflict", "/seat")),
        ("games", {"seat": 1}, ("options_conflict", "/seat")),
        (
            "turns",
            {"state": STATE, "seat": 1, "action": LEGAL_ACTION},
            ("options_conflict", "/seat"),
        ),
        ("scores", {"sealed": "cws1", "seat": 1, "state": {}}, ("options_conflict", "")),
        ("views", {"sealed": "cws1", "seat": 1, "position": "cw1"}, ("options_conflict", "")),
        ("scores", {"sealed": "", "seat": 1}, ("options_conflict", "/seat")),
        ("scores", {"sealed": "c" * 641, "seat": 1}, ("out_of_range", "/sealed")),
        ("scores", {"sealed": "cws1", "seat": 5}, ("out_of_range", "/seat")),
        ("games", {"seal": 1}, ("wrong_type", "/seal")),
    ],
    ids=str,
)
def test_refused_requests(
    sealing: FlaskClient, operation: str, body: Json, error: tuple[str, str]
) -> None:
    refused = sealing.post(f"/v1/{operation}", json=body)
    assert listed_errors(refused, "invalid_request") == [error]


def test_seat_that_the_game_does_not_have(sealing: FlaskClient, engine: Engine[Any]) -> None:
    token = token_of(engine, STATE)  # of a game for two
    for operation in ("scores", "views", "legal-moves"):
        refused = sealing.post(f"/v1/{operation}", json={"sealed": token, "seat": 3})
        assert listed_errors(refused, "invalid_request") == [("out_of_range", "/seat")]
    turn = {"sealed": token, "seat": 3, "action": LEGAL_ACTION}
    refused = sealing.post("/v1/turns", json=turn)
    assert listed_errors(refused, "illegal_action") == [("wrong_turn", "/seat")]


def test_sealed_game_cannot_be_continued_as_a_state_in_a_batch(sealing: FlaskClient) -> None:
    game = {"operation": "games", "rules": {"game": "shuffle"}, "seal": True}
    after = {"operation": "views", "seat": 1, "state_from": 0}
    answer = post_json(sealing, "batches", {"operations": [game, after]})
    assert [one["status"] for one in answer["results"]] == [200, 422]
    assert answer["results"][1]["body"]["errors"][0]["pointer"] == "/state_from"


def test_longest_token_is_read() -> None:
    longest = "cw1s" + "A" * (415 - 4)
    sealer = Sealer([KEY])
    seal = sealer.seal(longest, sealer.seal(longest), 7)
    assert len(seal.token) <= 484
    opened = sealer.open(seal.token)
    assert (opened.position, opened.seal) == (longest, seal)
    assert len(base64.urlsafe_b64decode(seal.digest)) == 12
