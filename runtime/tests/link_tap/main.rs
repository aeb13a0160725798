//! A look at a link: all that passes is told, and passes as it was sent.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/peer/mod.rs"]
mod peer;

mod alone;
mod between;
mod broken;

use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use formats::Image;
use runtime::link::tap::{Passage, Sender, Tap, TapEnd};

use common::{Mission, call, group, routine};

/// A mission with three ships, which its start part makes.
fn mission() -> Image {
    let mut mission = Mission::new(1);
    let made = mission.group();
    for n in 0..3 {
        mission.ship_in(made, 0, [1e5 * n as f32, 0.0, 0.0]);
    }
    mission.start(routine(call(0x03, [group(made)])));
    mission.image()
}

/// A tap that is listened to, so that a test can wait for what it tells.
struct Heard {
    seen: Receiver<Passage>,
    ender: runtime::link::tap::Ender,
    thread: Option<thread::JoinHandle<()>>,
}

impl Heard {
    fn new(tap: Tap) -> Self {
        let (tell, seen) = channel();
        let ender = tap.ender();
        let thread = thread::spawn(move || {
            let mut before = std::time::Duration::ZERO;
            while let Some(passed) = tap.next() {
                assert!(passed.after >= before, "in order");
                before = passed.after;
                // A test that has ended looks at nothing.
                let _ = tell.send(passed.what);
            }
        });
        Self {
            seen,
            ender,
            thread: Some(thread),
        }
    }

    /// The first of what passes that a filter picks.
    fn until<T>(&self, pick: impl Fn(&Passage) -> Option<T>) -> T {
        peer::wait(&self.seen, |seen| pick(&seen))
    }

    /// Waits for a message with a tag.
    fn message(&self, sender: Sender, tag: u16) -> Vec<u8> {
        self.until(|passage| match passage {
            Passage::Message(who, frame) if (*who, frame.tag) == (sender, tag) => {
                Some(frame.payload.clone())
            }
            _ => None,
        })
    }

    /// Waits for the end.
    fn end(mut self) -> TapEnd {
        let why = self.until(|passage| match passage {
            Passage::Ended(why) => Some(why.clone()),
            _ => None,
        });
        // Nothing comes after it.
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
        assert_eq!(self.seen.try_iter().count(), 0);
        why
    }
}

impl Drop for Heard {
    fn drop(&mut self) {
        self.ender.end();
        if let Some(thread) = self.thread.take() {
            let result = thread.join();
            if !thread::panicking() {
                result.unwrap();
            }
        }
    }
}

/// A tap between a free port and a game.
fn between(game: u16) -> (Heard, u16) {
    let tap = Tap::between(0, game).unwrap();
    let port = tap.port().unwrap();
    (Heard::new(tap), port)
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(peer::PATIENCE)).unwrap();
    stream.set_write_timeout(Some(peer::PATIENCE)).unwrap();
    stream
}

/// A port that nobody listens at.
fn nowhere() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
