"""Rules of thumb for what is the same in every game: new games, moves, turns, scores, pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..answers import Answer, WrongAnswerError, expect

__all__ = [
    "COLORS",
    "Data",
    "check_game",
    "check_moves",
    "check_next",
    "check_picture",
    "check_same_moves",
    "check_score",
    "check_turn",
    "check_verdict",
    "size_of",
]

Data = dict[str, Any]

COLORS = ("blue", "yellow", "red", "green")
SIZE = 20
PIECES = 21
SQUARES = 89
"""How many pieces a colour has, and how many squares they cover together."""

ACTIONS = {
    "opening": {"place"},
    "play_card": {"play_card"},
    "choose_card": {"choose_card"},
    "choose_color": {"choose_color"},
    "choose_piece": {"choose_piece"},
    "warp_to": {"warp_to"},
    "place": {"place", "pass"},
}
"""For each phase what it may ask for."""


def size_of(piece: str) -> int:
    """Return how many squares a piece has: its name ends with it."""
    return int(piece[-1])


def check_game(body: Data, rules: Data, seed: int | None) -> Data:
    """See that a new game has the rules that were asked for, and an empty board."""
    state = body["state"]
    for name, value in rules.items():
        told = state["rules"][name]
        expect(that=told == value, otherwise=f"rules.{name} is {told!r} and not {value!r}")
    expect(that=state["placements"] == [], otherwise="a new game has pieces on the board")
    expect(that=body["events"] == [], otherwise="a new game has events")
    if seed is not None:
        expect(that=body["seed"] == seed, otherwise=f"the seed is {body['seed']}, not {seed}")
    first = state["rules"]["first_color"]
    mover = body["next"]["color"]
    expect(that=mover == first, otherwise=f"{mover} begins and not {first}")
    check_next(body)
    return body


def check_moves(body: Data, state: Data, who: Data, form: str) -> list[Data]:
    """Return moves that are for who is to move, as many as is said, of pieces at hand."""
    for name in ("color", "seat", "phase"):
        told = body[name]
        expect(that=told == who[name], otherwise=f"{name} is {told!r} and not {who[name]!r}")
    moves = _listed(body, state)
    count = body["count"]
    expect(
        that=count == len(moves), otherwise=f"count is {count}, but {len(moves)} moves are listed"
    )
    if who["color"] is None:
        expect(that=not moves, otherwise="the game is over, but there are moves")
        return moves
    expect(that=bool(moves), otherwise="the game is not over, but there are no moves")
    types = {move["type"] for move in moves}
    expect(
        that=len(types) == 1 and types <= ACTIONS[who["phase"]],
        otherwise=f"in the phase {who['phase']} there are moves of the types {sorted(types)}",
    )
    if types == {"place"}:
        _check_supply(moves, state, who["color"])
    if types <= {"place", "warp_to"}:
        _check_squares(moves, state, form)
    return moves


def _listed(body: Data, state: Data) -> list[Data]:
    """Return the moves, in whatever form they are written."""
    moves = body["moves"]
    if isinstance(moves, list):
        return moves
    warped = state["turn"]["phase"] == "warp_to"
    return list(_spelled_out(moves, warped=warped))


def _spelled_out(compact: Data, *, warped: bool) -> Iterator[Data]:
    """Yield the moves of the compact form: piece, orientation, row * 20 + col."""
    for piece, orientations in compact.items():
        for orientation, squares in orientations.items():
            for square in squares:
                row, col = divmod(square, SIZE)
                place = {"orientation": int(orientation), "row": row, "col": col}
                if warped:
                    yield {"type": "warp_to", **place}
                else:
                    yield {"type": "place", "piece": piece, **place}


def _check_supply(moves: list[Data], state: Data, color: str) -> None:
    placed = {one["piece"] for one in state["placements"] if one["color"] == color}
    gone = {move["piece"] for move in moves} & placed
    expect(that=not gone, otherwise=f"{color} has placed {', '.join(sorted(gone))} already")


def _key(move: Data) -> tuple[Any, ...]:
    return (move.get("piece"), move["orientation"], move["row"], move["col"])


def _check_squares(moves: list[Data], state: Data, form: str) -> None:
    expect(that=len({_key(move) for move in moves}) == len(moves), otherwise="a move stands twice")
    for move in moves:
        expect(
            that=0 <= move["row"] < SIZE and 0 <= move["col"] < SIZE,
            otherwise=f"a move begins off the board: {_key(move)}",
        )
    if form != "cells":
        return
    target = state["turn"].get("target") or {}
    for move in moves:
        piece = move.get("piece") or target["piece"]
        cells = {(row, col) for row, col in move["cells"]}
        expect(
            that=len(cells) == size_of(piece),
            otherwise=f"{piece} covers {len(cells)} squares",
        )
        expect(
            that=all(row in range(SIZE) and col in range(SIZE) for row, col in cells),
            otherwise=f"a move lies off the board: {_key(move)}",
        )


def check_same_moves(first: list[Data], second: list[Data]) -> None:
    """See that one question has the same moves in two forms; one that is missing is named."""
    odd = {_key(move) for move in first} ^ {_key(move) for move in second}
    expect(that=not odd, otherwise=f"moves are in one form only: {sorted(odd)[:3]}")


def check_verdict(body: Data, *, legal: bool) -> None:
    """See that an action is legal without reasons, or illegal with some that say why."""
    told, reasons = body["legal"], body["reasons"]
    expect(that=told is legal, otherwise=f"legal is {told}, and should be {legal}")
    expect(that=bool(reasons) is not legal, otherwise=f"legal is {told} with reasons {reasons}")
    for reason in reasons:
        expect(
            that=bool(reason["code"] and reason["message"]), otherwise=f"an empty reason: {reason}"
        )
        expect(
            that=reason["pointer"].startswith("/action"),
            otherwise=f"a reason points to {reason['pointer']}",
        )


def check_turn(body: Data, state: Data, who: Data, action: Data) -> Data:
    """See that the piece lies there that was played, and that the first event tells of it."""
    before, after = state["placements"], body["state"]["placements"]
    expect(
        that=len(after) == len(before) + 1,
        otherwise=f"{len(before)} pieces became {len(after)} by one turn",
    )
    expect(that=after[:-1] == before, otherwise="the turn changed pieces that lay there before")
    played = {name: action[name] for name in ("piece", "orientation", "row", "col")}
    placed = {"color": who["color"], **played}
    expect(that=after[-1] == placed, otherwise=f"{placed} was played, {after[-1]} lies there")
    begins = body["events"][0] if body["events"] else {}
    told = {"type": "piece_placed", "seat": who["seat"], **placed}
    expect(that=begins == told, otherwise=f"the first event is {begins} and not {told}")
    rest = {event["type"] for event in body["events"][1:]}
    expect(
        that=rest <= {"passed", "game_over"},
        otherwise=f"events of a placement: {sorted(rest)}",
    )
    last = body["state"]["last_placed"][who["color"]]
    expect(that=last == action["piece"], otherwise=f"the last piece is {last}")
    expect(that=body["state"]["rules"] == state["rules"], otherwise="the turn changed the rules")
    check_next(body)
    return body


def check_next(body: Data) -> None:
    """See that who is next is who the state says, and that the end is told by an event."""
    turn, who = body["state"]["turn"], body["next"]
    for name in ("color", "phase"):
        expect(
            that=turn[name] == who[name],
            otherwise=f"next.{name} is {who[name]!r}, the state says {turn[name]!r}",
        )
    over = who["color"] is None
    ended = bool(body["events"]) and body["events"][-1]["type"] == "game_over"
    expect(that=over is ended, otherwise=f"over: {over}, but the event of the end: {ended}")
    expect(that=over is (who["phase"] == "over"), otherwise=f"{who} makes no sense")
    seats = body["state"]["rules"]["seats"]
    expect(
        that=who["seat"] is None if over else who["seat"] in range(1, seats + 1),
        otherwise=f"the seat is {who['seat']} of {seats}",
    )


def check_score(body: Data, state: Data) -> None:
    """See that squares left are those of the missing pieces; sums and winners follow."""
    rules, placements = state["rules"], state["placements"]
    over = state["turn"]["phase"] == "over"
    expect(that=body["final"] is over, otherwise=f"final is {body['final']}, over is {over}")
    for color in COLORS:
        sizes = [size_of(one["piece"]) for one in placements if one["color"] == color]
        told, left = body["colors"][color], SQUARES - sum(sizes)
        pieces = PIECES - len(sizes)
        expect(
            that=told["pieces_left"] == pieces,
            otherwise=f"{color} has {told['pieces_left']} pieces left, and not {pieces}",
        )
        expect(
            that=told["squares_left"] == left,
            otherwise=f"{color} has {told['squares_left']} squares left, and not {left}",
        )
        _check_points(told["score"], left, rules, shared=color == rules["shared_color"])
    parties = body["teams"] if rules["teams"] else body["seats"]
    expected = 2 if rules["teams"] else rules["seats"]
    expect(that=len(parties) == expected, otherwise=f"{len(parties)} of {expected} are scored")
    worst, best = (max, min) if rules["scoring"] == "basic" else (min, max)
    combined = worst if rules["game"] == "shuffle" and rules["seats"] == 2 else sum
    for party in parties:
        scores = [body["colors"][color]["score"] for color in party["colors"]]
        expect(
            that=party["score"] == combined(scores),
            otherwise=f"{party} has colours of {scores}",
        )
    top = best(party["score"] for party in parties)
    name = "team" if rules["teams"] else "seat"
    winners = [party[name] for party in parties if party["score"] == top]
    expect(that=body["winners"] == winners, otherwise=f"{winners} won, not {body['winners']}")


def _check_points(score: int | None, left: int, rules: Data, *, shared: bool) -> None:
    if shared:
        right = score is None
    elif rules["scoring"] == "basic":
        right = score == left
    else:
        bonus = {0, 5} if left else {15, 20}
        right = score is not None and score + left in bonus
    expect(that=right, otherwise=f"a score of {score} with {left} squares left")


def check_picture(
    answer: Answer, placements: list[Data], form: str, rows: int = SIZE, cols: int = SIZE
) -> None:
    """See that a text has as many squares of each colour as its pieces, and that SVG is whole."""
    expected = {"svg": "image/svg+xml", "text": "text/plain"}[form]
    if answer.status != 200 or answer.media_type != expected:
        raise WrongAnswerError(f"a picture with status {answer.status}, {answer.media_type}")
    text = answer.body.decode()
    if form == "svg":
        whole = text.startswith("<svg ") and text.rstrip().endswith("</svg>")
        expect(that=whole, otherwise="the picture is not whole")
        return
    headings = 1 if cols <= 10 else 2  # the tens stand above the units, if there are any
    lines = [line[3:] for line in text.splitlines()[headings:]]
    widths = {len(line) for line in lines}
    expect(
        that=len(lines) == rows and widths == {cols},
        otherwise=f"a board of {len(lines)} rows, {sorted(widths)} wide",
    )
    drawn = Counter("".join(lines))
    for color in COLORS:
        squares = sum(size_of(one["piece"]) for one in placements if one["color"] == color)
        letter = color[0].upper()
        expect(
            that=drawn[letter] == squares,
            otherwise=f"{drawn[letter]} squares of {color} are drawn, and not {squares}",
        )
