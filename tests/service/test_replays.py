"""POST /v1/replays: a recorded game is verified move by move."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise import records
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from service.operations.examples import SGF, SHUFFLE_RECORD
from tests.helpers.games import seeded_rng
from tests.service.client import assert_problem, listed_errors, post_json, with_texts
from tests.service.contract import assert_answer, assert_matches
from tests.service.shuffle_positions import SEATS

Json = dict[str, Any]
RULES = [{"seats": 2}, {"seats": 3}, {"teams": True}]


def random_record(engine: Engine[Any], seed: int, most: int = 1000, **rules: object) -> Json:
    """Return the record of a random game."""
    dice = seeded_rng(seed)
    is_shuffle = rules.get("game") == "shuffle"
    state = engine.new_game(rules, seed if is_shuffle else None)
    moves: list[Json] = []
    while state.phase != "over" and len(moves) < most:
        action = dice.choice(engine.legal_actions(state))
        moves.append({"action": action.to_dict()})
        state, _ = engine.apply(state, action)
    return {"start": {"rules": rules, **({"seed": seed} if is_shuffle else {})}, "moves": moves}


def check_replay(client: FlaskClient, engine: Engine[Any], record: Json) -> Json:
    """Compare a replay with turns, one after the other."""
    everything = {"include": ["positions", "events", "record"], "ply": len(record["moves"]) // 2}
    answer: Json = post_json(client, "replays", {"record": record, **everything})
    assert_answer("/v1/replays", answer)
    start = record["start"]
    state = engine.new_game(start["rules"], start.get("seed"))
    assert answer["positions"][0] == state.to_text()
    for index, move in enumerate(record["moves"]):
        state, events = engine.apply(state, move["action"])
        assert answer["positions"][index + 1] == state.to_text()
        assert answer["events"][index] == {"ply": index + 1, "events": with_texts(events)}
        if index + 1 == everything["ply"]:
            assert answer["at"]["state"] == state.to_dict()
            assert answer["at"]["position"] == state.to_text()
    assert answer["state"] == state.to_dict()
    assert answer["position"] == state.to_text()
    assert answer["plies"] == len(record["moves"])
    assert answer["next"] == {"color": state.color, "seat": state.seat, "phase": state.phase}
    assert answer["score"] == engine.score(state).to_dict()
    assert_matches("Record", answer["record"])
    again = post_json(client, "replays", {"record": answer["record"]})
    short = post_json(client, "replays", {"record": record})
    assert again == short
    for name in ("at", "positions", "events", "record"):
        assert short[name] is None
    assert {name: answer[name] for name in ("state", "plies", "score")} == {
        name: short[name] for name in ("state", "plies", "score")
    }
    return answer


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_classic_games(client: FlaskClient, engine: Engine[Any], rules: Json) -> None:
    most = 1000 if engine.NAME == "rust" else 12
    check_replay(client, engine, random_record(engine, 5, most, **rules))


@pytest.mark.parametrize("seats", SEATS)
def test_shuffle_games(client: FlaskClient, engine: Engine[Any], seats: int) -> None:
    most = 1000 if engine.NAME == "rust" else 30
    check_replay(client, engine, random_record(engine, 6, most, game="shuffle", seats=seats))


def test_start_with_decks_or_a_position(client: FlaskClient) -> None:
    by_seed = post_json(client, "replays", {"record": SHUFFLE_RECORD})
    start = SHUFFLE_RECORD["start"]
    game = post_json(client, "games", {**start, "include": ["position"]})
    by_position = {**SHUFFLE_RECORD, "start": {"position": game["position"]}}
    assert post_json(client, "replays", {"record": by_position}) == by_seed
    decks = {name: deck["draw"] for name, deck in game["state"]["decks"].items()}
    by_decks = {**SHUFFLE_RECORD, "start": {"rules": start["rules"], "decks": decks}}
    assert post_json(client, "replays", {"record": by_decks}) == by_seed


def test_moves_as_text(client: FlaskClient) -> None:
    moves = [{"text": "blue I1/0 a20"}, {"text": "yellow I1/0 t20", "comment": "Hm."}]
    record = {"start": {"rules": {}}, "moves": moves}
    answer = post_json(client, "replays", {"record": record, "include": ["record"]})
    assert answer["plies"] == 2
    assert answer["record"]["moves"][1]["comment"] == "Hm."
    assert_matches("Record", record)


def test_pentobi_file(client: FlaskClient) -> None:
    answer = post_json(client, "replays", {"sgf": SGF, "include": ["record", "positions"]})
    assert_answer("/v1/replays", answer)
    assert answer["plies"] == 4
    assert answer["record"]["players"] == ["Ann", "", "", ""]
    assert answer["record"]["moves"][1]["comment"] == "Modest."
    expected = records.replay(records.read_blksgf(SGF)).state.to_text()
    assert answer["position"] == answer["positions"][-1] == expected
    by_record = post_json(client, "replays", {"record": answer["record"]})
    assert by_record["state"] == answer["state"]


def test_result_is_that_of_the_record(client: FlaskClient) -> None:
    record = {"start": {"rules": {}}, "moves": [], "result": "blue won"}
    assert post_json(client, "replays", {"record": record})["result"] == "blue won"
    assert post_json(client, "replays", {"record": {**record, "result": ""}})["result"] is None
    sgf = {"sgf": "(;GM[Blokus]RE[1])"}
    assert post_json(client, "replays", sgf)["result"] == "1"


def test_setup(client: FlaskClient) -> None:
    placed = {"color": "blue", "piece": "I1", "orientation": 0, "row": 0, "col": 0}
    record = {"start": {"rules": {}}, "moves": [{"setup": {"add": [placed]}}]}
    assert_matches("Record", record)
    answer = post_json(client, "replays", {"record": record})
    assert answer["state"]["placements"] == [placed]
    assert answer["next"]["color"] == "yellow"


@pytest.mark.parametrize("ply", [0, 3, 4])
def test_state_at_a_ply_can_be_drawn(client: FlaskClient, ply: int) -> None:
    answer = post_json(client, "replays", {"sgf": SGF, "ply": ply})
    assert answer["positions"] is None
    at = answer["at"]
    assert (at["ply"], len(at["state"]["placements"])) == (ply, ply)
    by_state = client.post("/v1/renderings/svg", json={"state": at["state"]})
    assert client.get(f"/v1/boards/{at['position']}.svg").data == by_state.data


def test_ply_after_the_end(client: FlaskClient) -> None:
    refused = client.post("/v1/replays", json={"sgf": SGF, "ply": 5})
    assert listed_errors(refused, "invalid_request") == [("out_of_range", "/ply")]


# ---- Wrong moves ---------------------------------------------------------------------------------


def test_first_wrong_move_is_named(client: FlaskClient, engine: Engine[Any]) -> None:
    record = random_record(engine, 9, 8)
    record["moves"][5] = {"action": {**record["moves"][1]["action"], "color": "yellow"}}
    for body in ({"record": record}, {"record": record, "include": ["events", "positions"]}):
        document = assert_problem(client.post("/v1/replays", json=body), "illegal_action")
        assert document["index"] == 5
        assert document["detail"].startswith("Ply 6, yellow ")
        assert {error["pointer"] for error in document["errors"]} == {"/record/moves/5/action"}
        assert document["errors"][0]["message"] in document["detail"]


def test_index_of_a_record_in_another_order(client: FlaskClient) -> None:
    def place(color: str, row: int, col: int, parent: int) -> Json:
        action = {"type": "place", "color": color, "piece": "I1", "orientation": 0}
        return {"parent": parent, "action": {**action, "row": row, "col": col}}

    # A variation of the first move stands before the second move of the main line, which is wrong.
    moves = [place("blue", 0, 0, -1), place("blue", 0, 19, -1), place("yellow", 5, 5, 0)]
    refused = client.post("/v1/replays", json={"record": {"start": {"rules": {}}, "moves": moves}})
    document = assert_problem(refused, "illegal_action")
    assert document["index"] == 2
    assert document["errors"][0]["pointer"] == "/record/moves/2/action"


def test_wrong_setup(client: FlaskClient) -> None:
    placed = {"color": "blue", "piece": "I1", "orientation": 0, "row": 5, "col": 5}
    record = {"start": {"rules": {}}, "moves": [{}, {"setup": {"add": [placed]}}]}
    document = assert_problem(client.post("/v1/replays", json={"record": record}), "illegal_action")
    assert document["index"] == 1
    assert document["errors"][0]["pointer"] == "/record/moves/1/setup"


def test_wrong_move_of_a_file(client: FlaskClient) -> None:
    refused = client.post("/v1/replays", json={"sgf": SGF.replace("3[s1,t1]", "3[j9,j10]")})
    document = assert_problem(refused, "illegal_action")
    assert document["index"] == 2
    assert document["detail"].startswith("Ply 3, red I2")
    assert {error["pointer"] for error in document["errors"]} == {"/sgf"}


# ---- What is no record ---------------------------------------------------------------------------

START: Json = {"rules": {}}


@pytest.mark.parametrize(
    ("record", "error"),
    [
        (5, ("wrong_type", "/record")),
        ([], ("wrong_type", "/record")),
        ({}, ("missing_field", "/record/start")),
        ({"start": {}}, ("missing_field", "/record/start/rules")),
        ({"start": START, "moves": 5}, ("wrong_type", "/record/moves")),
        ({"start": START, "moves": [5]}, ("wrong_type", "/record/moves/0")),
        ({"start": START, "moves": [{"x": 1}]}, ("unknown_field", "/record/moves/0/x")),
        ({"start": START, "x": 1}, ("unknown_field", "/record/x")),
        ({"start": START, "version": 2}, ("unknown_value", "/record/version")),
        ({"start": {"rules": {"seats": 5}}}, ("out_of_range", "/record/start/rules/seats")),
        ({"start": {"rules": {"game": "shuffle"}}}, ("options_conflict", "/record/start")),
        ({"start": {"position": "cw1s"}}, ("invalid_text", "/record/start/position")),
        (
            {"start": START, "moves": [{"action": {"type": "jump"}}]},
            ("unknown_value", "/record/moves/0/action/type"),
        ),
        (
            {"start": START, "moves": [{"parent": 0}]},
            ("out_of_range", "/record/moves/0/parent"),
        ),
        ({"start": START, "moves": [{"setup": {}}] * 201}, ("out_of_range", "/record/moves")),
    ],
    ids=lambda value: str(value)[:60],
)
def test_malformed_records(client: FlaskClient, record: object, error: tuple[str, str]) -> None:
    refused = client.post("/v1/replays", json={"record": record})
    assert error in listed_errors(refused, "invalid_record")


@pytest.mark.parametrize(
    "sgf",
    ["x", "(", "(;GM[Go])", "(;GM[Blokus Duo])", "(;GM[Blokus];1[zz])", "(;" * 30_000, "(;GM[\0"],
    ids=lambda text: ascii(text)[:30],
)
def test_malformed_files(client: FlaskClient, sgf: str) -> None:
    refused = client.post("/v1/replays", json={"sgf": sgf})
    assert {pointer for _, pointer in listed_errors(refused, "invalid_record")} == {"/sgf"}


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, ("missing_field", "")),
        ({"sgf": ""}, ("missing_field", "")),
        ({"record": None}, ("missing_field", "")),
        ({"record": {}, "sgf": SGF}, ("options_conflict", "")),
        ({"sgf": 5}, ("wrong_type", "/sgf")),
        ({"sgf": SGF, "ply": -1}, ("out_of_range", "/ply")),
        ({"sgf": SGF, "include": ["moves"]}, ("unknown_value", "/include/0")),
        ({"sgf": SGF, "state": {}}, ("unknown_field", "/state")),
    ],
    ids=str,
)
def test_refused_requests(client: FlaskClient, body: Json, error: tuple[str, str]) -> None:
    refused = client.post("/v1/replays", json=body)
    assert listed_errors(refused, "invalid_request") == [error]


def test_deep_trees_are_bounded(client: FlaskClient) -> None:
    deep = "(;GM[Blokus]" + "(;" * 1500 + ")" * 1501
    assert post_json(client, "replays", {"sgf": deep})["plies"] == 0
    record = {"start": START, "moves": [{"parent": -1}] * 3000}
    assert post_json(client, "replays", {"record": record})["plies"] == 0


def test_record_is_converted_to_a_file_of_pentobi(client: FlaskClient) -> None:
    read = post_json(client, "replays", {"sgf": SGF, "include": ["record", "sgf"]})
    body = {"record": read["record"], "include": ["sgf"]}
    converted = post_json(client, "replays", body)
    assert converted["sgf"] == read["sgf"]
    again = post_json(client, "replays", {"sgf": converted["sgf"], "include": ["record"]})
    assert again["record"] == read["record"]


def test_game_that_pentobi_does_not_have_is_not_converted(client: FlaskClient) -> None:
    record = {"start": {"rules": {"start_corners": "any"}}, "moves": []}
    assert post_json(client, "replays", {"record": record, "include": ["sgf"]})["sgf"] is None
