//! Position texts: the vectors of `docs/notation.md`, states of random games, and damage.

use cornerwise::text::MAX_LENGTH;
use cornerwise::{
    ActionSetup, Code, Event, Game, MoveList, Options, Problems, Seats, State, Supply, View,
};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The texts of the table on the page.
fn vectors() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/notation.md");
    let page = std::fs::read_to_string(path).expect("the page can be read");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `cw1"));
    let texts = rows.filter_map(|row| row.split_once("` |"));
    let texts = texts.map(|(text, _)| format!("cw1{text}"));
    let texts = texts.filter(|text| text.len() > 4).collect::<Vec<_>>();
    assert!(texts.len() >= 11, "{texts:?}");
    texts
}

/// The states of a game that is played by an arbitrary but fixed choice.
fn game(options: &Options, seed: u64) -> Vec<State> {
    let mut state = State::new_game(options, seed).expect("the options do not conflict");
    let (mut moves, mut events, mut number) = (MoveList::new(), Vec::<Event>::new(), seed);
    let mut states = vec![state.clone()];
    loop {
        let legal = state.legal_actions(Supply::FULL, &mut moves);
        let len = legal.len(&moves);
        if len == 0 {
            return states;
        }
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = legal.action(&moves, (number >> 33) as usize % len);
        assert_eq!(action.to_string().parse::<ActionSetup>(), Ok(action.into()));
        state.play(action, &mut events);
        states.push(state.clone());
    }
}

fn games() -> Vec<State> {
    let mut states = Vec::new();
    for game_kind in Game::ALL {
        for (seed, seats) in [Seats::Two, Seats::Three, Seats::Four].into_iter().enumerate() {
            let options = Options { game: game_kind, seats, ..Options::default() };
            states.extend(game(&options, seed as u64));
        }
    }
    states
}

fn code<T: std::fmt::Debug>(result: Result<T, Problems>) -> Option<Code> {
    result.err().map(|problems| problems[0].code)
}

#[test]
fn vectors_of_the_page_are_read_and_written() {
    for text in vectors() {
        if text.starts_with("cw1s") {
            assert_eq!(text.parse::<State>().map(|state| state.to_string()), Ok(text.clone()));
            assert_eq!(code(text.parse::<View>()), Some(Code::InvalidText));
        } else {
            assert_eq!(text.parse::<View>().map(|view| view.to_string()), Ok(text.clone()));
            assert_eq!(code(text.parse::<State>()), Some(Code::InvalidText));
        }
    }
}

#[test]
fn states_of_games_survive_text() {
    let mut texts = std::collections::HashSet::new();
    let states = games();
    for state in &states {
        let text = state.to_text();
        assert!(text.len() < 300 && text.bytes().all(|byte| ALPHABET.contains(&byte)));
        assert_eq!(text.parse().as_ref(), Ok(state));
        texts.insert(text);
    }
    assert_eq!(texts.len(), states.len(), "different states have different texts");
}

#[test]
fn damaged_texts_are_refused() {
    for text in vectors() {
        let refused = |damaged: &str| {
            let (state, view) = (code(damaged.parse::<State>()), code(damaged.parse::<View>()));
            assert_eq!((state, view), (Some(Code::InvalidText), Some(Code::InvalidText)));
        };
        for at in 0..text.len() {
            refused(&text[..at]);
            refused(&text[at + 1..]);
            for &other in
                ALPHABET.iter().chain(b" =+/%\n").filter(|&&one| one != text.as_bytes()[at])
            {
                let changed = char::from(other).to_string();
                refused(&[&text[..at], &changed, &text[at + 1..]].concat());
            }
        }
        refused(&format!("{text}A"));
        refused(&format!("{text}é"));
        refused(&text.repeat(MAX_LENGTH));
    }
}
