//! Random games at full speed: what a search does most, and what the benchmarks measure.

use crate::movegen::Preference;
use crate::ruleset::Game;
use crate::state::State;

use super::accelerate::{Task, accelerated};
use super::position::Position;
use super::random::Random;
use super::shuffle::sampling;

/// Plays random games from a state to their ends, as the search does.
#[derive(Clone)]
pub struct RandomGames {
    start: Start,
    random: Random,
}

#[derive(Clone)]
enum Start {
    Classic(Box<Position>),
    Shuffle(Box<State>),
}

impl RandomGames {
    /// Games that start at a state; the seed determines them.
    #[must_use]
    pub fn new(state: &State, seed: u64) -> Self {
        let start = match state.rules().game() {
            Game::Classic => Start::Classic(Box::new(Position::new(state))),
            Game::Shuffle => Start::Shuffle(Box::new(state.clone())),
        };
        Self { start, random: Random::new(seed) }
    }

    /// Plays a number of games and returns the total number of their actions.
    ///
    /// For a placement an anchor is chosen at random, then one of the placements that fit there;
    /// in Blokus Shuffle other actions are chosen at random.
    pub fn play(&mut self, games: u32) -> u32 {
        let random = &mut self.random;
        match &self.start {
            Start::Classic(start) => accelerated(Games { count: games, start, random }),
            Start::Shuffle(start) => (0..games).map(|_| play_shuffle(start, random)).sum(),
        }
    }
}

fn play_shuffle(start: &State, random: &mut Random) -> u32 {
    let mut state = start.clone();
    let mut actions = 0;
    while state.to_move().is_some() {
        let action = sampling::sample(&state, Preference::Any, random);
        state.play_unrecorded(action);
        actions += 1;
    }
    actions
}

struct Games<'a> {
    count: u32,
    start: &'a Position,
    random: &'a mut Random,
}

impl Task for Games<'_> {
    type Output = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        let mut placements = 0;
        for _ in 0..self.count {
            let mut position = self.start.clone();
            while position.to_move().is_some() {
                if let Some(placement) = position.sample(self.random) {
                    position.put(placement);
                    placements += 1;
                }
            }
        }
        placements
    }
}
