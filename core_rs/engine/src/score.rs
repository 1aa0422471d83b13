//! Scores (P1-P5): of each colour, of each seat or team, and who leads.

use crate::color::{ByColor, Color};
use crate::piece::Piece;
use crate::ruleset::{Scoring, Side};
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
    /// Who.
    pub side: Side,
    /// The colours that count.
    pub colors: Vec<Color>,
    /// Their sum (P4).
    pub score: i32,
}

impl Score {
    /// Who has the best score: more than one is a shared victory (P5).
    pub fn winners(&self) -> impl Iterator<Item = Side> {
        let goodness = |score: i32| match self.scoring {
            Scoring::Basic => -score,
            Scoring::Advanced => score,
        };
        let best = self.sides.iter().map(|side| goodness(side.score)).max();
        self.sides
            .iter()
            .filter(move |side| Some(goodness(side.score)) == best)
            .map(|side| side.side)
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
        let side = |(side, colors): (Side, Vec<Color>)| SideScore {
            side,
            score: colors.iter().map(|&color| points[color]).sum(),
            colors,
        };
        Score {
            scoring: self.rules.scoring(),
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
            // P3: in classic the +5 comes only on top of the +15.
            Scoring::Advanced if supply.is_empty() => {
                let monomino_last = self.last_placed[color] == Some(Piece::I1);
                ALL_PLACED + if monomino_last { MONOMINO_LAST } else { 0 }
            }
            Scoring::Advanced => -squares_left,
        }
    }
}
