//! How much memory a search takes: an allocator that counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cornerwise::ruleset::{Game, Options, Seats};
use cornerwise::search::{Budget, Level, MOST_UNITS, SearchOptions, StopReason, suggest};
use cornerwise::state::State;

/// The system's allocator, counting what is in use and the most that ever was.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps to the rules of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps to the rules of `dealloc`, and `alloc` is the system's.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most memory of a search.
const fn limit(game: Game) -> usize {
    match game {
        Game::Classic => 32 << 20,
        Game::Shuffle => 64 << 20,
    }
}

/// What a search of level 5 takes at most: the service runs several of these at a time, but only one
/// larger one (`service/operations/long_work.py`).
const SMALL_LIMIT: usize = 16 << 20;

/// The most memory that was in use during a search, beyond what was before.
fn most_memory(state: &State, options: &SearchOptions, cancel: &AtomicBool) -> (usize, StopReason) {
    let before = IN_USE.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let answer = suggest(state, options, cancel);
    (MOST.load(Ordering::Relaxed) - before, answer.stopped)
}

// One test only: another one at the same time would be counted too.
#[test]
fn memory_of_a_search_is_bounded() {
    for game in Game::ALL {
        for seats in [Seats::Two, Seats::Three, Seats::Four] {
            let rules = Options { game, seats, ..Options::default() };
            let state = State::new_game(&rules, 1).expect("valid options");
            // The largest budget, ended at once: the room for the tree is taken at the beginning.
            let budget = Budget::Units(MOST_UNITS);
            let options = SearchOptions { budget, count: usize::MAX, ..SearchOptions::default() };
            let (most, stopped) = most_memory(&state, &options, &AtomicBool::new(true));
            assert_eq!(stopped, StopReason::Cancelled);
            assert!(most <= limit(game), "{most}");
            // The counter counts: the tree alone has more than this.
            assert!(most >= limit(game) / 2, "{most}");
            let level = Level::new(5).expect("there is one");
            for budget in [Budget::Level(level), Budget::Units(32_000)] {
                let options = SearchOptions { budget, ..options };
                let (most, _) = most_memory(&state, &options, &AtomicBool::new(false));
                assert!(most <= SMALL_LIMIT, "{most}");
            }
        }
    }
    // A search that runs: nothing but the tree grows with the work.
    let state = State::new_game(&Options::default(), 1).expect("valid options");
    let short = SearchOptions { budget: Budget::Units(100), ..SearchOptions::default() };
    let long = SearchOptions { budget: Budget::Units(300_000), ..short };
    let never = AtomicBool::new(false);
    most_memory(&state, &short, &never);
    let (little, _) = most_memory(&state, &short, &never);
    let (much, _) = most_memory(&state, &long, &never);
    assert!(little < 4 << 20 && much <= limit(Game::Classic) && much > little, "{little}, {much}");
}
