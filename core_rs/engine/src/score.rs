//! Scores (P1-P5) of each colour and of each seat or team, and the winners.

use crate::color::{ByColor, Color};
use crate::piece::Piece;
use crate::ruleset::{MonominoBonus, ScoreCombination, Scoring, Seat, Side};
use crate::state::State;

/// P2: for having placed all 21 pieces.
const ALL_PLACED: i32 = 15;

/// P2: for having placed I1 last.
const MONOMINO_LAST: i32 = 5;

/// The scores of a state, finished or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// How it was counted.
    pub scoring: Scoring,
    /// Whether the game is over.
    pub is_final: bool,
    /// Each colour.
    pub colors: ByColor<ColorScore>,
    /// Each seat, or each team where there are teams.
    pub sides: Vec<SideScore>,
}

/// The score of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorScore {
    /// How many pieces it has left.
    pub pieces_left: u32,
    /// How many squares these cover.
    pub squares_left: u32,
    /// Its score; the shared colour has none (P4).
    pub score: Option<i32>,
}

/// The score of a seat or a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideScore {
    /// The seat or team.
    pub side: Side,
    /// The colours that count.
    pub colors: Vec<Color>,
    /// Their sum, or the worst of them (P4).
    pub score: i32,
}

impl Score {
    /// The sides with the best score: more than one is a shared victory (P5).
    pub fn winners(&self) -> impl Iterator<Item = Side> {
        self.best().map(|one| one.side)
    }

    fn best(&self) -> impl Iterator<Item = &SideScore> {
        let rank = |side: &SideScore| self.scoring.rank(side.score);
        let best = self.sides.iter().map(rank).max();
        self.sides.iter().filter(move |side| Some(rank(side)) == best)
    }

    /// The seats of the winners, in order.
    #[must_use]
    pub fn winning_seats(&self) -> Vec<Seat> {
        let mut seats: Vec<_> = self.best().flat_map(SideScore::seats).collect();
        seats.sort_unstable();
        seats
    }

    /// The teams among the winners.
    pub fn winning_teams(&self) -> impl Iterator<Item = char> {
        self.winners().filter_map(|side| match side {
            Side::Team(letter) => Some(letter),
            Side::Seat(_) => None,
        })
    }
}

impl SideScore {
    /// The seat, or the seats of the team.
    #[must_use]
    pub fn seats(&self) -> Vec<Seat> {
        match self.side {
            Side::Seat(seat) => vec![seat],
            // A team's seats play one colour each, and are numbered in colour order.
            Side::Team(_) => self.colors.iter().map(|&color| color as Seat + 1).collect(),
        }
    }
}

impl Scoring {
    /// A score as a number that is larger for a better score.
    const fn rank(self, score: i32) -> i32 {
        match self {
            Self::Basic => -score,
            Self::Advanced => score,
        }
    }
}

impl State {
    /// Scores the state, finished or not.
    #[must_use]
    pub fn score(&self) -> Score {
        let points = ByColor::new_with(|color| self.points(color));
        let colors = ByColor::new_with(|color| ColorScore {
            pieces_left: self.board.supply(color).len(),
            squares_left: self.board.supply(color).squares(),
            score: (self.rules.shared_color() != Some(color)).then_some(points[color]),
        });
        let scoring = self.rules.scoring();
        let side = |(side, colors): (Side, Vec<Color>)| {
            let each = colors.iter().map(|&color| points[color]);
            let score = match self.rules.combination() {
                ScoreCombination::Sum => each.sum(),
                ScoreCombination::Worst => {
                    each.min_by_key(|&score| scoring.rank(score)).unwrap_or_default()
                }
            };
            SideScore { side, colors, score }
        };
        Score {
            scoring,
            is_final: self.to_move.is_none(),
            colors,
            sides: self.rules.sides().map(side).collect(),
        }
    }

    fn points(&self, color: Color) -> i32 {
        let supply = self.board.supply(color);
        let squares_left = supply.squares().cast_signed();
        match self.rules.scoring() {
            Scoring::Basic => squares_left,
            Scoring::Advanced => {
                let all_placed = supply.is_empty();
                let counts = match self.rules.monomino_bonus() {
                    MonominoBonus::Independent => true,
                    MonominoBonus::WithAllPlaced => all_placed,
                };
                let monomino_last = counts && self.last_placed[color] == Some(Piece::I1);
                let bonus = |earned, points| if earned { points } else { 0 };
                bonus(all_placed, ALL_PLACED) + bonus(monomino_last, MONOMINO_LAST) - squares_left
            }
        }
    }
}
