import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;

import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DrawingsApi;
import org.openapitools.client.api.GameApi;
import org.openapitools.client.model.Action;
import org.openapitools.client.model.Game;
import org.openapitools.client.model.GameAnswer;
import org.openapitools.client.model.GameOptions;
import org.openapitools.client.model.GameRequest;
import org.openapitools.client.model.Include;
import org.openapitools.client.model.RenderingRequest;
import org.openapitools.client.model.Score;
import org.openapitools.client.model.SeatScore;
import org.openapitools.client.model.State;
import org.openapitools.client.model.TextRenderingRequest;
import org.openapitools.client.model.TurnAnswer;
import org.openapitools.client.model.TurnRequest;

/**
 * Plays a classic and a Shuffle game with random moves, and draws the final boards.
 *
 * <p>openapi-generator generates a class for each tag of the description, with a method for each operation, and a class
 * for each schema.
 */
public final class Play {
    private final GameApi games;
    private final DrawingsApi drawings;
    private final Random random = new Random();

    private Play(ApiClient client) {
        games = new GameApi(client);
        drawings = new DrawingsApi(client);
    }

    /** Plays a game to its end, prints the score and draws the board. */
    private void play(Game game) throws ApiException, IOException {
        // The service stores nothing: every answer has the new state, and every request sends it back.
        // An error is an ApiException with a problem document that says what is wrong.
        GameAnswer start = games.newGame(
                new GameRequest().rules(new GameOptions().game(game)).addIncludeItem(Include.MOVES));
        State state = start.getState();
        List<Action> moves = start.getMoves();
        Score score = start.getScore();
        int steps = 0;

        // The answer that ends the game has the score; before that it is null unless it is included.
        while (score == null) {
            Action move = moves.get(random.nextInt(moves.size()));
            TurnAnswer turn = games.playTurn(
                    new TurnRequest().state(state).action(move).addIncludeItem(Include.MOVES));
            state = turn.getState();
            moves = turn.getMoves();
            score = turn.getScore();
            steps++;
        }

        System.out.printf("%s: %d steps, won by seat %s%n", game, steps, score.getWinners());
        for (SeatScore row : score.getSeats()) {
            System.out.printf("  seat %d: %d%n", row.getSeat(), row.getScore());
        }

        System.out.println(drawings.renderBoardText(new TextRenderingRequest().state(state)));
        Path svg = drawings.renderBoardSvg(new RenderingRequest().state(state)).toPath();
        Files.move(svg, Path.of(game + ".svg"), StandardCopyOption.REPLACE_EXISTING);
    }

    public static void main(String[] arguments) throws ApiException, IOException {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv().getOrDefault("CORNERWISE_URL", "http://127.0.0.1:8000"));
        Play player = new Play(client);
        player.play(Game.CLASSIC);
        player.play(Game.SHUFFLE);
    }
}
