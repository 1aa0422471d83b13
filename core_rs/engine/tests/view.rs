//! Views as input: what a seat sees is enough for its own moves, and hidden cards never matter.

mod json;
mod oracle;

use cornerwise::action::{Action, ActionSetup, ActionType};
use cornerwise::document::view_json;
use cornerwise::movegen::MoveList;
use cornerwise::phase::Decision;
use cornerwise::piece::Supply;
use cornerwise::ruleset::{Game, Options, Seats};
use cornerwise::setup::Setup;
use cornerwise::state::State;
use cornerwise::view::View;
use json::Json;
use oracle::Lcg;
use serde_json::{Value, json};

fn load(view: Value) -> Result<View, String> {
    let setup = Setup::read_view(&Json(view)).map_err(|problems| problems.to_string())?;
    View::new(&setup).map_err(|problems| problems.to_string())
}

fn view_of(state: &State, seat: u8) -> Value {
    serde_json::from_str(&view_json(state, &state.visible_to(seat))).expect("we write JSON")
}

fn written(view: &View) -> Value {
    serde_json::from_str(&view_json(view.state(), view.visibility())).expect("we write JSON")
}

fn actions(state: &State) -> Vec<Action> {
    let mut moves = MoveList::new();
    let legal = state.legal_actions(Supply::FULL, &mut moves);
    legal.actions(&moves).collect()
}

fn shuffle(seats: Seats, seed: u64) -> State {
    let options = Options { game: Game::Shuffle, seats, ..Options::default() };
    State::new_game(&options, seed).expect("these options go together")
}

#[test]
fn views_have_the_moves_of_their_states() {
    for (game, seats) in [Seats::Two, Seats::Three, Seats::Four].into_iter().enumerate() {
        let mut random = Lcg(game as u64 + 5);
        let mut state = shuffle(seats, game as u64);
        while let Some(mover) = state.seat() {
            let legal = actions(&state);
            for seat in 1..=seats.number() {
                let value = view_of(&state, seat);
                let view = load(value.clone()).expect("we write views");
                assert_eq!(written(&view), value);
                assert_eq!(view.seat(), seat);
                let is_about_cards =
                    matches!(state.decision(), Decision::PlayCard | Decision::ChooseCard(_));
                assert_eq!(view.hidden().is_some(), is_about_cards && seat != mover, "{value}");
                if view.hidden().is_none() {
                    assert_eq!(actions(view.state()), legal);
                }
                assert_eq!(view.hidden_from(ActionType::Place), None);
                assert_eq!(view.state().score(), state.score());
                assert_eq!(view.state().summary(), state.summary());
            }
            let action = legal[random.below(legal.len())];
            state = state.apply(&ActionSetup::from(action), &mut Vec::new()).expect("it is legal");
        }
    }
}

#[test]
fn views_show_no_hidden_card() {
    let state = shuffle(Seats::Four, 7);
    let view = view_of(&state, 1);
    assert_eq!(
        view["decks"]["blue"],
        json!({"draw_count": 14, "hand_count": 0, "hand": [], "discard": []})
    );
    assert_eq!(view["decks"]["red"]["hand"], Value::Null);
    assert_eq!(view["seat"], 1);
}

#[test]
fn counts_and_shown_cards_must_agree() {
    let view = view_of(&shuffle(Seats::Four, 7), 1);
    let refused = |pointer: &str, value: Value| {
        let mut changed = view.clone();
        *changed.pointer_mut(pointer).expect("there is such a field") = value;
        load(changed).expect_err("it is refused")
    };
    let cases = [
        ("/seat", json!(null), "/seat: this field is required"),
        ("/seat", json!(5), "/seat: must be from 1 to 4"),
        ("/decks/red/draw_count", json!(null), "/decks/red/draw_count: this field is required"),
        ("/decks/red/hand_count", json!(null), "/decks/red/hand_count: this field is required"),
        ("/decks/red/draw_count", json!(13), "/decks/red: wrong number of cards: 13 of 14 (S1)"),
        (
            "/decks/red/discard",
            json!(["skip", "skip"]),
            "/decks/red: wrong number of cards: skip 2 of 1 (S1)",
        ),
        (
            "/decks/blue/hand",
            json!(["skip"]),
            "/decks/blue/hand_count: must be 1, the number of cards in hand (S2)",
        ),
    ];
    for (pointer, value, message) in cases {
        assert_eq!(refused(pointer, value), message);
    }
}

#[test]
fn null_is_absent_and_integers_may_have_a_fraction_of_zero() {
    let mut view = view_of(&shuffle(Seats::Two, 1), 2);
    let same = load(view.clone()).expect("we write views");
    view["seat"] = json!(2.0);
    view["nonsense"] = json!(null);
    let decks = view["decks"]["seat1"].as_object_mut().expect("a deck is an object");
    decks.remove("hand");
    assert_eq!(load(view).as_ref(), Ok(&same));
}
