//! The board as the prior sees it: sets of squares that a placement can cover, lie along or open.
//!
//! A feature is a set of squares together with a part of the placement: how many squares of the set
//! the placement covers, how many lie along its sides, how many it touches at a corner. So the
//! features of all placements of a position come from a few dozen sets that are computed once.

use crate::movegen::anchor::{MARGIN, Padded};
use crate::state::State;

use super::payoff::{Payoff, Relation, relation};
use super::position::{BOARD, Position, padded};
use crate::color::Color;

/// Features of the squares covered.
pub(crate) const COVERED: [&str; 13] = [
    "covers_enemy_anchor",
    "covers_roomy_enemy_anchor",
    "covers_enemy_zone1",
    "covers_enemy_zone2",
    "covers_enemy_zone4",
    "covers_partner_anchor",
    "covers_partner_zone2",
    "covers_own_anchor",
    "covers_own_zone2",
    "covers_own_zone4",
    "covers_contested",
    "covers_centre8",
    "covers_centre14",
];

/// Features of the squares along the sides.
pub(crate) const ALONG: [&str; 4] =
    ["along_own_anchor", "along_enemy_piece", "along_edge", "along_enemy_anchor"];

/// Features of the squares at the corners that become anchors.
pub(crate) const OPENED: [&str; 17] = [
    "opens",
    "opens_in_enemy_zone1",
    "opens_in_enemy_zone2",
    "opens_in_enemy_zone4",
    "opens_beyond_own_zone2",
    "opens_beyond_own_zone4",
    "opens_beyond_own_zone4_in_enemy_zone4",
    "opens_beyond_own_zone4_space2",
    "opens_in_partner_zone2",
    "opens_in_centre4",
    "opens_in_centre8",
    "opens_in_centre10",
    "opens_in_centre12",
    "opens_in_centre14",
    "opens_in_centre16",
    "opens_space1",
    "opens_space2",
];

/// The number of features of squares.
pub(crate) const FEATURES: usize = COVERED.len() + ALONG.len() + OPENED.len();

/// The sets of squares for the colour to move.
pub(crate) struct Terrain {
    pub(crate) covered: [Padded; COVERED.len()],
    pub(crate) along: [Padded; ALONG.len()],
    pub(crate) opened: [Padded; OPENED.len()],
    /// How many pieces the colour has placed.
    pub(crate) placed: u8,
}

/// The input of the terrain, for one colour.
pub(crate) struct Holding {
    pub(crate) own: Padded,
    pub(crate) free: Padded,
    pub(crate) anchors: Padded,
}

impl Holding {
    /// What the colours hold in a classic position.
    pub(crate) fn of_position(position: &Position) -> [Self; 4] {
        [0, 1, 2, 3].map(|color| Self {
            own: *position.own(color),
            free: *position.free(color),
            anchors: position.anchors(color),
        })
    }

    /// What the colours hold in any state.
    pub(crate) fn of_state(state: &State) -> [Self; 4] {
        Color::ALL.map(|color| {
            let rule = state.placement_rule(color);
            Self {
                own: padded(state.board().cells(color)),
                free: padded(rule.free()),
                anchors: padded(&rule.anchors()),
            }
        })
    }
}

/// A square in the middle of the board, `side` squares wide.
const fn centre(side: usize) -> Padded {
    let mut rows = [0; 32];
    let first = MARGIN + (20 - side) / 2;
    let mut row = first;
    while row < first + side {
        rows[row] = ((1 << side) - 1) << first;
        row += 1;
    }
    rows
}

const CENTRE_8: Padded = centre(8);
const CENTRE_14: Padded = centre(14);

/// Nested squares around the middle: the sum of their weights rises step by step towards it.
const SLOPE: [Padded; 6] = [centre(4), CENTRE_8, centre(10), centre(12), CENTRE_14, centre(16)];

impl Terrain {
    /// The terrain for a colour that is played by the side `acting`.
    #[inline(always)]
    pub(crate) fn new(
        holdings: &[Holding; 4],
        payoff: &Payoff,
        color: Color,
        acting: usize,
        placed: u8,
    ) -> Self {
        let nothing = [0; 32];
        let own = &holdings[color as usize];
        let (mut enemy_anchors, mut enemy_pieces) = (nothing, nothing);
        let mut roomy = nothing;
        let (mut enemy1, mut enemy2, mut enemy4) = (nothing, nothing, nothing);
        let (mut partner_anchors, mut partner2) = (nothing, nothing);
        for (other, holding) in holdings.iter().enumerate() {
            match relation(payoff, color, other, acting) {
                Relation::Enemy => {
                    let one = spread(&holding.anchors, &holding.free);
                    let two = spread(&one, &holding.free);
                    let four = spread(&spread(&two, &holding.free), &holding.free);
                    add(&mut enemy_anchors, &holding.anchors);
                    add(&mut roomy, &both(&holding.anchors, &roomy_part(&holding.free)));
                    add(&mut enemy_pieces, &holding.own);
                    add(&mut enemy1, &one);
                    add(&mut enemy2, &two);
                    add(&mut enemy4, &four);
                }
                Relation::Partner => {
                    let one = spread(&holding.anchors, &holding.free);
                    add(&mut partner_anchors, &holding.anchors);
                    add(&mut partner2, &spread(&one, &holding.free));
                }
                Relation::Own | Relation::Neutral => {}
            }
        }
        let own2 = spread(&spread(&own.anchors, &own.free), &own.free);
        let own4 = spread(&spread(&own2, &own.free), &own.free);
        let space1 = shrink(&own.free);
        let space2 = shrink(&space1);
        let fresh = without(&own.free, &own.anchors);
        let opened = |set: &Padded| both(&fresh, set);
        let far = without(&fresh, &own4);
        let slope = SLOPE.map(|set| opened(&set));
        Self {
            covered: [
                enemy_anchors,
                roomy,
                enemy1,
                enemy2,
                enemy4,
                partner_anchors,
                partner2,
                own.anchors,
                own2,
                own4,
                without(&enemy2, &own2),
                CENTRE_8,
                CENTRE_14,
            ],
            along: [
                own.anchors,
                enemy_pieces,
                std::array::from_fn(|row| !BOARD[row]),
                enemy_anchors,
            ],
            opened: [
                fresh,
                opened(&enemy1),
                opened(&enemy2),
                opened(&enemy4),
                without(&fresh, &own2),
                far,
                both(&far, &enemy4),
                both(&far, &space2),
                opened(&partner2),
                slope[0],
                slope[1],
                slope[2],
                slope[3],
                slope[4],
                slope[5],
                opened(&space1),
                opened(&space2),
            ],
            placed,
        }
    }
}

#[inline(always)]
fn add(to: &mut Padded, set: &Padded) {
    for row in 0..32 {
        to[row] |= set[row];
    }
}

#[inline(always)]
fn both(a: &Padded, b: &Padded) -> Padded {
    std::array::from_fn(|row| a[row] & b[row])
}

#[inline(always)]
fn without(a: &Padded, b: &Padded) -> Padded {
    std::array::from_fn(|row| a[row] & !b[row])
}

/// The set with its neighbours along sides, as far as they are free.
#[inline(always)]
pub(crate) fn spread(set: &Padded, free: &Padded) -> Padded {
    let mut out = [0; 32];
    for row in 1..31 {
        let own = set[row];
        out[row] = (own | own << 1 | own >> 1 | set[row - 1] | set[row + 1]) & free[row];
    }
    out
}

/// The squares that are part of two by two squares of the set.
#[inline(always)]
fn roomy_part(set: &Padded) -> Padded {
    // First the top left squares of all two by two squares, then all of their squares.
    let mut corners = [0; 32];
    for row in 0..31 {
        let pair = set[row] & set[row + 1];
        corners[row] = pair & pair >> 1;
    }
    let mut out = [0; 32];
    for row in 1..32 {
        let pair = corners[row] | corners[row - 1];
        out[row] = pair | pair << 1;
    }
    out
}

/// The squares of the set whose four neighbours are in it too.
#[inline(always)]
fn shrink(set: &Padded) -> Padded {
    let mut out = [0; 32];
    for row in 1..31 {
        let own = set[row];
        out[row] = own & own << 1 & own >> 1 & set[row - 1] & set[row + 1];
    }
    out
}
