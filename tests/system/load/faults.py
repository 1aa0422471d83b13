"""Faults of responses, each with the scenario that must detect it and its message.

``app`` is the application with the fault that the environment variable FAULT names.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from service.app import app as correct_app
from tests.system.load.faulty_app import (
    Fault,
    faulty_app,
    in_json,
    once,
    setting,
    with_header,
    with_status,
    without_header,
)
from tests.system.load.mutations import (
    accept_results,
    add_empty_line,
    busy_without_retry_after,
    cells_off_board,
    change_result_body,
    drop_move,
    end_phase_only,
    end_too_early,
    erase_square,
    fail_result,
    first_destination,
    foreign_move,
    ignore_etag,
    list_move_after_end,
    list_used_piece,
    mix_choices,
    move_off_board,
    move_piece,
    remove_card,
    remove_column,
    remove_destination,
    remove_row,
    reorder_discards,
    repeat_move,
    retype_destinations,
    show_cards,
    show_drawn,
    show_hands,
    shrink_move,
    swap_colors,
    unknown_without_cause,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

COLORS = ("blue", "yellow", "red", "green")


MOVES, TURNS, RESOLUTIONS = "/v1/legal-moves", "/v1/turns", "/v1/card-resolutions"
SOLUTIONS, LAYOUTS = "/v1/puzzles/*/solutions", "/v1/puzzles/*/checks"

FAULTS: dict[str, Fault] = {
    "wrong count": Fault(
        "classic", MOVES, in_json(lambda data: data.update(count=data["count"] + 1)), "count is"
    ),
    "missing move": Fault("classic", MOVES, in_json(drop_move), "moves in one format only"),
    "repeated move": Fault("classic", MOVES, in_json(repeat_move), "listed twice"),
    "move of a wrong type": Fault("classic", MOVES, in_json(foreign_move), "moves of the types"),
    "move with a missing square": Fault("classic", MOVES, in_json(shrink_move), "covers"),
    "move of a used piece": Fault("classic", MOVES, in_json(list_used_piece), "already"),
    "no moves": Fault("classic", MOVES, setting(moves=[], groups=[], count=0), "no moves"),
    "missing groups": Fault("classic", MOVES, setting(groups=None), "with groups None"),
    "moves beside groups": Fault(
        "classic",
        MOVES,
        in_json(lambda data: data["groups"] and data.update(moves=[{}])),
        "as objects and in groups",
    ),
    "moves of a wrong colour": Fault("classic", MOVES, setting(color="none"), "color is 'none'"),
    "moves of a wrong seat": Fault("classic", MOVES, setting(seat=9), "seat is 9"),
    "moves without a count": Fault(
        "classic", MOVES, in_json(lambda data: data.pop("count")), "unexpected structure"
    ),
    "invalid JSON": Fault(
        "classic", MOVES, lambda reply: reply._replace(body=b"{"), "unexpected structure"
    ),
    "wrong media type": Fault(
        "classic",
        MOVES,
        with_header("Content-Type", "text/html"),
        "the media type is 'text/html'",
    ),
    "wrong status": Fault("classic", MOVES, with_status("201 Created"), "status 201"),
    "occasional failure": Fault("classic", TURNS, once(with_status("500 Oh")), "status 500"),
    "missing request id": Fault("classic", TURNS, without_header("X-Request-ID"), "X-Request-ID"),
    "wrong request id": Fault(
        "classic", TURNS, with_header("X-Request-ID", "classic.9-1"), "X-Request-ID"
    ),
    "missing placement": Fault(
        "classic", TURNS, in_json(lambda data: data["state"]["placements"].pop()), "in one turn"
    ),
    "moved placement": Fault("classic", TURNS, in_json(move_piece), "is on the board"),
    "changed earlier placement": Fault(
        "classic",
        TURNS,
        in_json(lambda data: data["state"]["placements"].reverse()),
        "changed earlier pieces",
    ),
    "no events": Fault("classic", TURNS, setting(events=[]), "the first event"),
    "wrong event": Fault(
        "classic",
        TURNS,
        in_json(lambda data: data["events"].append({"type": "card_played"})),
        "events of a placement",
    ),
    "changed rules": Fault(
        "classic",
        TURNS,
        in_json(lambda data: data["state"]["rules"].update(seats=1)),
        "changed the rules",
    ),
    "missing last piece": Fault(
        "classic",
        TURNS,
        in_json(lambda data: data["state"]["last_placed"].clear()),
        "unexpected structure",
    ),
    "over too early": Fault("classic", TURNS, in_json(end_too_early), "next.color"),
    "new game with wrong seats": Fault(
        "classic",
        "/v1/games",
        in_json(lambda data: data["state"]["rules"].update(seats=7)),
        "rules.seats",
    ),
    "wrong colour begins": Fault(
        "classic", "/v1/games", in_json(lambda data: data["next"].update(color="x")), "begins"
    ),
    "legal move refused": Fault("classic", "/v1/checks", setting(legal=False), "legal is False"),
    "illegal without reasons": Fault("classic", "/v1/checks", setting(reasons=[]), "with reasons"),
    "wrong squares left": Fault(
        "classic",
        "/v1/scores",
        in_json(lambda data: data["colors"]["red"].update(squares_left=1)),
        "squares left",
    ),
    "wrong score of a seat": Fault(
        "classic",
        "/v1/scores",
        in_json(lambda data: [one.update(score=1) for one in data["seats"] or data["teams"]]),
        "has colours of",
    ),
    "no winners": Fault("classic", "/v1/scores", setting(winners=[]), "won"),
    "wrong winning teams": Fault(
        "classic", "/v1/scores", setting(winning_teams=["X"]), "not ['X']"
    ),
    "end without a score": Fault("classic", TURNS, setting(score=None), "over without a score"),
    "wrong supply": Fault(
        "classic",
        TURNS,
        in_json(lambda data: data["supply"] and data["supply"]["blue"].append("I1")),
        "pieces left, not",
    ),
    "final too early": Fault("classic", "/v1/scores", setting(final=True), "final is"),
    "missing square in a rendering": Fault(
        "classic", "/v1/renderings/text", erase_square, "squares of blue"
    ),
    "truncated rendering": Fault(
        "classic",
        "/v1/renderings/svg",
        lambda reply: reply._replace(body=reply.body[:200]),
        "incomplete",
    ),
    "visible hands": Fault("shuffle", "/v1/views", in_json(show_hands), "of the deck of"),
    "visible drawn cards": Fault("shuffle", "/v1/views", in_json(show_cards), "sees the cards"),
    "view of a wrong seat": Fault("shuffle", "/v1/views", setting(seat=9), "the view of 9"),
    "state of a new sealed game": Fault("sealed", "/v1/games", setting(state={}), "with the state"),
    "seed of a sealed game": Fault("sealed", "/v1/games", setting(seed=1), "a seed of"),
    "ply of a new game": Fault("sealed", "/v1/games", setting(ply=1), "a ply in"),
    "sealed view of a wrong seat": Fault(
        "sealed", "/v1/views", in_json(lambda data: data["view"].update(seat=9)), "another seat"
    ),
    "wrong digest": Fault("sealed", "/v1/views", setting(digest="x"), "digest of another"),
    "wrong ply": Fault("sealed", "/v1/views", setting(ply=999), "the ply of another"),
    "sealed game without moves": Fault("sealed", "/v1/views", setting(moves=None), "no moves"),
    "hands in a sealed game": Fault(
        "sealed",
        "/v1/views",
        in_json(lambda data: [one.update(hand=["wild"]) for one in data["view"]["decks"].values()]),
        "more hands",
    ),
    "state of a sealed turn": Fault("sealed", TURNS, setting(state={}), "with the state"),
    "turn with the view of another": Fault(
        "sealed", TURNS, in_json(lambda data: data["view"].update(seat=9)), "another seat"
    ),
    "ply that does not rise": Fault("sealed", TURNS, setting(ply=0), "did not rise"),
    "broken chain": Fault("sealed", TURNS, setting(previous_digest="x"), "does not follow"),
    "cards of another seat": Fault(
        "sealed",
        TURNS,
        in_json(lambda data: data["events"].append({"seat": 9, "cards": ["wild"]})),
        "another seat has drawn",
    ),
    "lost card": Fault("shuffle", TURNS, in_json(remove_card), "cards were lost"),
    "missing first event": Fault(
        "shuffle", TURNS, in_json(lambda data: data["events"].pop(0)), "the first event"
    ),
    "wrong seed": Fault("shuffle", "/v1/games", setting(seed=-1), "the seed"),
    "choices of two types": Fault("shuffle", RESOLUTIONS, in_json(mix_choices), "choices of"),
    "wrong count of choices": Fault(
        "shuffle", RESOLUTIONS, in_json(lambda data: data.update(count=99)), "count is 99"
    ),
    "unknown outcome": Fault("shuffle", RESOLUTIONS, setting(outcome="lost"), "outcome is lost"),
    "discarded without a reason": Fault(
        "shuffle", RESOLUTIONS, setting(outcome="discarded", reason=None), "with the reason"
    ),
    "wrong card": Fault("shuffle", RESOLUTIONS, setting(card="joker"), "the card is joker"),
    "resolution with another state": Fault(
        "shuffle",
        RESOLUTIONS,
        in_json(reorder_discards),
        "another state",
    ),
    "missing destination": Fault(
        "shuffle", RESOLUTIONS, in_json(remove_destination), "differ from the listed"
    ),
    "missing result of a batch": Fault(
        "analyst", "/v1/batches", in_json(lambda data: data["results"].pop()), "results for"
    ),
    "renamed result of a batch": Fault(
        "analyst",
        "/v1/batches",
        in_json(lambda data: data["results"][0].update(operation="x")),
        "is called x",
    ),
    "failed result of a batch": Fault(
        "analyst", "/v1/batches", in_json(fail_result), "status 500 in a batch"
    ),
    "accepted invalid operation": Fault(
        "analyst", "/v1/batches", in_json(accept_results), "status 200 in a batch, not 422"
    ),
    "wrong result of a batch": Fault(
        "analyst", "/v1/batches", in_json(change_result_body), "in a batch: count"
    ),
    "results in a wrong order": Fault(
        "analyst", "/v1/batches", in_json(lambda data: data["results"].reverse()), "in a batch"
    ),
    "incomplete solution": Fault(
        "solver",
        SOLUTIONS,
        in_json(lambda data: (data["placements"] or [0]).pop()),
        "different, of",
    ),
    "wrongly impossible": Fault(
        "solver", SOLUTIONS, setting(outcome="impossible", placements=None), "impossible"
    ),
    "moved given pieces": Fault(
        "solver",
        SOLUTIONS,
        in_json(lambda data: [one.update(row=99) for one in data["placements"] or ()]),
        "'valid': False",
    ),
    "wrong puzzle": Fault("solver", SOLUTIONS, setting(puzzle="rect9"), "is for"),
    "busy without Retry-After": Fault(
        "solver", SOLUTIONS, busy_without_retry_after, "unexpected structure"
    ),
    "solution not accepted": Fault("solver", LAYOUTS, setting(solved=False), "'solved': False"),
    "suggestions for another decision": Fault(
        "bot", "/v1/suggestions", setting(phase="over"), "suggestions for"
    ),
    "suggestions of another seed": Fault("bot", "/v1/suggestions", setting(seed=7), "the seed is"),
    "no suggestions": Fault("bot", "/v1/suggestions", setting(moves=[]), "0 suggestions of"),
    "another turn than the best move": Fault(
        "bot", "/v1/suggestions", setting(turn=[{"type": "pass"}]), "does not begin with"
    ),
    "chances that do not add up": Fault(
        "bot",
        "/v1/suggestions",
        in_json(lambda data: data["evaluation"][0].update(win=2)),
        "the chances to win",
    ),
    "busy bot without Retry-After": Fault(
        "bot", "/v1/suggestions", busy_without_retry_after, "unexpected structure"
    ),
    "missing piece in the catalogue": Fault(
        "visitor", "/v1/pieces", in_json(lambda data: data["pieces"].pop()), "20 pieces"
    ),
    "wrong language": Fault("visitor", "/v1/cards", setting(language="tlh"), "the language is"),
    "missing variant": Fault(
        "visitor", "/v1/variants", in_json(lambda data: data["variants"].pop()), "variants are"
    ),
    "missing puzzle": Fault(
        "visitor", "/v1/puzzles", in_json(lambda data: data["puzzles"].pop()), "puzzles are"
    ),
    "missing ETag": Fault("visitor", "/v1/cards", without_header("ETag"), "unexpected structure"),
    "ignored If-None-Match": Fault("visitor", "/v1/cards", ignore_etag, "instead of 304"),
    "not ready": Fault("visitor", "/readyz", setting(status="starting"), "status is starting"),
    "wrong code": Fault(
        "hostile",
        "/v1/scores",
        in_json(lambda data: data.update(code="bad"), status="4"),
        "the code is bad",
    ),
    "wrong code of an error": Fault(
        "hostile",
        TURNS,
        in_json(lambda data: [one.update(code="x") for one in data.get("errors", ())], status="4"),
        "missing from",
    ),
    "missing errors": Fault(
        "hostile",
        TURNS,
        in_json(lambda data: data.pop("errors", None), status="4"),
        "without its errors",
    ),
    "status 200 for a problem": Fault(
        "hostile", "/v1/games", with_status("200 OK"), "status 200 instead"
    ),
    "problem as HTML": Fault(
        "hostile",
        "/v1/games",
        with_header("Content-Type", "text/html"),
        "the media type is 'text/html'",
    ),
    "status 500 for a problem": Fault(
        "hostile", "/v1/checks", with_status("500 Oh"), "status 500 instead of"
    ),
    "missing Allow": Fault("hostile", "/v1/games", without_header("Allow"), "Allow is"),
}
"""Faults by name."""

FAULTS |= {
    "move off the board": Fault("classic", MOVES, in_json(move_off_board), "starts off the board"),
    "square off the board": Fault(
        "classic", MOVES, in_json(cells_off_board), "extends off the board"
    ),
    "reason without a message": Fault(
        "classic",
        "/v1/checks",
        in_json(lambda data: [one.update(message="") for one in data["reasons"]]),
        "an empty reason",
    ),
    "wrong pointer of a reason": Fault(
        "classic",
        "/v1/checks",
        in_json(lambda data: [one.update(pointer="/x") for one in data["reasons"]]),
        "points to /x",
    ),
    "wrong event game_over": Fault(
        "classic",
        TURNS,
        in_json(lambda data: data["events"].append({"type": "game_over"})),
        "event game_over",
    ),
    "phase over with a colour": Fault("classic", TURNS, in_json(end_phase_only), "contradictory"),
    "unknown seat": Fault(
        "classic", TURNS, in_json(lambda data: data["next"].update(seat=9)), "the seat is 9"
    ),
    "wrong last piece": Fault(
        "classic",
        TURNS,
        in_json(lambda data: data["state"].update(last_placed=dict.fromkeys(COLORS, "none"))),
        "the last piece is none",
    ),
    "new game with pieces": Fault(
        "classic",
        "/v1/games",
        in_json(lambda data: data["state"]["placements"].append({})),
        "pieces on the board",
    ),
    "new game with events": Fault("classic", "/v1/games", setting(events=[{}]), "has events"),
    "wrong pieces left": Fault(
        "classic",
        "/v1/scores",
        in_json(lambda data: data["colors"]["red"].update(pieces_left=0)),
        "pieces left",
    ),
    "missing score of a seat": Fault(
        "classic",
        "/v1/scores",
        in_json(lambda data: (data["seats"] or data["teams"]).pop()),
        "are scored",
    ),
    "wrong score of a colour": Fault(
        "classic",
        "/v1/scores",
        in_json(lambda data: [one.update(score=77) for one in data["colors"].values()]),
        "a score of 77",
    ),
    "rendering of a wrong type": Fault(
        "classic", "/v1/renderings/*", with_header("Content-Type", "image/png"), "image/png"
    ),
    "missing row": Fault("classic", "/v1/renderings/text", remove_row, "a board of 19 rows"),
    "missing column": Fault("classic", "/v1/renderings/text", remove_column, "20 rows, [19] wide"),
    "empty line above a board": Fault(
        "solver", "/v1/puzzles/rect4*/renderings/text", add_empty_line, "a board of 9 rows"
    ),
    "moves after the end": Fault(
        "classic", MOVES, in_json(list_move_after_end), "but there are moves"
    ),
    "visible cards of Draw 2": Fault(
        "shuffle", "/v1/views", in_json(show_drawn), "drawn cards are visible"
    ),
    "removed placement": Fault(
        "shuffle", TURNS, in_json(lambda data: data["state"]["placements"].pop()), "pieces became"
    ),
    "added placement": Fault(
        "shuffle",
        TURNS,
        in_json(
            lambda data: (
                data["events"].append({"type": "piece_placed"}),
                data["state"]["placements"].append({}),
            )
        ),
        "events say so",
    ),
    "changed rules in shuffle": Fault(
        "shuffle",
        TURNS,
        in_json(lambda data: data["state"]["rules"].update(seats=1)),
        "changed the rules",
    ),
    "wrong seat of a resolution": Fault("shuffle", RESOLUTIONS, setting(seat=9), "has to choose"),
    "wrong card in the event": Fault(
        "shuffle",
        RESOLUTIONS,
        in_json(lambda data: data["events"][0].update(card="joker")),
        "the first event is",
    ),
    "wrong chain": Fault(
        "shuffle",
        RESOLUTIONS,
        in_json(lambda data: data["chain"].append({"outcome": "depends", "reason": None})),
        "chosen",
    ),
    "lost card in a resolution": Fault(
        "shuffle", RESOLUTIONS, in_json(remove_card), "cards were lost"
    ),
    "destinations of a wrong piece": Fault(
        "shuffle",
        RESOLUTIONS,
        in_json(first_destination("piece", "none")),
        "destinations of [",
    ),
    "wrong count of destinations": Fault(
        "shuffle", RESOLUTIONS, in_json(first_destination("count", 0)), "count 0"
    ),
    "destinations of a wrong type": Fault(
        "shuffle", RESOLUTIONS, in_json(retype_destinations), "destinations of the types"
    ),
    "view with other placements": Fault(
        "shuffle",
        "/v1/views",
        in_json(lambda data: data["view"]["placements"].append({})),
        "a view changes placements",
    ),
    "view without a deck": Fault(
        "shuffle", "/v1/views", in_json(lambda data: data["view"]["decks"].popitem()), "lacks"
    ),
    "negative nodes": Fault(
        "solver", SOLUTIONS, in_json(lambda data: data["searched"].update(nodes=-1)), "searched"
    ),
    "swapped given pieces": Fault("solver", SOLUTIONS, in_json(swap_colors), "a given piece"),
    "unknown without a cause": Fault(
        "solver", SOLUTIONS, in_json(unknown_without_cause), "unknown, but"
    ),
    "valid with problems": Fault("solver", LAYOUTS, setting(problems=[{}]), "valid is True"),
    "unknown engine": Fault("visitor", "/readyz", setting(engine="abacus"), "engine is abacus"),
    "missing seat": Fault(
        "visitor",
        "/v1/variants",
        in_json(lambda data: data["variants"][0]["seats"].pop()),
        "lists 3 seats of 4",
    ),
    "missing colour": Fault(
        "visitor", "/v1/pieces", in_json(lambda data: data["colors"].pop()), "the colours are"
    ),
    "missing orientation": Fault(
        "visitor",
        "/v1/pieces",
        in_json(lambda data: data["pieces"][-1]["orientations"].pop()),
        "90 orientations",
    ),
    "wrong size of a piece": Fault(
        "visitor",
        "/v1/pieces",
        in_json(lambda data: data["pieces"][0].update(size=2)),
        "I1 has the sizes",
    ),
    "wrong number of cards": Fault(
        "visitor",
        "/v1/cards",
        in_json(lambda data: data["cards"][0].update(count=2)),
        "15 cards of 8 kinds",
    ),
    "card without a name": Fault(
        "visitor", "/v1/cards", in_json(lambda data: data["cards"][0].update(name="")), "no name"
    ),
    "board that is too small": Fault(
        "visitor",
        "/v1/puzzles",
        in_json(lambda data: data["puzzles"][0]["board"].update(rows=1)),
        "squares on 20",
    ),
    "page that is not cacheable": Fault(
        "visitor", "/v1/cards", with_header("Cache-Control", "no-store"), "not cacheable"
    ),
    "empty ETag": Fault("visitor", "/v1/cards", with_header("ETag", ""), "no ETag"),
    "304 with a body": Fault(
        "visitor",
        "/v1/cards",
        lambda reply: reply._replace(body=b"x") if reply.status[:3] == "304" else reply,
        "304 with 1 bytes",
    ),
    "304 with another ETag": Fault(
        "visitor",
        "/v1/cards",
        lambda reply: with_header("ETag", '"x"')(reply) if reply.status[:3] == "304" else reply,
        "another ETag",
    ),
    "wrong count of first moves": Fault(
        "hostile", MOVES, setting(count=231), "the first colour has"
    ),
    "wrong status in a problem": Fault(
        "hostile",
        TURNS,
        in_json(lambda data: data.update(status=200), status="4"),
        "has the status",
    ),
    "wrong type of a problem": Fault(
        "hostile", TURNS, in_json(lambda data: data.update(type="x"), status="4"), "type is 'x'"
    ),
    "problem without a title": Fault(
        "hostile", TURNS, in_json(lambda data: data.update(title=""), status="4"), "no title"
    ),
    "incomplete error": Fault(
        "hostile",
        TURNS,
        in_json(lambda data: [one.pop("rule") for one in data.get("errors", ())], status="4"),
        "is incomplete",
    ),
}


app: WSGIApplication = correct_app
if "FAULT" in os.environ:
    app = faulty_app(FAULTS[os.environ["FAULT"]], correct_app)
