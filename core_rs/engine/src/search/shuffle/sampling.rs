//! Random actions of any state without listing all of them.

use std::sync::LazyLock;

use crate::action::Action;
use crate::color::Color;
use crate::movegen;
use crate::phase::Decision;
use crate::piece::{Piece, Placement, Supply};
use crate::placement_rule::PlacementRule;
use crate::state::State;

use crate::search::random::Random;

/// Pieces by size, the largest first.
static BY_SIZE: LazyLock<[Supply; 5]> = LazyLock::new(|| {
    [5, 4, 3, 2, 1].map(|size| {
        let mut pieces = Supply::EMPTY;
        for piece in Piece::ALL.into_iter().filter(|piece| piece.size() == size) {
            pieces.insert(piece);
        }
        pieces
    })
});

/// Any legal action of a state that is not over, each as likely as the others; but a recycled piece
/// of the seat's other colour is placed again only when nothing else fits (S25).
pub(crate) fn uniform(state: &State, random: &mut Random) -> Action {
    sample(state, random, |rule, supply, random| {
        let count = movegen::count(rule, supply);
        if count == 0 { None } else { movegen::nth(rule, supply, random.below(count)) }
    })
}

/// The same, but the largest pieces that fit are placed.
pub(crate) fn sensible(state: &State, random: &mut Random) -> Action {
    sample(state, random, |rule, supply, random| {
        BY_SIZE.iter().find_map(|&size| {
            let wanted = supply.and(size);
            let count = if wanted.is_empty() { 0 } else { movegen::count(rule, wanted) };
            if count == 0 { None } else { movegen::nth(rule, wanted, random.below(count)) }
        })
    })
}

fn sample(
    state: &State,
    random: &mut Random,
    place: impl Fn(&PlacementRule, Supply, &mut Random) -> Option<Placement>,
) -> Action {
    let Some(color) = state.to_move() else {
        return Action::Pass;
    };
    match *state.decision() {
        Decision::Opening => {
            let rule = state.placement_rule(color);
            let placement = place(&rule, state.board().supply(color), random);
            placement.map_or(Action::Pass, |placement| Action::Place(color, placement))
        }
        Decision::Place(effect) => {
            let supply = state.board().supply(color);
            let own = place(&state.rule_under(color, effect), supply, random)
                .map(|placement| Action::Place(color, placement));
            let again = || {
                let (owner, piece, rule) = state.replay(color, effect)?;
                let placement = place(&rule, Supply::only(piece), random)?;
                Some(Action::Place(owner, placement))
            };
            own.or_else(again).unwrap_or(Action::Pass)
        }
        Decision::PlayCard => {
            let hand = state.deck(color).hand();
            Action::PlayCard(hand[random.below(hand.len() as u32) as usize])
        }
        Decision::ChooseCard(drawn) => Action::ChooseCard(drawn[random.below(2) as usize]),
        Decision::ChooseColor => {
            let colors = state.wild_colors(color).count() as u32;
            let chosen = state.wild_colors(color).nth(random.below(colors) as usize);
            Action::ChooseColor(chosen.unwrap_or(color))
        }
        Decision::Recycle => {
            let pieces = state.recyclable(color).count() as u32;
            let chosen = state.recyclable(color).nth(random.below(pieces) as usize);
            chosen.map_or(Action::Pass, choose)
        }
        Decision::Warp => warp(state, random).unwrap_or(Action::Pass),
        Decision::WarpTo(owner, piece) => {
            let destination = state.placement_of(owner, piece).and_then(|from| {
                let rule = state.warp_rule(owner, from);
                let only = Supply::only(piece);
                let count = movegen::count(&rule, only);
                let elsewhere = |index| movegen::nth(&rule, only, index).filter(|&to| to != from);
                let first = random.below(count);
                // If that is where it lies, the next one is not.
                elsewhere(first).or_else(|| elsewhere((first + 1) % count))
            });
            destination.map_or(Action::Pass, Action::WarpTo)
        }
        Decision::Over => Action::Pass,
    }
}

fn choose((owner, placement): (Color, Placement)) -> Action {
    Action::ChoosePiece(owner, placement.piece())
}

/// Any piece that can be warped. Whether one can takes a while to see: pieces are drawn until one
/// can, instead of asking for all of them.
fn warp(state: &State, random: &mut Random) -> Option<Action> {
    let color = state.to_move()?;
    let placements = state.placements();
    loop {
        let (owner, placement) = placements[random.below(placements.len() as u32) as usize];
        if state.is_opponent(color, owner) && state.has_destination(owner, placement) {
            return Some(choose((owner, placement)));
        }
    }
}
