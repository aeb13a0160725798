//! What ends the engine from outside.

use std::io::Read as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Whether the engine was told to end.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Set by SIGINT, SIGTERM and their like on other systems, and by stdin's end if asked.
    pub(super) fn new(with_stdin: bool) -> Result<Self, String> {
        let stop = Self::default();
        let signalled = stop.clone();
        ctrlc::set_handler(move || signalled.set()).map_err(|error| {
            format!("signals cannot be heard of, and could lose the log: {error}")
        })?;
        if with_stdin {
            let ended = stop.clone();
            // It is never joined: a read from stdin cannot be broken off.
            thread::Builder::new()
                .name("stdin".to_owned())
                .spawn(move || ended.set_after_stdin())
                .map_err(|error| format!("stdin cannot be watched: {error}"))?;
        }
        Ok(stop)
    }

    /// Tells the engine to end.
    pub(super) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was told to.
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set_after_stdin(&self) {
        let mut bytes = [0; 256];
        loop {
            match std::io::stdin().read(&mut bytes) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.set();
    }
}
