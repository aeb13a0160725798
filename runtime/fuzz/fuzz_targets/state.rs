//! Any text as a state of the link: an error has a line that is there, and what is read is written and
//! read as the same again, within the game's limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use runtime::link::{MOST_EVENTS, State};

fuzz_target!(|text: &str| {
    let state = match State::from_text(text) {
        Ok(state) => state,
        Err(error) => {
            assert!(
                (1..=text.split('\n').count()).contains(&error.line),
                "{error}"
            );
            return;
        }
    };
    assert!(state.threads.len() <= 32 && state.ships.len() <= 512);
    assert!(state.events.len() <= MOST_EVENTS);
    let written = state.to_text();
    let again = State::from_text(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.to_text(), written);
});
