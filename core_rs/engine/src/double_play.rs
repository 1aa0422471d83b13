//! What Double Play will do, asked before the first piece is placed (S27).

use crate::card::Card;
use crate::movegen::{self, MoveList};
use crate::name::impl_names;
use crate::phase::{ActiveEffect, Decision};
use crate::piece::Supply;
use crate::placement_rule::PlacementRule;
use crate::state::State;

/// What Double Play will do (S27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DoublePlayOutcome {
    /// Whatever the first piece, a second one follows.
    CarriedOut,
    /// Whatever the first piece, no second one can follow.
    Discarded,
    /// It depends on the first piece.
    Depends,
}

impl DoublePlayOutcome {
    /// Every outcome.
    pub const ALL: [Self; 3] = [Self::CarriedOut, Self::Discarded, Self::Depends];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CarriedOut => "carried_out",
            Self::Discarded => "discarded",
            Self::Depends => "depends",
        }
    }

    /// The value of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl_names!(DoublePlayOutcome);

impl State {
    /// What Double Play will do (S27), asked before this turn's first piece: carried out if every
    /// first piece leaves room for a second one, discarded if none does or none can be placed. None
    /// if Double Play is not in force or the first piece has been placed.
    #[must_use]
    pub fn double_play_outcome(&self) -> Option<DoublePlayOutcome> {
        let (Some(color), Decision::Place(effect @ ActiveEffect::Card(Card::DoublePlay))) =
            (self.to_move, self.decision)
        else {
            return None;
        };
        let mut firsts = MoveList::new();
        self.list_placements(color, effect, Supply::FULL, &mut firsts);
        let supply = self.board.supply(color);
        let unavailable = self.board.occupied().or(&self.board.cells(color).side_ring());
        let (mut some_leave_room, mut some_do_not) = (false, false);
        for first in firsts.iter() {
            let cells = first.cell_set();
            let rule = PlacementRule::at_corners(&cells, &cells, &unavailable.or(&cells));
            let mut rest = supply;
            rest.remove(first.piece());
            if movegen::any(&rule, rest) {
                some_leave_room = true;
            } else {
                some_do_not = true;
            }
            if some_leave_room && some_do_not {
                return Some(DoublePlayOutcome::Depends);
            }
        }
        Some(if some_leave_room {
            DoublePlayOutcome::CarriedOut
        } else {
            DoublePlayOutcome::Discarded
        })
    }
}
