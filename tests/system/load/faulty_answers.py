"""Lies of every kind, each with the story that must notice it and the words it must find.

``app`` is a real application for a real server, and lies as the environment variable LIE says.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from service.app import app as honest
from tests.system.load.faulty_app import (
    Lie,
    in_json,
    lying_app,
    once,
    setting,
    with_header,
    with_status,
    without_header,
)
from tests.system.load.mutations import (
    accept_parts,
    always_fresh,
    cut_rows,
    drop_move,
    end_too_early,
    first_destination,
    foreign_move,
    lose_card,
    lose_destination,
    mix_choices,
    move_piece,
    narrow_rows,
    no_retry,
    offer_again,
    play_on,
    raise_heading,
    repeat_move,
    show_cards,
    show_drawn,
    show_hands,
    shuffle_discards,
    smudge,
    spoil_part,
    spoil_part_body,
    stop_for_no_reason,
    stop_in_the_middle,
    stray_cells,
    stray_move,
    stretch_move,
    swap_colors,
    turn_destinations,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

COLORS = ("blue", "yellow", "red", "green")


MOVES, TURNS, RESOLUTIONS = "/v1/legal-moves", "/v1/turns", "/v1/card-resolutions"
SOLUTIONS, LAYOUTS = "/v1/puzzles/*/solutions", "/v1/puzzles/*/checks"

LIES: dict[str, Lie] = {
    "one more is counted": Lie(
        "classic", MOVES, in_json(lambda data: data.update(count=data["count"] + 1)), "count is"
    ),
    "a move is left out": Lie("classic", MOVES, in_json(drop_move), "moves are in one form only"),
    "a move stands twice": Lie("classic", MOVES, in_json(repeat_move), "stands twice"),
    "a move of another type": Lie("classic", MOVES, in_json(foreign_move), "moves of the types"),
    "a move covers too little": Lie("classic", MOVES, in_json(stretch_move), "covers"),
    "a piece is offered again": Lie("classic", MOVES, in_json(offer_again), "already"),
    "no moves": Lie("classic", MOVES, setting(moves=[], count=0), "no moves"),
    "moves of another colour": Lie("classic", MOVES, setting(color="none"), "color is 'none'"),
    "moves of another seat": Lie("classic", MOVES, setting(seat=9), "seat is 9"),
    "moves without a count": Lie(
        "classic", MOVES, in_json(lambda data: data.pop("count")), "right shape"
    ),
    "no JSON": Lie("classic", MOVES, lambda reply: reply._replace(body=b"{"), "right shape"),
    "another type": Lie(
        "classic",
        MOVES,
        with_header("Content-Type", "text/html"),
        "the type is 'text/html'",
    ),
    "another status": Lie("classic", MOVES, with_status("201 Created"), "status 201"),
    "a failure now and then": Lie("classic", TURNS, once(with_status("500 Oh")), "status 500"),
    "no id": Lie("classic", TURNS, without_header("X-Request-ID"), "X-Request-ID"),
    "somebody else's id": Lie(
        "classic", TURNS, with_header("X-Request-ID", "classic.9-1"), "X-Request-ID"
    ),
    "no piece more": Lie(
        "classic", TURNS, in_json(lambda data: data["state"]["placements"].pop()), "by one turn"
    ),
    "a piece elsewhere": Lie("classic", TURNS, in_json(move_piece), "lies there"),
    "an older piece elsewhere": Lie(
        "classic",
        TURNS,
        in_json(lambda data: data["state"]["placements"].reverse()),
        "lay there before",
    ),
    "no event": Lie("classic", TURNS, setting(events=[]), "the first event"),
    "another event": Lie(
        "classic",
        TURNS,
        in_json(lambda data: data["events"].append({"type": "card_played"})),
        "events of a placement",
    ),
    "other rules": Lie(
        "classic",
        TURNS,
        in_json(lambda data: data["state"]["rules"].update(seats=1)),
        "changed the rules",
    ),
    "another last piece": Lie(
        "classic",
        TURNS,
        in_json(lambda data: data["state"]["last_placed"].clear()),
        "right shape",
    ),
    "over too early": Lie("classic", TURNS, in_json(end_too_early), "next.color"),
    "a new game with another seat": Lie(
        "classic",
        "/v1/games",
        in_json(lambda data: data["state"]["rules"].update(seats=7)),
        "rules.seats",
    ),
    "somebody else begins": Lie(
        "classic", "/v1/games", in_json(lambda data: data["next"].update(color="x")), "begins"
    ),
    "legal is illegal": Lie("classic", "/v1/checks", setting(legal=False), "legal is False"),
    "illegal for no reason": Lie("classic", "/v1/checks", setting(reasons=[]), "with reasons"),
    "a square too many": Lie(
        "classic",
        "/v1/scores",
        in_json(lambda data: data["colors"]["red"].update(squares_left=1)),
        "squares left",
    ),
    "a better score": Lie(
        "classic",
        "/v1/scores",
        in_json(lambda data: [one.update(score=1) for one in data["seats"] or data["teams"]]),
        "has colours of",
    ),
    "nobody wins": Lie("classic", "/v1/scores", setting(winners=[]), "won"),
    "final too early": Lie("classic", "/v1/scores", setting(final=True), "final is"),
    "a square is not drawn": Lie("classic", "/v1/renderings", smudge, "squares of blue"),
    "half a picture": Lie(
        "classic",
        "/v1/renderings",
        lambda reply: reply._replace(body=reply.body[:200]),
        "whole",
    ),
    "hands are shown": Lie("shuffle", "/v1/views", in_json(show_hands), "of the deck of"),
    "drawn cards are shown": Lie("shuffle", "/v1/views", in_json(show_cards), "sees the cards"),
    "another seat's view": Lie("shuffle", "/v1/views", setting(seat=9), "the view of 9"),
    "a card is lost": Lie("shuffle", TURNS, in_json(lose_card), "cards were lost"),
    "a turn without its first event": Lie(
        "shuffle", TURNS, in_json(lambda data: data["events"].pop(0)), "the first event"
    ),
    "another seed": Lie("shuffle", "/v1/games", setting(seed=-1), "the seed"),
    "choices of two types": Lie("shuffle", RESOLUTIONS, in_json(mix_choices), "choices of"),
    "a choice too many": Lie(
        "shuffle", RESOLUTIONS, in_json(lambda data: data.update(count=99)), "count is 99"
    ),
    "another outcome": Lie("shuffle", RESOLUTIONS, setting(outcome="lost"), "outcome is lost"),
    "discarded for no reason": Lie(
        "shuffle", RESOLUTIONS, setting(outcome="discarded", reason=None), "with the reason"
    ),
    "another card": Lie("shuffle", RESOLUTIONS, setting(card="joker"), "the card is joker"),
    "a resolution that leads elsewhere": Lie(
        "shuffle",
        RESOLUTIONS,
        in_json(shuffle_discards),
        "leads elsewhere",
    ),
    "a destination is left out": Lie(
        "shuffle", RESOLUTIONS, in_json(lose_destination), "other destinations"
    ),
    "a part has no result": Lie(
        "analyst", "/v1/batches", in_json(lambda data: data["results"].pop()), "results for"
    ),
    "a part fails": Lie("analyst", "/v1/batches", in_json(spoil_part), "status 500 in a batch"),
    "a broken part is accepted": Lie(
        "analyst", "/v1/batches", in_json(accept_parts), "status 200 in a batch, and not 422"
    ),
    "a part lies": Lie("analyst", "/v1/batches", in_json(spoil_part_body), "in a batch: count"),
    "parts in another order": Lie(
        "analyst", "/v1/batches", in_json(lambda data: data["results"].reverse()), "in a batch"
    ),
    "a piece of the solution is missing": Lie(
        "solver",
        SOLUTIONS,
        in_json(lambda data: (data["placements"] or [0]).pop()),
        "different, of",
    ),
    "impossible": Lie(
        "solver", SOLUTIONS, setting(outcome="impossible", placements=None), "impossible"
    ),
    "given pieces are moved": Lie(
        "solver",
        SOLUTIONS,
        in_json(lambda data: [one.update(row=99) for one in data["placements"] or ()]),
        "'right': False",
    ),
    "another puzzle": Lie("solver", SOLUTIONS, setting(puzzle="rect9"), "is for"),
    "busy without a time": Lie("solver", SOLUTIONS, no_retry, "right shape"),
    "not solved": Lie("solver", LAYOUTS, setting(solved=False), "'solved': False"),
    "a page lacks something": Lie(
        "visitor", "/v1/pieces", in_json(lambda data: data["pieces"].pop()), "20 pieces"
    ),
    "another language": Lie("visitor", "/v1/cards", setting(language="tlh"), "the language is"),
    "a variant too few": Lie(
        "visitor", "/v1/variants", in_json(lambda data: data["variants"].pop()), "variants are"
    ),
    "a puzzle too few": Lie(
        "visitor", "/v1/puzzles", in_json(lambda data: data["puzzles"].pop()), "puzzles are"
    ),
    "a page that may not be kept": Lie(
        "visitor", "/v1/cards", without_header("ETag"), "right shape"
    ),
    "a page is sent again": Lie("visitor", "/v1/cards", always_fresh, "instead of 304"),
    "not ready": Lie("visitor", "/readyz", setting(status="starting"), "status is starting"),
    "another code": Lie(
        "hostile",
        "/v1/scores",
        in_json(lambda data: data.update(code="bad"), status="4"),
        "the code is bad",
    ),
    "another single code": Lie(
        "hostile",
        TURNS,
        in_json(lambda data: [one.update(code="x") for one in data.get("errors", ())], status="4"),
        "is not among",
    ),
    "refused without a reason": Lie(
        "hostile",
        TURNS,
        in_json(lambda data: data.pop("errors", None), status="4"),
        "without its errors",
    ),
    "nothing is refused": Lie("hostile", "/v1/games", with_status("200 OK"), "status 200 instead"),
    "refused in HTML": Lie(
        "hostile",
        "/v1/games",
        with_header("Content-Type", "text/html"),
        "the type is 'text/html'",
    ),
    "a failure instead of a refusal": Lie(
        "hostile", "/v1/checks", with_status("500 Oh"), "status 500 instead of"
    ),
    "no Allow": Lie("hostile", "/v1/games", without_header("Allow"), "Allow says"),
}
"""For each lie the story that must notice it."""

LIES |= {
    "a move off the board": Lie("classic", MOVES, in_json(stray_move), "begins off the board"),
    "a square off the board": Lie("classic", MOVES, in_json(stray_cells), "lies off the board"),
    "an empty reason": Lie(
        "classic",
        "/v1/checks",
        in_json(lambda data: [one.update(message="") for one in data["reasons"]]),
        "an empty reason",
    ),
    "a reason that points elsewhere": Lie(
        "classic",
        "/v1/checks",
        in_json(lambda data: [one.update(pointer="/x") for one in data["reasons"]]),
        "points to /x",
    ),
    "an end that is none": Lie(
        "classic",
        TURNS,
        in_json(lambda data: data["events"].append({"type": "game_over"})),
        "the event of the end",
    ),
    "an end in the middle": Lie("classic", TURNS, in_json(stop_in_the_middle), "makes no sense"),
    "a seat that is not there": Lie(
        "classic", TURNS, in_json(lambda data: data["next"].update(seat=9)), "the seat is 9"
    ),
    "the last piece is another": Lie(
        "classic",
        TURNS,
        in_json(lambda data: data["state"].update(last_placed=dict.fromkeys(COLORS, "none"))),
        "the last piece is none",
    ),
    "a new game with pieces": Lie(
        "classic",
        "/v1/games",
        in_json(lambda data: data["state"]["placements"].append({})),
        "pieces on the board",
    ),
    "a new game with events": Lie("classic", "/v1/games", setting(events=[{}]), "has events"),
    "a piece too few is left": Lie(
        "classic",
        "/v1/scores",
        in_json(lambda data: data["colors"]["red"].update(pieces_left=0)),
        "pieces left",
    ),
    "a seat is not scored": Lie(
        "classic",
        "/v1/scores",
        in_json(lambda data: (data["seats"] or data["teams"]).pop()),
        "are scored",
    ),
    "a colour has another score": Lie(
        "classic",
        "/v1/scores",
        in_json(lambda data: [one.update(score=77) for one in data["colors"].values()]),
        "a score of 77",
    ),
    "a picture of another type": Lie(
        "classic", "/v1/renderings", with_header("Content-Type", "image/png"), "image/png"
    ),
    "a row is not drawn": Lie("classic", "/v1/renderings", cut_rows, "a board of 19 rows"),
    "a column is not drawn": Lie("classic", "/v1/renderings", narrow_rows, "20 rows, [19] wide"),
    "an empty line above a board": Lie(
        "solver", "/v1/puzzles/rect4*/renderings", raise_heading, "a board of 9 rows"
    ),
    "over, but there are moves": Lie("classic", MOVES, in_json(play_on), "but there are moves"),
    "drawn cards are open": Lie("shuffle", "/v1/views", in_json(show_drawn), "all see the drawn"),
    "a piece too few": Lie(
        "shuffle", TURNS, in_json(lambda data: data["state"]["placements"].pop()), "pieces became"
    ),
    "a piece too many": Lie(
        "shuffle",
        TURNS,
        in_json(
            lambda data: (
                data["events"].append({"type": "piece_placed"}),
                data["state"]["placements"].append({}),
            )
        ),
        "events tell of it",
    ),
    "a turn with other rules": Lie(
        "shuffle",
        TURNS,
        in_json(lambda data: data["state"]["rules"].update(seats=1)),
        "changed the rules",
    ),
    "somebody else is asked": Lie("shuffle", RESOLUTIONS, setting(seat=9), "is asked"),
    "another card was played": Lie(
        "shuffle",
        RESOLUTIONS,
        in_json(lambda data: data["events"][0].update(card="joker")),
        "the first event is",
    ),
    "a chain of nothing": Lie(
        "shuffle",
        RESOLUTIONS,
        in_json(lambda data: data["chain"].append({"outcome": "depends", "reason": None})),
        "chosen",
    ),
    "a resolution loses a card": Lie("shuffle", RESOLUTIONS, in_json(lose_card), "cards were lost"),
    "destinations of another piece": Lie(
        "shuffle",
        RESOLUTIONS,
        in_json(first_destination("piece", "none")),
        "destinations of [",
    ),
    "destinations that are miscounted": Lie(
        "shuffle", RESOLUTIONS, in_json(first_destination("count", 0)), "count 0"
    ),
    "destinations of another type": Lie(
        "shuffle", RESOLUTIONS, in_json(turn_destinations), "destinations of the types"
    ),
    "a view of another board": Lie(
        "shuffle",
        "/v1/views",
        in_json(lambda data: data["state"]["placements"].append({})),
        "a view changes placements",
    ),
    "a view without a deck": Lie(
        "shuffle", "/v1/views", in_json(lambda data: data["state"]["decks"].popitem()), "lacks"
    ),
    "a search of nothing": Lie(
        "solver", SOLUTIONS, in_json(lambda data: data["searched"].update(nodes=-1)), "searched"
    ),
    "given pieces are swapped": Lie("solver", SOLUTIONS, in_json(swap_colors), "that was given"),
    "unknown for no reason": Lie("solver", SOLUTIONS, in_json(stop_for_no_reason), "unknown, but"),
    "right with problems": Lie("solver", LAYOUTS, setting(problems=[{}]), "right is True"),
    "another engine": Lie("visitor", "/readyz", setting(engine="abacus"), "engine is abacus"),
    "a seat too few": Lie(
        "visitor",
        "/v1/variants",
        in_json(lambda data: data["variants"][0]["seats"].pop()),
        "lists 3 seats of 4",
    ),
    "another colour": Lie(
        "visitor", "/v1/pieces", in_json(lambda data: data["colors"].pop()), "the colours are"
    ),
    "an orientation too few": Lie(
        "visitor",
        "/v1/pieces",
        in_json(lambda data: data["pieces"][-1]["orientations"].pop()),
        "90 orientations",
    ),
    "a piece of another size": Lie(
        "visitor",
        "/v1/pieces",
        in_json(lambda data: data["pieces"][0].update(size=2)),
        "I1 has the sizes",
    ),
    "a card too many": Lie(
        "visitor",
        "/v1/cards",
        in_json(lambda data: data["cards"][0].update(count=2)),
        "15 cards of 8 kinds",
    ),
    "a card without a name": Lie(
        "visitor", "/v1/cards", in_json(lambda data: data["cards"][0].update(name="")), "no name"
    ),
    "a board that is too small": Lie(
        "visitor",
        "/v1/puzzles",
        in_json(lambda data: data["puzzles"][0].update(rows=1)),
        "squares on 20",
    ),
    "a page that is not to be kept": Lie(
        "visitor", "/v1/cards", with_header("Cache-Control", "no-store"), "may not be kept"
    ),
    "a page with an empty tag": Lie("visitor", "/v1/cards", with_header("ETag", ""), "no ETag"),
    "unchanged with a body": Lie(
        "visitor",
        "/v1/cards",
        lambda reply: reply._replace(body=b"x") if reply.status[:3] == "304" else reply,
        "304 with 1 bytes",
    ),
    "unchanged with another tag": Lie(
        "visitor",
        "/v1/cards",
        lambda reply: with_header("ETag", '"x"')(reply) if reply.status[:3] == "304" else reply,
        "another ETag",
    ),
    "a move too few of the first": Lie(
        "hostile", MOVES, setting(count=231), "the first move is one of"
    ),
    "another status inside": Lie(
        "hostile", TURNS, in_json(lambda data: data.update(status=200), status="4"), "its status"
    ),
    "another kind of problem": Lie(
        "hostile", TURNS, in_json(lambda data: data.update(type="x"), status="4"), "type is 'x'"
    ),
    "a problem without a title": Lie(
        "hostile", TURNS, in_json(lambda data: data.update(title=""), status="4"), "no title"
    ),
    "half an error": Lie(
        "hostile",
        TURNS,
        in_json(lambda data: [one.pop("rule") for one in data.get("errors", ())], status="4"),
        "is not whole",
    ),
}


app: WSGIApplication = honest
if "LIE" in os.environ:
    app = lying_app(LIES[os.environ["LIE"]], honest)
