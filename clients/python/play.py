"""Play a classic and a Shuffle game with random moves, and draw the final boards.

openapi-python-client generates the package cornerwise_client: a module for each operation, and a
class for each schema.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

from cornerwise_client import Client
from cornerwise_client.api.drawings import render_board_svg, render_board_text
from cornerwise_client.api.game import new_game, play_turn
from cornerwise_client.models import (
    Game,
    GameAnswer,
    GameOptions,
    GameRequest,
    Include,
    ProblemDocument,
    RenderingRequest,
    TextRenderingRequest,
    TurnAnswer,
    TurnRequest,
)

# What the functions return: an error is not raised, but returned as a problem document.
Answer = GameAnswer | TurnAnswer | ProblemDocument | None

CLIENT = Client(os.environ.get("CORNERWISE_URL", "http://127.0.0.1:8000"))


def play(game: Game) -> None:
    """Play a game to its end, print the score and draw the board."""
    # The service stores nothing: every answer has the new state, and every request sends it back.
    request = GameRequest(rules=GameOptions(game=game), include=[Include.MOVES])
    answer: Answer = new_game.sync(client=CLIENT, body=request)
    steps = 0

    # The answer that ends the game has the score; before that it is None unless it is included.
    while isinstance(answer, GameAnswer | TurnAnswer) and not answer.score:
        move = random.choice(answer.moves or [])
        turn = TurnRequest(state=answer.state, action=move, include=[Include.MOVES])
        answer = play_turn.sync(client=CLIENT, body=turn)
        steps += 1
    if not isinstance(answer, TurnAnswer) or not answer.score:
        raise SystemExit(f"unexpected answer: {answer}")

    winners = ", ".join(map(str, answer.score.winners))
    print(f"{game}: {steps} steps, won by seat {winners}")
    for row in answer.score.seats:
        print(f"  seat {row.seat}: {row.score}")

    text = TextRenderingRequest(state=answer.state)
    print(render_board_text.sync(client=CLIENT, body=text))
    svg = render_board_svg.sync_detailed(client=CLIENT, body=RenderingRequest(state=answer.state))
    Path(f"{game}.svg").write_bytes(svg.content)


if __name__ == "__main__":
    play(Game.CLASSIC)
    play(Game.SHUFFLE)
