//! The client and the engine's own process.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use formats::{Image, Tables};
use runtime::link::ToGame;
use runtime::link::client::{Capability, ClientEvent, ClientOptions, WatchRate};
use runtime::link::edits::{Edits, Moment, Peer, messages, pull_places};

use crate::mission::{changed, mission};
use crate::watched::Watched;

/// An engine that plays a mission.
pub(crate) struct Engine {
    child: Child,
    pub(crate) port: u16,
    _folder: tempfile::TempDir,
}

impl Engine {
    fn start() -> Self {
        Self::of(&mission())
    }

    /// One that plays an image, and listens.
    pub(crate) fn of(image: &Image) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mission1.dte");
        std::fs::write(&path, image.bytes()).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_sortie-engine"))
            .arg(&path)
            .args(["--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let port = line.trim().rsplit(':').next().unwrap().parse().unwrap();
        Self {
            child,
            port,
            _folder: folder,
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have been ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn an_edit_goes_to_the_engine_and_a_place_comes_back() {
    let engine = Engine::start();
    let options = ClientOptions {
        mission_files: WatchRate::PerSecond(60),
        ..ClientOptions::default()
    };
    let mut editor = Watched::with(engine.port, options);
    editor.until_start();
    let known = editor.client.capabilities();
    assert!(known.is_own_engine());
    assert_eq!(known.live_edits(), Capability::Shown);
    // The start part makes the ships.
    let state = editor.until(|it| match it {
        ClientEvent::State(state) if state.ships.contains_key(&2) => Some(state.clone()),
        _ => None,
    });
    let basis = mission();
    let wanted = changed(&basis, |t| {
        t.ships[2].position = [123.0, 456.0, 789.0];
        t.formation_points.pop();
    });
    let moment = Moment {
        file: &basis,
        state: &state,
        flags: &[],
        peer: Peer::of(&known),
    };
    let Edits::Live { messages, .. } = messages(&basis, &wanted, &moment) else {
        panic!("it can be sent");
    };
    assert_eq!(messages.len(), 3);
    editor.client.send_all(&messages).unwrap();
    let file = editor.until(|it| match it {
        ClientEvent::MissionFile { image, .. } => {
            let points = Tables::read(image).formation_points.len();
            (points == 2).then(|| image.clone())
        }
        _ => None,
    });
    let pulled = pull_places(&basis, &file, &state, Some);
    let [place] = &pulled.places[..] else {
        panic!("{pulled:?}");
    };
    assert_eq!((place.ship, place.place), (2, [123.0, 456.0, 789.0]));
    editor.end();
}

#[test]
fn an_engine_that_is_killed_is_missed() {
    let mut engine = Engine::start();
    let mut editor = Watched::new(engine.port);
    editor.until_start();
    editor.client.send(ToGame::Nothing).unwrap();
    engine.child.kill().unwrap();
    let lost = editor.until_lost();
    assert!(lost.to_string().contains("game"), "{lost}");
    editor.end();
}
