//! Memory limits of a search, measured by a counting allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cornerwise::ruleset::{Game, Options, Seats};
use cornerwise::search::{Budget, Level, MOST_UNITS, SearchOptions, StopReason, suggest};
use cornerwise::state::State;

/// The system's allocator, counting the memory in use and its peak.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls are forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller follows the rules of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller follows the rules of `dealloc`, and `alloc` is the system's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The maximum memory of a search.
const fn limit(game: Game) -> usize {
    match game {
        Game::Classic => 32 << 20,
        Game::Shuffle => 64 << 20,
    }
}

/// The maximum memory of a search of level 5: the service runs several of these at a time, but only
/// one larger one (`service/operations/long_work.py`).
const SMALL_LIMIT: usize = 16 << 20;

/// The peak memory during a search, beyond that in use before.
fn most_memory(state: &State, options: &SearchOptions, cancel: &AtomicBool) -> (usize, StopReason) {
    let before = IN_USE.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let answer = suggest(state, options, cancel);
    (MOST.load(Ordering::Relaxed) - before, answer.stopped)
}

// The only test here: memory of a concurrent test would be counted, too.
#[test]
fn memory_of_a_search_is_bounded() {
    for game in Game::ALL {
        for seats in [Seats::Two, Seats::Three, Seats::Four] {
            let rules = Options { game, seats, ..Options::default() };
            let state = State::new_game(&rules, 1).expect("valid options");
            // The largest budget, cancelled at once: the tree's memory is reserved at the start.
            let budget = Budget::Units(MOST_UNITS);
            let options = SearchOptions { budget, count: usize::MAX, ..SearchOptions::default() };
            let (most, stopped) = most_memory(&state, &options, &AtomicBool::new(true));
            assert_eq!(stopped, StopReason::Cancelled);
            assert!(most <= limit(game), "{most}");
            // Checks the counter: the tree alone takes more than this.
            assert!(most >= limit(game) / 2, "{most}");
            let level = Level::new(5).expect("there is one");
            for budget in [Budget::Level(level), Budget::Units(32_000)] {
                let options = SearchOptions { budget, ..options };
                let (most, _) = most_memory(&state, &options, &AtomicBool::new(false));
                assert!(most <= SMALL_LIMIT, "{most}");
            }
        }
    }
    // A search that is not cancelled: only the tree grows with the work.
    let state = State::new_game(&Options::default(), 1).expect("valid options");
    let short = SearchOptions { budget: Budget::Units(100), ..SearchOptions::default() };
    let long = SearchOptions { budget: Budget::Units(300_000), ..short };
    let never = AtomicBool::new(false);
    most_memory(&state, &short, &never);
    let (little, _) = most_memory(&state, &short, &never);
    let (much, _) = most_memory(&state, &long, &never);
    assert!(little < 4 << 20 && much <= limit(Game::Classic) && much > little, "{little}, {much}");
}
