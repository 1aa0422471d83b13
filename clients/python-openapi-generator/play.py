"""Play a classic and a Shuffle game with random moves, and draw the final boards.

openapi-generator generates the package openapi_client: a class for each tag of the description,
with a method for each operation, and a class for each schema.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

from openapi_client import (
    ApiClient,
    Configuration,
    DrawingsApi,
    Game,
    GameAnswer,
    GameApi,
    GameOptions,
    GameRequest,
    Include,
    RenderingRequest,
    TextRenderingRequest,
    TurnAnswer,
    TurnRequest,
)

ADDRESS = os.environ.get("CORNERWISE_URL", "http://127.0.0.1:8000")


def play(client: ApiClient, game: Game) -> None:
    """Play a game to its end, print the score and draw the board."""
    games, drawings = GameApi(client), DrawingsApi(client)

    # The service stores nothing: every answer has the new state, and every request sends it back.
    # An error is an ApiException with a problem document that says what is wrong.
    answer: GameAnswer | TurnAnswer = games.new_game(
        GameRequest(rules=GameOptions(game=game), include=[Include.MOVES])
    )
    steps = 0

    # The answer that ends the game has the score; before that it is None unless it is included.
    while answer.score is None:
        move = random.choice(answer.moves or [])
        answer = games.play_turn(
            TurnRequest(state=answer.state, action=move, include=[Include.MOVES])
        )
        steps += 1

    winners = ", ".join(map(str, answer.score.winners))
    print(f"{game.value}: {steps} steps, won by seat {winners}")
    for row in answer.score.seats:
        print(f"  seat {row.seat}: {row.score}")

    print(drawings.render_board_text(TextRenderingRequest(state=answer.state)))
    svg = drawings.render_board_svg(RenderingRequest(state=answer.state))
    Path(f"{game.value}.svg").write_bytes(svg)


if __name__ == "__main__":
    with ApiClient(Configuration(host=ADDRESS)) as api_client:
        play(api_client, Game.CLASSIC)
        play(api_client, Game.SHUFFLE)
