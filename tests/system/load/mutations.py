"""Small changes of responses, from which the faults are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from tests.system.load.faulty_app import Reply

Data = dict[str, Any]


def listed_moves(data: Data) -> list[Data]:
    """Return the moves of a body that are objects, not groups."""
    moves: list[Data] = data["moves"]
    return moves


def drop_move(data: Data) -> None:
    """Remove a move and adjust the count, in one format only."""
    moves = listed_moves(data)
    if len(moves) > 1 and "cells" not in moves[0]:
        del moves[0]
        data["count"] -= 1


def repeat_move(data: Data) -> None:
    """List and count a move twice."""
    moves = listed_moves(data)
    if moves and moves[0]["type"] == "place":
        moves.append(moves[0])
        data["count"] += 1


def foreign_move(data: Data) -> None:
    """Change the type of the last move."""
    moves = listed_moves(data)
    if moves:
        moves[-1] = {"type": "pass"} if len(moves) > 1 else {"type": "dance"}


def shrink_move(data: Data) -> None:
    """Remove a square of a move."""
    moves = listed_moves(data)
    if moves and "cells" in moves[0]:
        moves[-1]["cells"].pop()


def list_used_piece(data: Data) -> None:
    """List F5 where it is not; in some positions it has been placed already."""
    moves = listed_moves(data) if data["phase"] == "place" else []
    if moves and all(move["piece"] != "F5" for move in moves):
        moves[-1]["piece"] = "F5"


def move_piece(data: Data) -> None:
    """Move the last piece by a column."""
    data["state"]["placements"][-1]["col"] ^= 1


def show_hands(data: Data) -> None:
    """Show all hands."""
    for deck in data["view"]["decks"].values():
        if deck["hand"] is None:
            deck["hand"] = ["wild"] * deck["hand_count"]


def show_cards(data: Data) -> None:
    """Show the drawn cards to all seats."""
    for event in data["events"]:
        if event["type"] == "cards_drawn":
            event.setdefault("cards", ["wild"] * event["count"])


def remove_card(data: Data) -> None:
    """Remove a card of a draw pile."""
    for deck in data["state"].get("decks", {}).values():
        if deck["draw"]:
            deck["draw"].pop()
            return


def reorder_discards(data: Data) -> None:
    """Reorder the discard piles."""
    for deck in data["state"]["decks"].values():
        deck["discard"].sort(reverse=deck["discard"] == sorted(deck["discard"]))


def mix_choices(data: Data) -> None:
    """Change the type of one choice."""
    if data["choices"]:
        data["choices"][0]["type"] = "place"


def remove_destination(data: Data) -> None:
    """Remove a destination of each piece."""
    for one in data["destinations"] or ():
        if one["count"] > 1:
            one["moves"].pop()
            one["count"] -= 1


def end_too_early(data: Data) -> None:
    """Report that the game is over."""
    data["next"] = {"color": None, "seat": None, "phase": "over"}


def fail_result(data: Data) -> None:
    """Replace a result of a batch by an error."""
    operation = data["results"][-1]["operation"]
    data["results"][-1] = {
        "operation": operation,
        "status": 500,
        "body": {"code": "internal_error"},
    }


def change_result_body(data: Data) -> None:
    """Change the body of results of a batch."""
    for result in data["results"]:
        if "count" in result["body"]:
            result["body"]["count"] += 1


def erase_square(reply: Reply) -> Reply:
    """Erase a blue square of a text rendering."""
    return reply._replace(body=reply.body.replace(b"B", b".", 1))


def remove_row(reply: Reply) -> Reply:
    """Remove the last row of a text rendering."""
    lines = reply.body.splitlines(keepends=True)
    text = "text/plain" in reply.headers["Content-Type"]
    return reply._replace(body=b"".join(lines[:-1])) if text else reply


def add_empty_line(reply: Reply) -> Reply:
    """Add an empty line above a text rendering."""
    text = "text/plain" in reply.headers["Content-Type"]
    return reply._replace(body=b"\n" + reply.body) if text else reply


def remove_column(reply: Reply) -> Reply:
    """Remove the last column of a text rendering."""
    lines = reply.body.splitlines()
    text = "text/plain" in reply.headers["Content-Type"]
    return reply._replace(body=b"\n".join(line[:-1] for line in lines)) if text else reply


def accept_results(data: Data) -> None:
    """Give all results of a batch the status 200."""
    for result in data["results"]:
        result["status"] = 200


def move_off_board(data: Data) -> None:
    """Let a move start below the board."""
    moves = listed_moves(data)
    if moves and "row" in moves[0]:
        moves[-1]["row"] = 25


def cells_off_board(data: Data) -> None:
    """Let a move cover a square below the board."""
    moves = listed_moves(data)
    if moves and "cells" in moves[0]:
        moves[-1]["cells"][0] = [25, 0]


def end_phase_only(data: Data) -> None:
    """Set the phase `over` while a colour is to move."""
    data["next"]["phase"] = data["state"]["turn"]["phase"] = "over"


def swap_colors(data: Data) -> None:
    """Swap two colours: still a solution, but without the given pieces."""
    swapped = {"blue": "red", "red": "blue"}
    for one in data["placements"] or ():
        one["color"] = swapped.get(one["color"], one["color"])


def unknown_without_cause(data: Data) -> None:
    """Report `unknown` although nothing stopped the search."""
    data.update(outcome="unknown", placements=None)


def first_destination(name: str, value: object) -> Callable[[Data], None]:
    """Return a change of the first entry of the destinations."""

    def change(data: Data) -> None:
        if data["destinations"]:
            data["destinations"][0][name] = value

    return change


def retype_destinations(data: Data) -> None:
    """Change the type of the destinations."""
    for one in data["destinations"] or ():
        for move in one["moves"]:
            move["type"] = "place"


def show_drawn(data: Data) -> None:
    """Show the cards drawn by Draw 2 to all seats."""
    if "drawn_count" in data["view"]["turn"]:
        data["view"]["turn"]["drawn"] = ["wild", "wild"]


def ignore_etag(reply: Reply) -> Reply:
    """Send the page again in place of 304."""
    return reply._replace(status="200 OK", body=b"{}") if reply.status[:3] == "304" else reply


def busy_without_retry_after(reply: Reply) -> Reply:
    """Report `busy` without Retry-After."""
    body = {
        "type": "/docs/errors#busy",
        "title": "x",
        "status": 503,
        "detail": "x",
        "code": "busy",
    }
    return Reply(
        "503 Busy",
        {**reply.headers, "Content-Type": "application/problem+json"},
        orjson.dumps(body),
    )


def list_move_after_end(data: Data) -> None:
    """List a move when the game is over."""
    if data["color"] is None:
        data.update(moves=[{"type": "pass"}], count=1)
