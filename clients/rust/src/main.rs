//! Plays a classic and a Shuffle game with random moves, and draws the final boards.
//!
//! openapi-generator generates the crate `openapi`: a function for each operation, and a type for each schema.

use std::{env, error::Error, fs};

use openapi::apis::configuration::Configuration;
use openapi::apis::drawings_api::{render_board_svg, render_board_text};
use openapi::apis::game_api::{new_game, play_turn};
use openapi::models::{Game, GameOptions, GameRequest, Include, RenderingRequest, TextRenderingRequest, TurnRequest};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let base_path = env::var("CORNERWISE_URL").unwrap_or_else(|_| "http://127.0.0.1:8000".to_owned());
    let server = Configuration { base_path, ..Configuration::default() };
    play(&server, Game::Classic).await?;
    play(&server, Game::Shuffle).await
}

/// Plays a game to its end, prints the score and draws the board.
async fn play(server: &Configuration, game: Game) -> Result<(), Box<dyn Error>> {
    let include = Some(vec![Include::Moves]);

    // The service stores nothing: every answer has the new state, and every request sends it back.
    // An error has the problem document that says what is wrong.
    let rules = GameOptions { game: Some(game), ..GameOptions::default() };
    let start = GameRequest { rules: Some(Box::new(rules)), include: include.clone(), ..GameRequest::default() };
    let start = new_game(server, start).await?;
    let (mut state, mut moves, mut score) = (start.state, start.moves, start.score);
    let mut steps = 0;

    // The answer that ends the game has the score; before that it is `None` unless it is included.
    let score = loop {
        if let Some(score) = score {
            break score;
        }
        let action = fastrand::choice(moves.unwrap_or_default()).map(Box::new);
        let turn = TurnRequest { state, action, include: include.clone(), ..TurnRequest::default() };
        let turn = play_turn(server, turn).await?;
        (state, moves, score) = (turn.state, turn.moves, turn.score);
        steps += 1;
    };

    println!("{game}: {steps} steps, won by seat {:?}", score.winners);
    for row in &score.seats {
        println!("  seat {}: {}", row.seat, row.score);
    }

    let text = TextRenderingRequest { state: state.clone(), ..TextRenderingRequest::default() };
    println!("{}", render_board_text(server, text).await?);
    let svg = RenderingRequest { state, ..RenderingRequest::default() };
    fs::write(format!("{game}.svg"), render_board_svg(server, svg).await?.bytes().await?)?;
    Ok(())
}
