//! Fuzz target: position texts and move texts, of which only the canonical ones are accepted.

use cornerwise::action::ActionSetup;
use cornerwise::problem::Problems;
use cornerwise::state::State;
use cornerwise::view::View;

use crate::game::{any_state, legal_actions};
use crate::input::Input;
use crate::invariants;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The length of the checksum.
const CHECKSUM: usize = 6;

/// Reads text as it is. Other bytes choose a state, and changes of its text and of that of a view.
///
/// # Panics
/// If an invariant does not hold.
pub fn run(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && text.starts_with("cw")
    {
        read(text);
        return read(&repaired(text));
    }
    let mut input = Input::new(bytes);
    let Some(state) = any_state(&mut input) else { return };
    let text = state.to_text();
    assert_eq!(text.parse().as_ref(), Ok(&state));
    let actions = legal_actions(&state, &mut cornerwise::MoveList::new());
    if !actions.is_empty() {
        let action = input.one_of(&actions);
        let text = action.to_string();
        assert_eq!(text.parse::<ActionSetup>(), Ok(action.into()));
        read_move(&changed(&text, &mut input));
    }
    for seat in 1..=state.rules().seats().number() {
        let view = invariants::view(&state, seat).to_text();
        read(&repaired(&changed(&view, &mut input)));
    }
    let changed = changed(&text, &mut input);
    read(&changed);
    read(&repaired(&changed));
}

/// A text with up to four characters replaced, removed or added.
fn changed(text: &str, input: &mut Input) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=input.below(4) {
        let at = input.below(bytes.len().max(1));
        let byte = input.one_of(ALPHABET);
        match input.below(4) {
            0 | 1 if at < bytes.len() => bytes[at] = byte,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.insert(at, byte),
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// The text with the checksum of its content, so that the content is read.
fn repaired(text: &str) -> String {
    let Some((content, _)) = text.split_at_checked(text.len().saturating_sub(CHECKSUM)) else {
        return String::new();
    };
    let step = |rest: u32| rest >> 1 ^ if rest & 1 == 1 { 0xEDB8_8320 } else { 0 };
    let rest = content
        .bytes()
        .fold(!0, |rest, byte| (0..8).fold(rest ^ u32::from(byte), |rest, _| step(rest)));
    let digits = (0..CHECKSUM).rev().map(|place| {
        let digit = u64::from(!rest) >> (6 * place) & 63;
        char::from(ALPHABET[digit as usize])
    });
    content.chars().chain(digits).collect()
}

/// What is accepted is the text that is written.
fn read(text: &str) {
    if let Some(state) = accepted(text.parse::<State>()) {
        assert_eq!(state.to_text(), text);
        invariants::check_round_trip(&state);
    }
    if let Some(view) = accepted(text.parse::<View>()) {
        assert_eq!(view.to_text(), text);
    }
    read_move(text);
}

fn read_move(text: &str) {
    if let Some(action) = accepted(text.parse::<ActionSetup>()) {
        assert_eq!(action.to_text().as_deref(), Ok(text));
    }
}

fn accepted<T>(result: Result<T, Problems>) -> Option<T> {
    result.map_err(|problems| invariants::check_refusal(&problems)).ok()
}
