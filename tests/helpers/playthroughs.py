"""Playthroughs: whole games as text that a person can follow, replayed by test_playthroughs.

A file begins with the options and the seed, one ``name: value`` a line, then a blank line. After
that, each line is one of:

    # a remark
    blue/1 play_card: play draw_two        the colour and seat, the phase, and the action
        blue/1 draws wild, skip            what happened, one event a line, indented
    board                                  how the board looks now, in the 20 lines that follow
    hands                                  the hands and the sizes of the piles now, one a line
    scores                                 the scores now

Only options, seed, actions and the places of the blocks are read; all the rest is what an engine
makes of them, and must be reproduced exactly. When a rule has changed on purpose,
``python tests/playthroughs.py`` rewrites the files; read the difference before committing it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cornerwise.engine import Engine, State
from cornerwise.selection import load_engine
from cornerwise.types import (
    Action,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    DirectionReversed,
    Event,
    GameOver,
    Pass,
    Passed,
    PiecePlaced,
    PieceRecycled,
    PieceWarped,
    Place,
    PlayCard,
    TurnSkipped,
    WarpTo,
)

HOME = Path(__file__).parents[1] / "data" / "playthroughs"
BLOCKS = ("board", "hands", "scores")

READERS: dict[str, Callable[..., Any]] = {
    "place": lambda piece, *pose: Place(piece, int(pose[0]), int(pose[1]), int(pose[2])),
    "pass": Pass,
    "play": PlayCard,
    "choose": ChooseCard,
    "declare": ChooseColor,
    "take": ChoosePiece,
    "warp": lambda *position: WarpTo(*map(int, position)),
}
"""How an action is read: by its first word."""


ACTION_TEXTS: dict[type, str] = {
    Place: "place {0.piece} {0.orientation} {0.row} {0.col}",
    Pass: "pass",
    PlayCard: "play {0.card}",
    ChooseCard: "choose {0.card}",
    ChooseColor: "declare {0.color}",
    ChoosePiece: "take {0.color} {0.piece}",
    WarpTo: "warp {0.orientation} {0.row} {0.col}",
}
EVENT_TEXTS: dict[type, str] = {
    PiecePlaced: "{0.color}/{0.seat} places {0.piece}",
    CardPlayed: "{0.color}/{0.seat} plays {0.card}",
    CardDiscarded: "{0.color}/{0.seat} gets nothing from {0.card}: {0.reason} ({0.rule})",
    CardsDrawn: "{0.color}/{0.seat} draws {1}",
    PieceRecycled: "seat {0.seat} takes back {0.color} {0.piece}",
    PieceWarped: "seat {0.seat} warps {0.color} {0.piece} from {0.before} to {0.after}",
    DirectionReversed: "{0.color}/{0.seat} turns play {0.direction}",
    TurnSkipped: "{0.color}/{0.seat} is skipped",
    Passed: "{0.color}/{0.seat} passes",
    GameOver: "the game is over",
}


def action_text(action: Action) -> str:
    """Write an action, as it is read."""
    return ACTION_TEXTS[type(action)].format(action)


def event_text(event: Event) -> str:
    """Return the line that describes an event."""
    return EVENT_TEXTS[type(event)].format(event, ", ".join(getattr(event, "cards", ())))


def block(engine: Engine[Any], state: State, name: str) -> Iterator[str]:
    """Write what a block shows of a state."""
    if name == "board":
        yield from str(state).splitlines()
    elif name == "hands":
        for owner, deck in state.decks.items():
            yield f"{owner}: {', '.join(deck.hand) or 'no card'}; {len(deck.draw)} in the pile"
    else:
        score = engine.score(state)
        for color in score.colors:
            own = "" if color.score is None else f", score {color.score}"
            yield f"{color.color}: {color.squares_left} squares left{own}"
        for seat in score.seats:
            yield f"seat {seat.seat}: {seat.score}"
        words = "final, winners" if score.final else "not final, leaders"
        yield f"{words}: {', '.join(map(str, score.winners))}"


def new_game(engine: Engine[Any], head: str) -> State:
    """Start the game that the head of a file describes."""
    options = dict(line.split(": ", 1) for line in head.splitlines() if not line.startswith("#"))
    values = {name: json.loads(value) for name, value in options.items()}
    seed = values.pop("seed")
    state: State = engine.new_game(values, seed)
    return state


def replay(engine: Engine[Any], text: str) -> tuple[str, State]:
    """Play a file again: return it as it comes out now, and the last state."""
    head, body = text.split("\n\n", 1)
    state = new_game(engine, head)
    written = [head, ""]
    for line in body.splitlines():
        if line.startswith(" "):
            continue  # what an engine said when it was written
        if not line or line.startswith("#"):
            written.append(line)
        elif line in BLOCKS:
            written += [line, *(f"    {shown}" for shown in block(engine, state, line))]
        else:
            kind, *words = line.split(": ", 1)[1].split()
            action = READERS[kind](*words)
            written.append(f"{state.color}/{state.seat} {state.phase}: {action_text(action)}")
            state, events = engine.apply(state, action)
            written += [f"    {event_text(event)}" for event in events]
    return "\n".join(written) + "\n", state


if __name__ == "__main__":
    for path in sorted(HOME.glob("*.txt")):
        path.write_text(replay(load_engine("rust"), path.read_text("utf-8"))[0], "utf-8")
