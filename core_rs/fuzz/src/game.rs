//! Options and states of games, made from fuzz input.

use cornerwise::action::Action;
use cornerwise::card::{CardCounts, KINDS};
use cornerwise::color::Color;
use cornerwise::movegen::MoveList;
use cornerwise::piece::Supply;
use cornerwise::placement_rule::StartCorners;
use cornerwise::ruleset::{Game, MonominoBonus, Options, Scoring, Seats};
use cornerwise::state::State;

use crate::input::Input;

/// Options that mostly do not conflict.
pub(crate) fn options(input: &mut Input) -> Options {
    let game = input.one_of(&Game::ALL);
    let seats = input.one_of(&[Seats::Four, Seats::Three, Seats::Two]);
    let is_shuffle = game == Game::Shuffle;
    let mut options = Options {
        game,
        seats,
        teams: seats == Seats::Four && !is_shuffle && input.rarely(3),
        shared_color: input.maybe(&Color::ALL).filter(|_| seats == Seats::Three),
        first_color: input.maybe(&Color::ALL),
        start_corners: input.one_of(&StartCorners::ALL),
        scoring: input.one_of(&Scoring::ALL),
        monomino_bonus: input.maybe(&MonominoBonus::ALL).filter(|_| is_shuffle),
        deck: (is_shuffle && input.rarely(3)).then(|| deck(input)),
    };
    if input.rarely(16) {
        // An option that may conflict with the others.
        match input.below(4) {
            0 => options.teams = true,
            1 => options.shared_color = input.maybe(&Color::ALL),
            2 => options.monomino_bonus = input.maybe(&MonominoBonus::ALL),
            _ => options.deck = Some(deck(input)),
        }
    }
    options
}

/// How many cards of each kind: usually few, so that draw piles run out.
fn deck(input: &mut Input) -> CardCounts {
    let mut counts = [0; KINDS];
    for count in &mut counts {
        *count = match input.below(8) {
            0..7 => input.below(3) as u8,
            _ => input.seed() as u8,
        };
    }
    CardCounts(counts)
}

/// The legal actions of a state.
pub(crate) fn legal_actions(state: &State, moves: &mut MoveList) -> Vec<Action> {
    state.legal_actions(Supply::FULL, moves).actions(moves).collect()
}

/// A state of a game, or none if the options conflict. Most actions are chosen by a seed, so that a
/// few bytes can reach the end of a game; the last ones are chosen one by one.
pub(crate) fn any_state(input: &mut Input) -> Option<State> {
    let mut state = State::new_game(&options(input), input.seed() % 1_000).ok()?;
    let mut moves = MoveList::new();
    let mut events = Vec::new();
    let mut random = Random::new(input.seed());
    let large_first = input.below(2) == 0;
    let steps = match input.below(4) {
        0 => input.below(8),
        1 => input.below(60),
        2 => input.below(300),
        _ => 400,
    };
    for _ in 0..steps {
        let actions = legal_actions(&state, &mut moves);
        if actions.is_empty() {
            break;
        }
        // Placements are sorted by size: the last third has the large ones.
        let from = if large_first { actions.len() * 2 / 3 } else { 0 };
        state.play(actions[from + random.below(actions.len() - from)], &mut events);
        events.clear();
    }
    for _ in 0..input.below(6) {
        let actions = legal_actions(&state, &mut moves);
        if actions.is_empty() {
            break;
        }
        state.play(input.one_of(&actions), &mut events);
    }
    Some(state)
}

/// Marsaglia's xorshift; its state is not 0.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// A number below `count`, which is not 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}
