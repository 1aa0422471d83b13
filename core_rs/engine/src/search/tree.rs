//! The tree of a Monte Carlo tree search: nodes, edges, and which edge to try next.
//!
//! A simulation walks down from the root, at each node along the edge that looks best: by the mean
//! of what came of it (`value / visits`), by how promising it looked to begin with (`prior`), and
//! the less often it was tried, the more. Where it leaves the tree the game is played out at random,
//! and what came of it is added to every edge on the way. After many simulations the most visited
//! edge of the root is the move.
//!
//! RAVE ('all moves as first'): what comes of a placement late in a playout also says something
//! about making it now. These averages settle long before the edge's own do, and fade out as its
//! visits grow.

use crate::piece::Placement;

/// One way on from a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// What is done: a placement, or the number of another action (see `shuffle`).
    pub(crate) key: u32,
    pub(crate) prior: f32,
    pub(crate) visits: u32,
    /// Sum of the payoffs for the side that decides at the node.
    pub(crate) value: f32,
    /// For RAVE; for a card of Blokus Shuffle, which has no RAVE, how often it could be played.
    pub(crate) rave_visits: u32,
    pub(crate) rave_value: f32,
    /// The node it leads to; 0: none yet.
    pub(crate) child: u32,
}

/// A position in which somebody decides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    first: u32,
    count: u16,
    pub(crate) color: u8,
    pub(crate) side: u8,
    pub(crate) visits: u32,
    /// Sum of the payoffs for the side that decides here.
    pub(crate) value: f32,
}

/// How the next edge is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    /// How much the prior and few visits count against the mean payoff.
    pub(crate) exploration: f32,
    /// The number of visits at which RAVE has lost half of its weight; 0: no RAVE.
    pub(crate) rave: f32,
    /// How many edges are considered at first; the others follow as the visits grow.
    pub(crate) width: u32,
    /// How much lower than the mean of the node an edge is assumed to be before its first visit.
    pub(crate) caution: f32,
}

/// Nodes and edges. Their number is limited, so that a search has bounded memory: in a full tree
/// simulations go on, but no node is added.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    most_edges: usize,
}

/// At most so many nodes: 5 MiB.
const MOST_NODES: usize = 1 << 18;
/// At most so many edges: 49 MiB.
const MOST_EDGES: usize = 1_835_008;
const _: () = assert!(MOST_NODES * size_of::<Node>() + MOST_EDGES * size_of::<Edge>() <= 54 << 20);

/// The root's number; 0 means 'none yet'.
pub(crate) const ROOT: u32 = 1;

impl Tree {
    /// An empty tree that grows by at most so many nodes of so many edges, and a root of its own
    /// width.
    pub(crate) fn new(nodes: usize, width: usize, root: usize) -> Self {
        let most_edges = nodes.saturating_mul(width).saturating_add(root).min(MOST_EDGES);
        // Reserved at once: a vector that doubles would need half as much again while it moves.
        let mut all = Vec::with_capacity(nodes.saturating_add(2).min(MOST_NODES));
        all.push(Node::default());
        Self { nodes: all, edges: Vec::with_capacity(most_edges), most_edges }
    }

    /// Whether a node with so many edges can be added.
    #[inline(always)]
    pub(crate) fn has_room(&self, edges: usize) -> bool {
        self.nodes.len() < self.nodes.capacity().min(MOST_NODES)
            && self.edges.len() + edges <= self.most_edges
    }

    /// Adds a node whose edges have these keys and priors, the most promising first.
    #[inline(always)]
    pub(crate) fn add(
        &mut self,
        color: usize,
        side: usize,
        edges: impl ExactSizeIterator<Item = (u32, f32)>,
    ) -> u32 {
        let (first, count) = (self.edges.len() as u32, edges.len() as u16);
        self.edges.extend(edges.map(|(key, prior)| Edge {
            key,
            prior,
            visits: 0,
            value: 0.0,
            rave_visits: 0,
            rave_value: 0.0,
            child: 0,
        }));
        let (color, side) = (color as u8, side as u8);
        self.nodes.push(Node { first, count, color, side, visits: 0, value: 0.0 });
        self.nodes.len() as u32 - 1
    }

    #[inline(always)]
    pub(crate) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline(always)]
    pub(crate) fn edge(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }

    /// The edges of a node, the most promising first.
    #[inline(always)]
    pub(crate) fn edges(&self, node: u32) -> &[Edge] {
        let node = &self.nodes[node as usize];
        &self.edges[node.first as usize..][..usize::from(node.count)]
    }

    #[inline(always)]
    pub(crate) fn edges_mut(&mut self, node: u32) -> &mut [Edge] {
        let node = &self.nodes[node as usize];
        &mut self.edges[node.first as usize..][..usize::from(node.count)]
    }

    #[inline(always)]
    pub(crate) fn set_child(&mut self, edge: u32, child: u32) {
        self.edges[edge as usize].child = child;
    }

    /// The edge of a node to try next.
    #[inline(always)]
    pub(crate) fn select(&self, at: u32, rule: &Selection) -> Option<u32> {
        let node = &self.nodes[at as usize];
        let visits = node.visits as f32;
        let mean = if node.visits > 0 { node.value / visits } else { 0.5 };
        let exploration = rule.exploration * (visits + 1.0).sqrt();
        let considered = (rule.width + node.visits / 8).min(node.count.into()) as usize;
        let (mut best, mut best_value) = (None, f32::MIN);
        for (index, edge) in self.edges(at)[..considered].iter().enumerate() {
            let n = edge.visits as f32;
            let mut value = if edge.visits > 0 { edge.value / n } else { mean - rule.caution };
            if edge.rave_visits > 0 && rule.rave > 0.0 {
                let known = edge.rave_visits as f32;
                let trust = (rule.rave / (3.0 * n + rule.rave)).sqrt() * known / (known + 10.0);
                value += trust * (edge.rave_value / known - value);
            }
            value += exploration * edge.prior / (1.0 + n);
            if value > best_value {
                (best, best_value) = (Some(node.first + index as u32), value);
            }
        }
        best
    }

    /// The same for a node whose edges are not always open, because hands differ from deal to deal;
    /// `is_open` says whether an edge can be taken now.
    ///
    /// An edge is compared by how often it was open, not by the visits of the node: otherwise a
    /// card that is seldom in the hand would be tried nearly every time that it is.
    pub(crate) fn select_open(
        &mut self,
        at: u32,
        rule: &Selection,
        is_open: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let node = &self.nodes[at as usize];
        let mean = if node.visits > 0 { node.value / node.visits as f32 } else { 0.5 };
        let first = node.first;
        let (mut best, mut best_value) = (None, f32::MIN);
        for (index, edge) in self.edges_mut(at).iter_mut().enumerate() {
            if !is_open(edge.key) {
                continue;
            }
            edge.rave_visits += 1;
            let n = edge.visits as f32;
            let value = if edge.visits > 0 { edge.value / n } else { mean - rule.caution };
            let exploration = rule.exploration * (edge.rave_visits as f32).sqrt();
            let value = value + exploration * edge.prior / (1.0 + n);
            if value > best_value {
                (best, best_value) = (Some(first + index as u32), value);
            }
        }
        best
    }

    /// Adds what came of a simulation to a node and the edge that was taken.
    #[inline(always)]
    pub(crate) fn record(&mut self, node: u32, edge: u32, payoff: f32) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.value += payoff;
        let edge = &mut self.edges[edge as usize];
        edge.visits += 1;
        edge.value += payoff;
    }

    /// The edge of a node that was visited most; of equals the one with the higher value.
    pub(crate) fn favourite(&self, node: u32) -> Option<&Edge> {
        let better = |a: &&Edge, b: &&Edge| {
            a.visits.cmp(&b.visits).then(a.value.total_cmp(&b.value)).then(b.key.cmp(&a.key))
        };
        self.edges(node).iter().filter(|edge| edge.visits > 0).max_by(better)
    }

    /// Whether the first choice of the root cannot be overtaken with so many simulations left.
    pub(crate) fn is_decided(&self, left: u64) -> bool {
        if self.edges(ROOT).len() == 1 {
            return true;
        }
        let (mut first, mut second) = (0, 0);
        for edge in self.edges(ROOT) {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        u64::from(first - second) > left
    }
}

/// The key of a placement.
#[inline(always)]
pub(crate) fn key_of(placement: Placement) -> u32 {
    placement.0.into()
}
