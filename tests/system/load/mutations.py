"""What lies are made of: small changes to answers, each plausible on its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from tests.system.load.faulty_app import Reply

Data = dict[str, Any]


def drop_move(data: Data) -> None:
    """Leave out a move, and say so in the count: only one form of several does it."""
    if (
        isinstance(data["moves"], list)
        and len(data["moves"]) > 1
        and "cells" not in data["moves"][0]
    ):
        del data["moves"][0]
        data["count"] -= 1


def repeat_move(data: Data) -> None:
    """List a move twice, and count it twice."""
    if isinstance(data["moves"], list) and data["moves"] and data["moves"][0]["type"] == "place":
        data["moves"].append(data["moves"][0])
        data["count"] += 1


def foreign_move(data: Data) -> None:
    """Make the last move one of another type."""
    if isinstance(data["moves"], list) and data["moves"]:
        data["moves"][-1] = {"type": "pass"} if len(data["moves"]) > 1 else {"type": "dance"}


def stretch_move(data: Data) -> None:
    """Have a move cover a square less."""
    if isinstance(data["moves"], list) and "cells" in (data["moves"] or [{}])[0]:
        data["moves"][-1]["cells"].pop()


def offer_again(data: Data) -> None:
    """Offer F5 where it is not: sooner or later it has been placed already."""
    moves = data["moves"] if data["phase"] == "place" else []
    if isinstance(moves, list) and moves and all(move["piece"] != "F5" for move in moves):
        moves[-1]["piece"] = "F5"


def move_piece(data: Data) -> None:
    """Have the last piece lie a column further."""
    data["state"]["placements"][-1]["col"] ^= 1


def show_hands(data: Data) -> None:
    """Show every hand."""
    for deck in data["state"].get("decks", {}).values():
        if isinstance(deck["hand"], int):
            deck["hand"] = ["wild"] * deck["hand"]


def show_cards(data: Data) -> None:
    """Show to everybody which cards were drawn."""
    for event in data["events"]:
        if event["type"] == "cards_drawn":
            event["cards"] = event["cards"] or ["wild"] * event["count"]


def lose_card(data: Data) -> None:
    """Lose a card of some pile."""
    for deck in data["state"].get("decks", {}).values():
        if deck["draw"]:
            deck["draw"].pop()
            return


def shuffle_discards(data: Data) -> None:
    """Have the cards that were played lie in another order."""
    for deck in data["state"]["decks"].values():
        deck["discard"].sort(reverse=deck["discard"] == sorted(deck["discard"]))


def mix_choices(data: Data) -> None:
    """Have one choice be of another type."""
    if data["choices"]:
        data["choices"][0]["type"] = "place"


def lose_destination(data: Data) -> None:
    """Leave out a destination of the first piece that could be warped."""
    for one in data["destinations"] or ():
        if one["count"] > 1:
            one["moves"].pop()
            one["count"] -= 1


def end_too_early(data: Data) -> None:
    """Say that a game is over that is not."""
    data["next"] = {"color": None, "seat": None, "phase": "over"}


def spoil_part(data: Data) -> None:
    """Have one part of a batch go wrong."""
    data["results"][-1] = {"status": 500, "body": {"code": "internal_error"}}


def spoil_part_body(data: Data) -> None:
    """Have one part of a batch say something else than it would alone."""
    for result in data["results"]:
        if "count" in result["body"]:
            result["body"]["count"] += 1


def smudge(reply: Reply) -> Reply:
    """Rub a blue square off a picture."""
    return reply._replace(body=reply.body.replace(b"B", b".", 1))


def cut_rows(reply: Reply) -> Reply:
    """Leave out the last row of a board of text."""
    lines = reply.body.splitlines(keepends=True)
    text = "text/plain" in reply.headers["Content-Type"]
    return reply._replace(body=b"".join(lines[:-1])) if text else reply


def raise_heading(reply: Reply) -> Reply:
    """Have an empty line above a board of text."""
    text = "text/plain" in reply.headers["Content-Type"]
    return reply._replace(body=b"\n" + reply.body) if text else reply


def narrow_rows(reply: Reply) -> Reply:
    """Leave out the last column of a board of text."""
    lines = reply.body.splitlines()
    text = "text/plain" in reply.headers["Content-Type"]
    return reply._replace(body=b"\n".join(line[:-1] for line in lines)) if text else reply


def accept_parts(data: Data) -> None:
    """Have parts of a batch go well that were refused."""
    for result in data["results"]:
        result["status"] = 200


def stray_move(data: Data) -> None:
    """Have a move begin below the board."""
    if isinstance(data["moves"], list) and "row" in data["moves"][0]:
        data["moves"][-1]["row"] = 25


def stray_cells(data: Data) -> None:
    """Have a move cover a square below the board."""
    if isinstance(data["moves"], list) and "cells" in (data["moves"] or [{}])[0]:
        data["moves"][-1]["cells"][0] = [25, 0]


def stop_in_the_middle(data: Data) -> None:
    """Ask somebody for nothing."""
    data["next"]["phase"] = data["state"]["turn"]["phase"] = "over"


def swap_colors(data: Data) -> None:
    """Swap two colours: a solution stays one, but pieces that were given are not in it."""
    swapped = {"blue": "red", "red": "blue"}
    for one in data["placements"] or ():
        one["color"] = swapped.get(one["color"], one["color"])


def stop_for_no_reason(data: Data) -> None:
    """Give up a search that nothing has stopped."""
    data.update(outcome="unknown", placements=None)


def first_destination(name: str, value: object) -> Callable[[Data], None]:
    """Return what changes something about the first piece that could be warped."""

    def alter(data: Data) -> None:
        if data["destinations"]:
            data["destinations"][0][name] = value

    return alter


def turn_destinations(data: Data) -> None:
    """Have the destinations be of another type."""
    for one in data["destinations"] or ():
        for move in one["moves"]:
            move["type"] = "place"


def show_drawn(data: Data) -> None:
    """Show to everybody which cards Draw 2 has turned up."""
    if "drawn" in data["state"]["turn"]:
        data["state"]["turn"]["drawn"] = ["wild", "wild"]


def always_fresh(reply: Reply) -> Reply:
    """Send a page that the client has already."""
    return reply._replace(status="200 OK", body=b"{}") if reply.status[:3] == "304" else reply


def no_retry(reply: Reply) -> Reply:
    """Be busy without saying for how long."""
    body = {
        "type": "urn:cornerwise:problem:busy",
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


def play_on(data: Data) -> None:
    """Offer a move when the game is over."""
    if data["color"] is None:
        data.update(moves=[{"type": "pass"}], count=1)
