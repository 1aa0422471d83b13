// Command play plays a classic and a Shuffle game with random moves, and draws the final boards.
//
// oapi-codegen generates the package api: a method for each operation, and a type for each schema.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"

	"cornerwise.example/play/api"
)

//go:generate go tool oapi-codegen -generate types,client -package api -o api/api.go ../../openapi.yaml

func main() {
	address := os.Getenv("CORNERWISE_URL")
	if address == "" {
		address = "http://127.0.0.1:8000"
	}
	client, err := api.NewClientWithResponses(address)
	if err != nil {
		log.Fatal(err)
	}
	for _, game := range []api.Game{"classic", "shuffle"} {
		if err := play(context.Background(), client, game); err != nil {
			log.Fatal(err)
		}
	}
}

// play plays a game to its end, prints the score and draws the board.
func play(ctx context.Context, client *api.ClientWithResponses, game api.Game) error {
	include := []api.Include{"moves"}

	// The service stores nothing: every answer has the new state, and every request sends it back.
	start, err := client.NewGameWithResponse(ctx, api.GameRequest{Rules: &api.GameOptions{Game: &game}, Include: &include})
	if err != nil {
		return err
	}
	// The body of an error response is a problem document that says what is wrong.
	if start.JSON200 == nil {
		return fmt.Errorf("%s: %s", start.Status(), start.Body)
	}
	state, moves, score := start.JSON200.State, start.JSON200.Moves, start.JSON200.Score
	steps := 0

	// The answer that ends the game has the score; before that it is nil unless it is included.
	for ; score == nil; steps++ {
		move := (*moves)[rand.IntN(len(*moves))]
		turn, err := client.PlayTurnWithResponse(ctx, api.TurnRequest{State: state, Action: &move, Include: &include})
		if err != nil {
			return err
		}
		if turn.JSON200 == nil {
			return fmt.Errorf("%s: %s", turn.Status(), turn.Body)
		}
		state, moves, score = turn.JSON200.State, turn.JSON200.Moves, turn.JSON200.Score
	}

	fmt.Printf("%s: %d steps, won by seat %v\n", game, steps, score.Winners)
	for _, row := range score.Seats {
		fmt.Printf("  seat %d: %d\n", row.Seat, row.Score)
	}

	text, err := client.RenderBoardTextWithResponse(ctx, api.TextRenderingRequest{State: state})
	if err != nil {
		return err
	}
	fmt.Println(string(text.Body))
	svg, err := client.RenderBoardSvgWithResponse(ctx, api.RenderingRequest{State: state})
	if err != nil {
		return err
	}
	return os.WriteFile(string(game)+".svg", svg.Body, 0o644)
}
