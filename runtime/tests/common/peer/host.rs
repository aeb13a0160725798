//! A game that runs a mission for real, within the test.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use formats::Image;
use runtime::link::{Arrival, FLAGS_PATIENCE, MissionStarted, Server, Session, ToGame};
use runtime::{Hold, Options, Simulation};

use super::{Seen, wait};

/// A game that listens, and whose mission runs while an editor is there.
pub(crate) struct Host {
    pub(crate) port: u16,
    /// Ends the game, as it is dropped.
    end: Option<Sender<()>>,
    pub(crate) seen: Receiver<Seen>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    pub(crate) fn start(image: &Image) -> Self {
        let server = Server::listen(0).unwrap();
        let port = server.port();
        let (end, ended) = channel();
        let (tell, seen) = channel();
        let image = Arc::new(image.clone());
        let thread = thread::spawn(move || run(server, image, &ended, &tell));
        Self {
            port,
            end: Some(end),
            seen,
            thread: Some(thread),
        }
    }

    /// Waits until its editor has gone; whether it holds the script still.
    pub(crate) fn until_gone(&self) -> bool {
        wait(&self.seen, |seen| match seen {
            Seen::Gone { held } => Some(held),
            _ => None,
        })
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let result = thread.join();
            if !thread::panicking() {
                result.unwrap();
            }
        }
    }
}

fn run(mut server: Server, image: Arc<Image>, ended: &Receiver<()>, tell: &Sender<Seen>) {
    let mut simulation = Simulation::new(image, Options::default());
    let mut session = Session::new(MissionStarted {
        number: 1,
        file: "mission1.dte".to_owned(),
    });
    let mut begun: Option<Instant> = None;
    while ended.try_recv() != Err(TryRecvError::Disconnected) {
        for arrival in server.poll() {
            match arrival {
                Arrival::Came(_) => {
                    let _ = tell.send(Seen::Came);
                    session.connect(&mut simulation);
                }
                Arrival::Message(frame) => {
                    if let Ok(message) = ToGame::from_frame(frame.clone()) {
                        let _ = tell.send(Seen::Message(message));
                    }
                    session.receive(frame).unwrap();
                }
                Arrival::Gone(_) => {
                    session.disconnect(&mut simulation);
                    let holds = |it: &runtime::Editor| it.hold() == Hold::Held || it.is_paused();
                    let held = simulation.editor().is_some_and(holds);
                    let _ = tell.send(Seen::Gone { held });
                }
                Arrival::Trouble(why) => panic!("{why}"),
            }
        }
        session.work(&mut simulation);
        let begun = match begun {
            None if !session.is_linked() => None,
            None => {
                session.begin(&mut simulation);
                begun = Some(Instant::now());
                begun
            }
            at => at,
        };
        let waits = session.waits_for_flags();
        if begun.is_some_and(|at| !waits || at.elapsed() >= FLAGS_PATIENCE) {
            session.tick(&mut simulation);
        }
        for frame in session.take_outgoing() {
            server.send(&frame);
        }
        thread::sleep(Duration::from_millis(1));
    }
}
