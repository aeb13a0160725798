//! A game that is to be linked to as soon as it answers: one that was just started, or one that stood
//! still for so long that its link was given up.

use std::time::{Duration, Instant};

use eframe::egui::Context;
use runtime::link::client::Lost;

/// How long it may take until it answers.
const ANSWERS: Duration = Duration::from_secs(60);
/// How often it is tried meanwhile.
const EVERY: Duration = Duration::from_millis(300);

/// The port that is tried, for how long, and when next.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dial {
    pub(super) port: u16,
    /// Whether a link to it was there before.
    pub(super) again: bool,
    until: Instant,
    next: Option<Instant>,
}

impl Dial {
    pub(super) fn start(port: u16) -> Self {
        Self {
            port,
            again: false,
            until: Instant::now() + ANSWERS,
            next: None,
        }
    }

    /// A game whose link was given up, if it may only stand still.
    pub(super) fn again(port: u16, lost: &Lost) -> Option<Self> {
        let stands = matches!(
            lost,
            Lost::Silent { .. } | Lost::Stalled { .. } | Lost::NotReading { .. }
        );
        stands.then(|| Self {
            again: true,
            ..Self::start(port)
        })
    }

    /// Whether it is tried once more after this; says when.
    pub(super) fn goes_on(&mut self, lost: &Lost, context: &Context) -> bool {
        let no_answer = match lost {
            Lost::NoListener { .. } => true,
            // Whoever stands still takes connections, and says nothing.
            _ => self.again,
        };
        let now = Instant::now();
        if !no_answer || now >= self.until {
            return false;
        }
        self.next = Some(now + EVERY);
        context.request_repaint_after(EVERY);
        true
    }

    /// Whether it is to be tried now, once.
    pub(super) fn is_due(&mut self) -> bool {
        let due = self.next.is_some_and(|at| Instant::now() >= at);
        if due {
            self.next = None;
        }
        due
    }
}
