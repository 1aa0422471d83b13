// Plays a classic and a Shuffle game with random moves, and draws the final boards.
//
// openapi-generator generates a class for each tag of the description, with a method for each operation, and a class for
// each schema.

import java.io.File
import org.openapitools.client.apis.DrawingsApi
import org.openapitools.client.apis.GameApi
import org.openapitools.client.models.Game
import org.openapitools.client.models.GameOptions
import org.openapitools.client.models.GameRequest
import org.openapitools.client.models.Include
import org.openapitools.client.models.RenderingRequest
import org.openapitools.client.models.TextRenderingRequest
import org.openapitools.client.models.TurnRequest

val address = System.getenv("CORNERWISE_URL") ?: "http://127.0.0.1:8000"
val games = GameApi(address)
val drawings = DrawingsApi(address)

/** Plays a game to its end, prints the score and draws the board. */
fun play(game: Game) {
    // The service stores nothing: every answer has the new state, and every request sends it back.
    // An error is a ClientException with a problem document that says what is wrong.
    val start = games.newGame(GameRequest(rules = GameOptions(game = game), include = listOf(Include.moves)))
    var state = start.state
    var moves = start.moves
    var score = start.score
    var steps = 0

    // The answer that ends the game has the score; before that it is null unless it is included.
    while (score == null) {
        val move = moves.orEmpty().random()
        val turn = games.playTurn(TurnRequest(state = state, action = move, include = listOf(Include.moves)))
        state = turn.state
        moves = turn.moves
        score = turn.score
        steps++
    }

    println("$game: $steps steps, won by seat ${score.winners.joinToString()}")
    for (row in score.seats) println("  seat ${row.seat}: ${row.score}")

    println(drawings.renderBoardText(TextRenderingRequest(state = state)))
    drawings.renderBoardSvg(RenderingRequest(state = state)).copyTo(File("$game.svg"), overwrite = true)
}

fun main() {
    play(Game.classic)
    play(Game.shuffle)
}
