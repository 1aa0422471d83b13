"""Invariants of all games: new games, moves, turns, scores and renderings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..responses import InvalidResponseError, Response, require

__all__ = [
    "COLORS",
    "Data",
    "check_game",
    "check_included",
    "check_legality",
    "check_moves",
    "check_next",
    "check_rendering",
    "check_same_moves",
    "check_score",
    "check_turn",
    "move_options",
    "size_of",
]

Data = dict[str, Any]

COLORS = ("blue", "yellow", "red", "green")
SIZE = 20
PIECES = 21
SQUARES = 89
"""The number of pieces of a colour, and of the squares they cover together."""

ACTIONS = {
    "opening": {"place"},
    "play_card": {"play_card"},
    "choose_card": {"choose_card"},
    "choose_color": {"choose_color"},
    "choose_piece": {"choose_piece"},
    "warp_to": {"warp_to"},
    "place": {"place", "pass"},
}
"""The types of action that are possible in each phase."""


def size_of(piece: str) -> int:
    """Return the number of squares of a piece, which is the end of its name."""
    return int(piece[-1])


def check_game(body: Data, rules: Data, seed: int | None) -> Data:
    """Check that a new game has the requested rules and an empty board; return the body."""
    state = body["state"]
    for name, value in rules.items():
        actual = state["rules"].get(name)
        require(actual == value, f"rules.{name} is {actual!r}, not {value!r}")
    require(state["placements"] == [], "a new game has pieces on the board")
    require(body["events"] == [], "a new game has events")
    if seed is not None:
        require(body["seed"] == seed, f"the seed is {body['seed']}, not {seed}")
    first = state["rules"]["first_color"]
    mover = body["next"]["color"]
    require(mover == first, f"{mover} begins, not {first}")
    check_next(body)
    return body


def check_moves(body: Data, state: Data, next_turn: Data, move_format: str) -> list[Data]:
    """Return the moves, which must be for the next turn, counted correctly and of unused pieces."""
    for name in ("color", "seat", "phase"):
        actual = body[name]
        require(actual == next_turn[name], f"{name} is {actual!r}, not {next_turn[name]!r}")
    moves = _read_moves(body, move_format)
    count = body["count"]
    require(count == len(moves), f"count is {count}, but there are {len(moves)} moves")
    if next_turn["color"] is None:
        require(not moves, "the game is over, but there are moves")
        return moves
    require(bool(moves), "the game is not over, but there are no moves")
    types = {move["type"] for move in moves}
    require(
        len(types) == 1 and types <= ACTIONS[next_turn["phase"]],
        f"in the phase {next_turn['phase']} there are moves of the types {sorted(types)}",
    )
    if types == {"place"}:
        _check_supply(moves, state)
    if types <= {"place", "warp_to"}:
        _check_squares(moves, state, move_format)
    return moves


def move_options(move_format: str) -> Data:
    """Return the options of a request that asks for moves in this form."""
    return {} if move_format == "objects" else {move_format: True}


def _read_moves(body: Data, move_format: str) -> list[Data]:
    """Return the moves of any form as objects."""
    moves: list[Data] = body["moves"]
    groups = body["groups"]
    in_groups = move_format == "groups"
    require((groups is not None) is in_groups, f"{move_format} with groups {groups!r:.60}")
    require(not (moves and groups), "moves are listed twice, as objects and in groups")
    return moves or list(_expand(groups or []))


def _expand(groups: list[Data]) -> Iterator[Data]:
    """Yield the moves of groups, whose positions are row * 20 + col."""
    for group in groups:
        fields = {name: value for name, value in group.items() if name != "positions"}
        if group["type"] == "warp_to":
            del fields["color"], fields["piece"]
        for position in group["positions"]:
            row, col = divmod(position, SIZE)
            yield {**fields, "row": row, "col": col}


def _check_supply(moves: list[Data], state: Data) -> None:
    placed = {(one["color"], one["piece"]) for one in state["placements"]}
    used = {(move["color"], move["piece"]) for move in moves} & placed
    require(not used, f"already placed: {sorted(used)}")


def _key(move: Data) -> tuple[Any, ...]:
    place = (move["orientation"], move["row"], move["col"])
    return (move["color"], move["piece"], *place) if move["type"] == "place" else place


def _check_squares(moves: list[Data], state: Data, move_format: str) -> None:
    require(len({_key(move) for move in moves}) == len(moves), "a move is listed twice")
    for move in moves:
        require(
            0 <= move["row"] < SIZE and 0 <= move["col"] < SIZE,
            f"a move starts off the board: {_key(move)}",
        )
    if move_format != "cells":
        return
    target = state["turn"].get("target") or {}
    for move in moves:
        piece = move.get("piece") or target["piece"]
        cells = {(row, col) for row, col in move["cells"]}
        require(
            len(cells) == size_of(piece),
            f"{piece} covers {len(cells)} squares",
        )
        require(
            all(row in range(SIZE) and col in range(SIZE) for row, col in cells),
            f"a move extends off the board: {_key(move)}",
        )


def check_same_moves(first: list[Data], second: list[Data]) -> None:
    """Check that two formats list the same moves."""
    odd = {_key(move) for move in first} ^ {_key(move) for move in second}
    require(not odd, f"moves in one format only: {sorted(odd)[:3]}")


def check_legality(body: Data, *, legal: bool) -> None:
    """Check that an action is legal without reasons, or illegal with reasons."""
    actual, reasons = body["legal"], body["reasons"]
    require(actual is legal, f"legal is {actual}, not {legal}")
    require(bool(reasons) is not legal, f"legal is {actual} with reasons {reasons}")
    for reason in reasons:
        require(bool(reason["code"] and reason["message"]), f"an empty reason: {reason}")
        require(
            reason["pointer"].startswith("/action"),
            f"a reason points to {reason['pointer']}",
        )


def check_turn(body: Data, state: Data, next_turn: Data, action: Data) -> Data:
    """Check that the played piece is on the board and in the first event; return the body."""
    before, after = state["placements"], body["state"]["placements"]
    require(
        len(after) == len(before) + 1,
        f"{len(before)} pieces became {len(after)} in one turn",
    )
    require(after[:-1] == before, "the turn changed earlier pieces")
    played = {name: action[name] for name in ("piece", "orientation", "row", "col")}
    placed = {"color": next_turn["color"], **played}
    require(after[-1] == placed, f"{placed} was played, {after[-1]} is on the board")
    first_event = {**body["events"][0]} if body["events"] else {}
    first_event.pop("text", None)  # for people
    actual = {"type": "piece_placed", "seat": next_turn["seat"], **placed}
    require(first_event == actual, f"the first event is {first_event} and not {actual}")
    rest = {event["type"] for event in body["events"][1:]}
    require(
        rest <= {"passed", "game_over"},
        f"events of a placement: {sorted(rest)}",
    )
    last = body["state"]["last_placed"][next_turn["color"]]
    require(last == action["piece"], f"the last piece is {last}")
    require(body["state"]["rules"] == state["rules"], "the turn changed the rules")
    check_next(body)
    check_included(body)
    return body


def check_included(body: Data) -> None:
    """Check what a turn includes: moves that fit, supplies, and the score at the end."""
    over = body["next"]["phase"] == "over"
    require(bool(body["score"]) or not over, "the game is over without a score")
    if body["score"]:
        check_score(body["score"], body["state"])
    if body["supply"]:
        for color, pieces in body["supply"].items():
            placed = [one for one in body["state"]["placements"] if one["color"] == color]
            left = PIECES - len(placed)
            require(len(pieces) == left, f"{color} has {len(pieces)} pieces left, not {left}")
    if body["moves"] is not None:
        move_format = "objects" if body["groups"] is None else "groups"
        listed = {**body, **body["next"]}
        check_moves(listed, body["state"], body["next"], move_format)


def check_next(body: Data) -> None:
    """Check that `next` matches the state, and that game_over is reported exactly at the end."""
    turn, next_turn = body["state"]["turn"], body["next"]
    for name in ("color", "phase"):
        require(
            turn[name] == next_turn[name],
            f"next.{name} is {next_turn[name]!r}, the state has {turn[name]!r}",
        )
    over = next_turn["color"] is None
    ended = bool(body["events"]) and body["events"][-1]["type"] == "game_over"
    require(over is ended, f"the game is over: {over}, event game_over: {ended}")
    require(over is (next_turn["phase"] == "over"), f"{next_turn} is contradictory")
    seats = body["state"]["rules"]["seats"]
    require(
        next_turn["seat"] is None if over else next_turn["seat"] in range(1, seats + 1),
        f"the seat is {next_turn['seat']} of {seats}",
    )


def check_score(body: Data, state: Data) -> None:
    """Check the squares left, the scores and the winners against the placements."""
    rules, placements = state["rules"], state["placements"]
    over = state["turn"]["phase"] == "over"
    require(body["final"] is over, f"final is {body['final']}, over is {over}")
    for color in COLORS:
        sizes = [size_of(one["piece"]) for one in placements if one["color"] == color]
        actual, left = body["colors"][color], SQUARES - sum(sizes)
        pieces = PIECES - len(sizes)
        require(
            actual["pieces_left"] == pieces,
            f"{color} has {actual['pieces_left']} pieces left, not {pieces}",
        )
        require(
            actual["squares_left"] == left,
            f"{color} has {actual['squares_left']} squares left, not {left}",
        )
        _check_points(actual["score"], left, rules, shared=color == rules["shared_color"])
    parties = body["teams"] if rules["teams"] else body["seats"]
    expected = 2 if rules["teams"] else rules["seats"]
    require(len(parties) == expected, f"{len(parties)} of {expected} are scored")
    worst, best = (max, min) if rules["scoring"] == "basic" else (min, max)
    combined = worst if rules["game"] == "shuffle" and rules["seats"] == 2 else sum
    for party in parties:
        scores = [body["colors"][color]["score"] for color in party["colors"]]
        require(
            party["score"] == combined(scores),
            f"{party} has colours of {scores}",
        )
    top = best(party["score"] for party in parties)
    winning = [party for party in parties if party["score"] == top]
    teams = [party["team"] for party in winning] if rules["teams"] else []
    seats = [party["seats"] if rules["teams"] else [party["seat"]] for party in winning]
    winners = sorted(seat for party_seats in seats for seat in party_seats)
    require(body["winners"] == winners, f"{winners} won, not {body['winners']}")
    require(body["winning_teams"] == teams, f"{teams} won, not {body['winning_teams']}")


def _check_points(score: int | None, left: int, rules: Data, *, shared: bool) -> None:
    if shared:
        right = score is None
    elif rules["scoring"] == "basic":
        right = score == left
    else:
        bonus = {0, 5} if left else {15, 20}
        right = score is not None and score + left in bonus
    require(right, f"a score of {score} with {left} squares left")


def check_rendering(
    response: Response, placements: list[Data], move_format: str, rows: int = SIZE, cols: int = SIZE
) -> None:
    """Check the squares of each colour in a text rendering, or that an SVG document is complete."""
    expected = {"svg": "image/svg+xml", "text": "text/plain"}[move_format]
    if response.status != 200 or response.media_type != expected:
        raise InvalidResponseError(
            f"a rendering with status {response.status}, {response.media_type}"
        )
    text = response.body.decode()
    if move_format == "svg":
        complete = text.startswith("<svg ") and text.rstrip().endswith("</svg>")
        require(complete, "the SVG document is incomplete")
        return
    headings = 1 if cols <= 10 else 2  # tens above units, if there are any
    lines = [line[3:] for line in text.splitlines()[headings:]]
    widths = {len(line) for line in lines}
    require(
        len(lines) == rows and widths == {cols},
        f"a board of {len(lines)} rows, {sorted(widths)} wide",
    )
    drawn = Counter("".join(lines))
    for color in COLORS:
        squares = sum(size_of(one["piece"]) for one in placements if one["color"] == color)
        letter = color[0].upper()
        require(
            drawn[letter] == squares,
            f"{drawn[letter]} squares of {color} are drawn, not {squares}",
        )
