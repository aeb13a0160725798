//! A client that a test watches.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use runtime::link::client::{Client, ClientEvent, ClientOptions, Lost};

use crate::peer::PATIENCE;

/// How often it is looked at what came without a word.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A client, with what it told so far.
pub(crate) struct Watched {
    pub(crate) client: Client,
    woken: Receiver<()>,
    pub(crate) seen: Vec<ClientEvent>,
    /// Goes as soon as no thread of the client's is left.
    threads: Weak<()>,
}

impl Watched {
    pub(crate) fn new(port: u16) -> Self {
        Self::with(port, ClientOptions::default())
    }

    /// One that is soon out of patience.
    pub(crate) fn hasty(port: u16) -> Self {
        Self::with(
            port,
            ClientOptions {
                patience: Duration::from_millis(300),
                ..ClientOptions::default()
            },
        )
    }

    pub(crate) fn with(port: u16, options: ClientOptions) -> Self {
        let (wake, woken) = channel();
        let token = Arc::new(());
        let threads = Arc::downgrade(&token);
        let client = Client::connect(port, options, move || {
            let _ = &token;
            // A test that has ended is woken by nothing.
            let _ = wake.send(());
        });
        Self {
            client,
            woken,
            seen: Vec::new(),
            threads,
        }
    }

    /// The first event from now on that a filter picks.
    pub(crate) fn until<T>(&mut self, pick: impl Fn(&ClientEvent) -> Option<T>) -> T {
        let by = Instant::now() + PATIENCE;
        loop {
            let mut picked = None;
            for event in self.client.take() {
                if picked.is_none() {
                    picked = pick(&event);
                }
                self.seen.push(event);
            }
            if let Some(picked) = picked {
                return picked;
            }
            assert!(Instant::now() < by, "it never came; came: {}", self.last());
            // What says the same as before comes without waking anybody.
            match self.woken.recv_timeout(LOOK_EVERY) {
                Ok(()) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("the client is there"),
            }
        }
    }

    /// The last that came, each in short: a file is more than anyone reads.
    fn last(&self) -> String {
        let last = self
            .seen
            .iter()
            .rev()
            .take(8)
            .rev()
            .map(|event| match event {
                ClientEvent::MissionFile { .. } => "a mission's file".to_owned(),
                other => format!("{other:?}").chars().take(500).collect(),
            });
        last.collect::<Vec<_>>().join("; ")
    }

    pub(crate) fn until_hello(&mut self) {
        self.until(|it| matches!(it, ClientEvent::Hello(_)).then_some(()));
    }

    /// Waits for the file that comes as a mission starts.
    pub(crate) fn until_start(&mut self) {
        self.until(|it| matches!(it, ClientEvent::MissionFile { starts: true, .. }).then_some(()));
    }

    pub(crate) fn until_ended(&mut self) {
        self.until(|it| matches!(it, ClientEvent::MissionEnded).then_some(()));
    }

    pub(crate) fn until_lost(&mut self) -> Lost {
        let lost = self.until(|it| match it {
            ClientEvent::Lost(lost) => Some(lost.clone()),
            _ => None,
        });
        assert!(!self.client.health().open);
        assert_eq!(self.client.take(), [], "nothing comes after it");
        lost
    }

    /// Drops the client, and waits until its threads have ended.
    pub(crate) fn end(self) {
        let Self {
            client,
            threads,
            woken,
            ..
        } = self;
        drop(client);
        drop(woken);
        let by = Instant::now() + PATIENCE;
        while threads.strong_count() > 0 {
            assert!(Instant::now() < by, "a thread of the client goes on");
            thread::sleep(Duration::from_millis(1));
        }
    }
}
