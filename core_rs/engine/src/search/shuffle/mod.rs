//! The search of Blokus Shuffle: Monte Carlo tree search over what the acting seat knows.
//!
//! The obvious way to search a game with hidden cards is to guess the cards once and search as if
//! they were known. That plans with knowledge that no player has. Here every simulation guesses
//! again (`hidden`), and all share one tree over public information and the seat's own cards
//! (`choices`). A good move is one that does well over all deals ('information set search').
//!
//! `State` plays the actions, so that the rules are implemented once.

mod choices;
pub(crate) mod hidden;
mod keys;
pub(crate) mod sampling;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::action::Action;
use crate::card::Card;
use crate::color::Color;
use crate::movegen::Preference;
use crate::phase::{ActiveEffect, Decision};
use crate::state::State;

use super::answer::{Step, StopReason, Suggestion, Suggestions, Tally};
use super::clock::Clock;
use super::levels::SearchOptions;
use super::payoff::{Payoff, Points, SIDES};
use super::position::NO_PIECE;
use super::prior::Weights;
use super::random::Random;
use super::tree::{Edge, ROOT, Selection, Tree};
use choices::{Choices, WIDEST, is_about_cards, is_open};
use hidden::Hidden;
use keys::action;

const SELECTION: Selection =
    Selection { exploration: 1.0, rave: 0.0, width: WIDEST as u32, caution: 0.0 };

/// Visits of an edge at which its node is added.
const EXPAND_AT: u32 = 2;

/// Maximum length of a path through the tree.
const DEEPEST: usize = 64;

/// Maximum number of steps in the line of a suggestion.
const LONGEST_LINE: usize = 12;

/// Simulations between two checks of the clock.
const BATCH: u64 = 8;

/// Suggests actions for a state that is not over.
pub(crate) fn suggest(
    state: &State,
    weights: &Weights,
    options: &SearchOptions,
    cancel: &AtomicBool,
) -> Suggestions {
    if !options.whole_turn {
        return decide(state, weights, options, options.budget.units(), cancel);
    }
    let mut left = Allowance { units: options.budget.units(), time: options.time };
    let mut answer = decide_in_turn(state, weights, options, &mut left, cancel);
    let following = SearchOptions { count: 1, ..*options };
    let mut state = state.clone();
    while let Some(&done) = answer.turn.last() {
        let color = state.to_move();
        state.play_unrecorded(done);
        if shows_drawn_cards(&state) || !is_same_turn(&state, color, done) {
            break;
        }
        let next = decide_in_turn(&state, weights, &following, &mut left, cancel);
        answer.turn.extend(next.turn);
        answer.units += next.units;
        answer.playouts += next.playouts;
        answer.elapsed += next.elapsed;
        if matches!(next.stopped, StopReason::Time | StopReason::Cancelled) {
            answer.stopped = next.stopped;
        }
    }
    answer
}

/// The units and the time that the decisions of a turn may still use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) units: u64,
    pub(crate) time: Option<Duration>,
}

impl Allowance {
    /// The share of a decision: as much as for each decision that usually follows in its turn.
    /// Without a share of the time the first decision could take all of it.
    pub(crate) fn share(self, decision: Decision) -> Self {
        let decisions = usual_decisions(decision);
        let units = (self.units / u64::from(decisions)).max(1);
        Self { units, time: self.time.map(|time| time / decisions) }
    }

    fn spend(&mut self, answer: &Suggestions) {
        self.units = self.units.saturating_sub(answer.units);
        self.time = self.time.map(|time| time.saturating_sub(answer.elapsed));
    }
}

/// How many decisions a turn usually still has, this one included.
fn usual_decisions(decision: Decision) -> u32 {
    match decision {
        Decision::Place(ActiveEffect::Card(Card::DoublePlay))
        | Decision::ChooseCard(_)
        | Decision::ChooseColor
        | Decision::Recycle
        | Decision::WarpTo(..) => 2,
        Decision::PlayCard | Decision::Warp => 3,
        Decision::Opening | Decision::Place(_) | Decision::Over => 1,
    }
}

/// Suggests one action of a turn with its share of the remaining allowance.
fn decide_in_turn(
    state: &State,
    weights: &Weights,
    options: &SearchOptions,
    left: &mut Allowance,
    cancel: &AtomicBool,
) -> Suggestions {
    let Allowance { units, time } = left.share(*state.decision());
    let answer = decide(state, weights, &SearchOptions { time, ..*options }, units, cancel);
    left.spend(&answer);
    answer
}

/// Whether the last action drew cards that were hidden before: the next action depends on them.
fn shows_drawn_cards(state: &State) -> bool {
    matches!(state.decision(), Decision::ChooseCard(_))
}

/// Whether the turn continues after an action that led to a state.
fn is_same_turn(state: &State, color: Option<Color>, done: Action) -> bool {
    let is_second = || state.decision().card() == Some(Card::DoublePlay);
    match done {
        Action::Pass => false,
        Action::Place(..) => state.to_move() == color && is_second(),
        _ => true,
    }
}

/// Suggests one action; `units` is the work for it.
fn decide(
    state: &State,
    weights: &Weights,
    options: &SearchOptions,
    units: u64,
    cancel: &AtomicBool,
) -> Suggestions {
    let payoff = Payoff::new(state.rules());
    let mut clock = Clock::new(options, cancel).with_units(units);
    let mut search = Search::new(state, &payoff, weights, options, units);
    let stopped = loop {
        for _ in 0..BATCH {
            clock.spent += search.simulate();
            clock.playouts += 1;
        }
        if let Some(reason) = clock.stop() {
            break reason;
        }
        if options.count <= 1 && search.tree.is_decided(clock.simulations_left(BATCH)) {
            break StopReason::Decided;
        }
    };
    search.answer(&clock, stopped, options)
}

/// A running search.
struct Search<'a> {
    start: &'a State,
    payoff: &'a Payoff,
    hidden: Hidden,
    choices: Choices<'a>,
    tree: Tree,
    random: Random,
    tallies: Vec<Tally>,
    /// The part of the prior that the edges of the root have, of all that were ranked.
    kept: f32,
}

impl<'a> Search<'a> {
    fn new(
        state: &'a State,
        payoff: &'a Payoff,
        weights: &'a Weights,
        options: &SearchOptions,
        units: u64,
    ) -> Self {
        // Each node costs at least ten units.
        let nodes = (units / 10).min(1 << 20) as usize;
        let mut search = Self {
            start: state,
            payoff,
            hidden: Hidden::new(state),
            choices: Choices::new(payoff, weights),
            tree: Tree::new(nodes, WIDEST, WIDEST),
            random: Random::new(options.seed),
            tallies: Vec::new(),
            kept: 1.0,
        };
        search.choices.rank(state);
        // The seat's own cards are known: cards not in hand get no edge at the root.
        search.choices.ranked.retain(|one| is_open(state, action(one.1)));
        let first = search.choices.ranked.first().map_or(0, |one| one.0);
        let all = search.choices.chances(first);
        if let Some(temperature) = options.budget.sampling_temperature() {
            search.draw_some(temperature, options.count);
        }
        search.kept = search.choices.chances(first) / all;
        search.add_node(state);
        search.tallies = vec![Tally::default(); search.tree.edges(ROOT).len()];
        search
    }

    /// Keeps only a few of the ranked edges, sampled with probability increasing with value.
    fn draw_some(&mut self, temperature: f32, count: usize) {
        super::weak_levels::draw_some(
            &mut self.choices.ranked,
            temperature,
            count,
            &mut self.random,
        );
    }

    fn add_node(&mut self, state: &State) -> u32 {
        let color = state.to_move().map_or(0, |color| color as usize);
        let side = self.payoff.side(color, state.shared_turns());
        self.tree.add(color, side, self.choices.edges())
    }

    /// One simulation; returns what it cost in units.
    fn simulate(&mut self) -> u64 {
        let mut state = self.start.clone();
        self.hidden.deal(&mut state, &mut self.random);
        let mut path = [(0, 0); DEEPEST];
        let mut depth = 0;
        let mut cost = 0;
        let mut at = ROOT;
        while depth < DEEPEST {
            let chosen = if is_about_cards(&state) {
                self.tree.select_open(at, &SELECTION, |key| is_open(&state, action(key)))
            } else {
                self.tree.select(at, &SELECTION)
            };
            let Some(edge) = chosen else {
                break;
            };
            path[depth] = (at, edge);
            depth += 1;
            cost += 2;
            state.play_unrecorded(action(self.tree.edge(edge).key));
            if state.to_move().is_none() {
                break;
            }
            let taken = self.tree.edge(edge);
            at = taken.child;
            if at == 0 {
                if taken.visits + 1 >= EXPAND_AT && self.tree.has_room(WIDEST) {
                    self.choices.rank(&state);
                    let child = self.add_node(&state);
                    self.tree.set_child(edge, child);
                    cost += 10;
                }
                break;
            }
        }
        while state.to_move().is_some() {
            let action = sampling::sample(&state, Preference::Largest, &mut self.random);
            state.play_unrecorded(action);
            cost += 1;
        }
        self.record(&path[..depth], &state);
        cost
    }

    fn record(&mut self, path: &[(u32, u32)], end: &State) {
        let points = points(self.payoff, end);
        let payoffs = self.payoff.payoffs(&points);
        for &(at, edge) in path {
            let side = usize::from(self.tree.node(at).side);
            self.tree.record(at, edge, payoffs[side % SIDES]);
        }
        if let Some(&(_, edge)) = path.first() {
            // The root's edges are the first of all.
            self.tallies[edge as usize].add(self.payoff, &points, None);
        }
    }

    fn answer(&self, clock: &Clock, stopped: StopReason, options: &SearchOptions) -> Suggestions {
        let edges: Vec<Edge> = self.tree.edges(ROOT).collect();
        let order = match options.budget.sampling_temperature() {
            Some(_) => (0..edges.len()).collect(),
            None => self.tree.ranked(),
        };
        let suggestion = |at: usize| Suggestion {
            action: action(edges[at].key),
            visits: edges[at].visits,
            prior: edges[at].prior * self.kept,
            estimates: self.tallies[at]
                .estimates(self.payoff, &[[i32::MIN; SIDES], [i32::MAX; SIDES]]),
            line: self.line(edges[at].child),
        };
        let tried = order.into_iter().filter(|&at| edges[at].visits > 0);
        let moves: Vec<Suggestion> = tried.take(options.count.max(1)).map(suggestion).collect();
        Suggestions::new(moves, clock, stopped)
    }

    /// The expected line from a node on.
    fn line(&self, mut node: u32) -> Vec<Step> {
        let mut line = Vec::new();
        while node != 0 && line.len() < LONGEST_LINE {
            let Some(edge) = self.tree.favourite(node) else {
                break;
            };
            let color = Color::ALL[usize::from(self.tree.node(node).color)];
            line.push(Step { color, action: action(edge.key) });
            node = edge.child;
        }
        line
    }
}

/// The points of each side at the end of a game.
fn points(payoff: &Payoff, state: &State) -> Points {
    payoff.points_of(Color::ALL.map(|color| {
        let squares = state.board().cells(color).len() as u8;
        let last = state.last_placed()[color].map_or(NO_PIECE, |piece| piece.index() as u8);
        payoff.color_points(squares, last)
    }))
}
