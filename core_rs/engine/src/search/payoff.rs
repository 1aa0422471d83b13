//! What the end of a game is worth to each side.
//!
//! A side is what is scored as one: a seat, or a team (P4). The search maximises for each side a
//! payoff between 0 and 1, which mixes winning with the margin. Winning alone would be enough for a
//! perfect player; but playouts are noisy, and a margin tells good from better long before the
//! winner changes. The margin alone plays badly: it accepts narrow losses.

use crate::color::Color;
use crate::piece::Piece;
use crate::ruleset::{MonominoBonus, Rules, ScoreCombination, Scoring, Side};

use super::position::Position;

/// The maximum number of sides.
pub(crate) const SIDES: usize = 4;

const SQUARES: i32 = 89;
const ALL_PLACED: i32 = 15;
const MONOMINO_LAST: i32 = 5;

/// A margin of this many points is worth half as much as an infinite one.
const HALF_MARGIN: f32 = 15.0;

/// What the payoff needs to know about the rules.
#[derive(Clone, Debug)]
pub(crate) struct Payoff {
    sides: Vec<Side>,
    /// The side that each colour counts for; for the shared colour the sides that play it in turn.
    owners: [[u8; 3]; 4],
    /// The colours whose points count.
    scored: [bool; 4],
    scoring: Scoring,
    monomino_bonus: MonominoBonus,
    combination: ScoreCombination,
    /// The weight of the margin in the payoff.
    margin: f32,
}

/// The result of a game: the points of each side; more is better.
pub(crate) type Points = [i32; SIDES];

impl Payoff {
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut owners = [[0; 3]; 4];
        let mut scored = [false; 4];
        let mut sides = Vec::new();
        for (index, (side, colors)) in rules.sides().enumerate() {
            for color in colors {
                owners[color as usize] = [index as u8; 3];
                scored[color as usize] = true;
            }
            sides.push(side);
        }
        if let Some(shared) = rules.shared_color() {
            // With three seats each is a side of its own.
            owners[shared as usize] = [0, 1, 2].map(|turns| rules.seat(shared, turns) - 1);
        }
        Self {
            margin: if sides.len() == 2 { 0.25 } else { 0.4 },
            sides,
            owners,
            scored,
            scoring: rules.scoring(),
            monomino_bonus: rules.monomino_bonus(),
            combination: rules.combination(),
        }
    }

    /// The seats or teams that are scored.
    pub(crate) fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// The side that decides for a colour after `shared_turns` turns of the shared colour (C8).
    #[inline(always)]
    pub(crate) fn side(&self, color: usize, shared_turns: u32) -> usize {
        usize::from(self.owners[color][shared_turns as usize % 3])
    }

    /// The side that a colour's points count for, if any.
    pub(crate) fn owner(&self, color: usize) -> Option<usize> {
        self.scored[color].then(|| usize::from(self.owners[color][0]))
    }

    /// The points of a colour, from the number of squares it covers and the piece it placed last.
    #[inline(always)]
    pub(crate) fn color_points(&self, squares: u8, last: u8) -> i32 {
        let mut points = i32::from(squares) - SQUARES;
        if self.scoring == Scoring::Advanced {
            let all_placed = i32::from(squares) == SQUARES;
            let counts = all_placed || self.monomino_bonus == MonominoBonus::Independent;
            points += if all_placed { ALL_PLACED } else { 0 };
            let monomino_last = last == Piece::I1.index() as u8;
            points += if counts && monomino_last { MONOMINO_LAST } else { 0 };
        }
        points
    }

    /// The points of each side in a classic position if some colours place all their pieces.
    pub(crate) fn points_if_placed(
        &self,
        position: &Position,
        places_all: impl Fn(usize) -> bool,
    ) -> Points {
        self.points_of([0, 1, 2, 3].map(|color| {
            if places_all(color) {
                self.color_points(SQUARES as u8, Piece::I1.index() as u8)
            } else {
                self.color_points(position.squares(color), position.last(color))
            }
        }))
    }

    /// The points of each side in a classic position.
    #[inline(always)]
    pub(crate) fn points(&self, position: &Position) -> Points {
        self.points_of(
            [0, 1, 2, 3]
                .map(|color| self.color_points(position.squares(color), position.last(color))),
        )
    }

    /// The points of each side from those of each colour.
    #[inline(always)]
    pub(crate) fn points_of(&self, colors: [i32; 4]) -> Points {
        let mut points = match self.combination {
            ScoreCombination::Sum => [0; SIDES],
            ScoreCombination::Worst => [i32::MAX; SIDES],
        };
        for color in 0..4 {
            if self.scored[color] {
                let side = &mut points[usize::from(self.owners[color][0]) % SIDES];
                *side = match self.combination {
                    ScoreCombination::Sum => *side + colors[color],
                    ScoreCombination::Worst => colors[color].min(*side),
                };
            }
        }
        points
    }

    /// A side's reported score: in basic scoring less is better (P1).
    pub(crate) fn reported_score(&self, points: f64) -> f64 {
        match self.scoring {
            // Not `-points`, which makes -0 of 0.
            Scoring::Basic => 0.0 - points,
            Scoring::Advanced => points,
        }
    }

    /// Each side's share of the victory (P5).
    #[inline(always)]
    pub(crate) fn shares(&self, points: &Points) -> [f32; SIDES] {
        let points = &points[..self.sides.len()];
        let best = points.iter().copied().max().unwrap_or(0);
        let winners = points.iter().filter(|&&one| one == best).count() as f32;
        let mut shares = [0.0; SIDES];
        for (share, &one) in shares.iter_mut().zip(points) {
            *share = if one == best { 1.0 / winners } else { 0.0 };
        }
        shares
    }

    /// The payoff of each side at the end of a game, between 0 and 1.
    #[inline(always)]
    pub(crate) fn payoffs(&self, points: &Points) -> [f32; SIDES] {
        let count = self.sides.len();
        let margins = self.margins(points, 1.0, 0.0);
        let mut payoffs = [0.0; SIDES];
        for side in 0..count {
            let mut beaten = 0.0;
            for other in (0..count).filter(|&other| other != side) {
                beaten += match points[side].cmp(&points[other]) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
            }
            let win = beaten / (count - 1).max(1) as f32;
            payoffs[side] = self.mix(win, margins[side]);
        }
        payoffs
    }

    /// The payoff of a win probability and a margin, both between 0 and 1.
    #[inline(always)]
    pub(crate) fn mix(&self, win: f32, margin: f32) -> f32 {
        win + self.margin * (margin - win)
    }

    /// Each side's margin, scaled to between 0 and 1; `one` is the size of a point. `uncertain` is
    /// added to [`HALF_MARGIN`].
    #[inline(always)]
    pub(crate) fn margins(&self, points: &Points, one: f32, uncertain: f32) -> [f32; SIDES] {
        let count = self.sides.len();
        let all: i32 = points[..count].iter().sum();
        let mut margins = [0.0; SIDES];
        for side in 0..count {
            // Relative to the mean of the others: with several, no single one is the one to beat.
            let others = (all - points[side]) as f32 / (count - 1).max(1) as f32;
            let margin = (points[side] as f32 - others) / (one * (HALF_MARGIN + uncertain));
            margins[side] = 0.5 + 0.5 * margin / (1.0 + margin.abs());
        }
        margins
    }
}

/// The relation of another colour to a colour that the side `acting` plays.
pub(crate) fn relation(payoff: &Payoff, color: Color, other: usize, acting: usize) -> Relation {
    if color as usize == other {
        return Relation::Own;
    }
    match payoff.owner(other) {
        Some(side) if side == acting => Relation::Partner,
        Some(_) => Relation::Enemy,
        None => Relation::Neutral,
    }
}

/// What another colour is to the colour to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// The colour to move itself.
    Own,
    /// It counts for the same side.
    Partner,
    /// It counts for another side.
    Enemy,
    /// The shared colour, which is not scored.
    Neutral,
}
