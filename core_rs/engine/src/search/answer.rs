//! The result of a search.

use std::time::Duration;

use crate::action::Action;
use crate::color::Color;
use crate::ruleset::Side;
use crate::score::SideScore;
use crate::state::State;

use super::clock::Clock;
use super::payoff::{Payoff, Points, SIDES};
use super::value::Value;

/// Ranked moves, an evaluation of the position, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestions {
    /// The best first; none when the game is over.
    pub moves: Vec<Suggestion>,
    /// What each seat or team can expect: the estimates of the best move, or the final score.
    pub evaluation: Vec<Estimate>,
    /// The best action, and with `whole_turn` those after it up to the end of the turn.
    pub turn: Vec<Action>,
    /// The work done, in units.
    pub units: u64,
    /// How many games were played out.
    pub playouts: u64,
    /// The elapsed time. The only part of the answer that differs from run to run, unless the
    /// search stopped because of time or was cancelled.
    pub elapsed: Duration,
    /// Why it stopped.
    pub stopped: StopReason,
}

impl Suggestions {
    pub(crate) fn new(moves: Vec<Suggestion>, clock: &Clock, stopped: StopReason) -> Self {
        let best = moves.first();
        Self {
            evaluation: best.map_or_else(Vec::new, |best| best.estimates.clone()),
            turn: best.iter().map(|best| best.action).collect(),
            moves,
            units: clock.spent,
            playouts: clock.playouts,
            elapsed: clock.elapsed(),
            stopped,
        }
    }
}

/// One move.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// What to do.
    pub action: Action,
    /// How many simulations tried it.
    pub visits: u32,
    /// The learned prior, before the search; the priors of all considered moves add up to 1.
    pub prior: f32,
    /// What each seat or team can expect after it.
    pub estimates: Vec<Estimate>,
    /// The actions expected to follow.
    pub line: Vec<Step>,
}

/// An action with the colour whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose turn it is.
    pub color: Color,
    /// The action.
    pub action: Action,
}

/// What a seat or a team can expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The seat or team.
    pub side: Side,
    /// The expected final score, under the scoring rules of the game.
    pub score: f64,
    /// The win probability, from 0 to 1; a shared victory is split, so that all add up to 1.
    pub win: f64,
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The game is over: there is nothing to suggest.
    Over,
    /// All units were spent.
    Budget,
    /// No other move could catch up with the units left.
    Decided,
    /// The endgame was solved: every returned move is a best one, and its estimates are exact.
    Solved,
    /// The time limit was reached.
    Time,
    /// The caller cancelled it.
    Cancelled,
}

impl StopReason {
    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Budget => "budget",
            Self::Decided => "decided",
            Self::Solved => "solved",
            Self::Time => "time",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Sums over the simulations that tried one move of the root.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    games: u32,
    points: [f64; SIDES],
    shares: [f64; SIDES],
}

impl Tally {
    /// Adds the result of a playout, and the value of the position where it began if it has one.
    #[inline(always)]
    pub(crate) fn add(&mut self, payoff: &Payoff, points: &Points, value: Option<&Value>) {
        let sides = payoff.sides().len();
        let mut shares = payoff.shares(points);
        let mut expected = points.map(|points| points as f32);
        if let Some(value) = value {
            shares = value.mixed_chances(&shares, sides);
            expected = value.mixed_points(points, sides);
        }
        self.games += 1;
        for side in 0..SIDES {
            self.points[side] += f64::from(expected[side]);
            self.shares[side] += f64::from(shares[side]);
        }
    }

    /// The means, clamped to the possible range of points, which the value may exceed.
    pub(crate) fn estimates(&self, payoff: &Payoff, possible: &[Points; 2]) -> Vec<Estimate> {
        let games = f64::from(self.games.max(1));
        let [least, most] = possible;
        let win_of_all: f64 = self.shares.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let estimate = |(index, &side): (usize, &Side)| Estimate {
            side,
            score: payoff.reported_score(
                (self.points[index] / games).clamp(least[index].into(), most[index].into()),
            ),
            win: self.shares[index] / win_of_all,
        };
        payoff.sides().iter().enumerate().map(estimate).collect()
    }
}

/// The answer when nothing is left to suggest: the final score.
pub(crate) fn of_finished_game(state: &State) -> Suggestions {
    let score = state.score();
    let winners: Vec<Side> = score.winners().collect();
    let estimate = |side: &SideScore| Estimate {
        side: side.side,
        score: side.score.into(),
        win: if winners.contains(&side.side) { 1.0 / winners.len() as f64 } else { 0.0 },
    };
    Suggestions {
        moves: Vec::new(),
        evaluation: score.sides.iter().map(estimate).collect(),
        turn: Vec::new(),
        units: 0,
        playouts: 0,
        elapsed: Duration::ZERO,
        stopped: StopReason::Over,
    }
}
