//! A tap between an editor and a game: both do as they do without it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use runtime::link::client::{Client, ClientEvent, ClientOptions, Lost};
use runtime::link::tap::{Passage, Sender, Tap, TapEnd, TapError};
use runtime::link::{Frame, RunControl, ToGame, tag};

use crate::peer::mock::{MockPeer, Nature};
use crate::peer::{PATIENCE, Seen};
use crate::{between, connect, mission, nowhere};

/// The first event of a client that a filter picks.
fn until<T>(client: &Client, pick: impl Fn(ClientEvent) -> Option<T>) -> T {
    let by = Instant::now() + PATIENCE;
    while Instant::now() < by {
        if let Some(picked) = client.take().into_iter().find_map(&pick) {
            return picked;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it never came");
}

fn is_state(event: ClientEvent) -> Option<()> {
    matches!(event, ClientEvent::State(_)).then_some(())
}

fn lost(event: ClientEvent) -> Option<Lost> {
    match event {
        ClientEvent::Lost(lost) => Some(lost),
        _ => None,
    }
}

#[test]
fn an_editor_and_a_game_talk_through_it() {
    let game = MockPeer::start(Nature::of(mission()));
    game.start_mission(1);
    let (tap, port) = between(game.port);
    // The game sees no editor before there is one.
    assert!(!game.seen.try_iter().any(|seen| seen == Seen::Came));
    let editor = Client::connect(port, ClientOptions::default(), || {});
    until(&editor, is_state);
    tap.until(|passage| (*passage == Passage::Came).then_some(()));
    tap.message(Sender::Game, tag::HELLO);
    tap.message(Sender::Game, tag::MISSION_FILE);
    // As an editor does on a mission's file.
    let flags = tap.message(Sender::Editor, tag::COPY_SCRIPT_FLAGS);
    assert_eq!(flags.len() % 4, 0);
    tap.message(Sender::Editor, tag::GET_STATE);
    tap.message(Sender::Game, tag::STATE);
    editor.send(ToGame::RunControl(RunControl::Over)).unwrap();
    let step = tap.message(Sender::Editor, tag::RUN_CONTROL);
    assert_eq!(step, [3, 0, 0, 0, 0, 0, 0, 0]);
    let got = game.until(|message| match message {
        ToGame::RunControl(control) => Some(*control),
        _ => None,
    });
    assert_eq!(got, RunControl::Over);

    drop(editor);
    assert!(!game.until_gone());
    let why = tap.end();
    let expected = matches!(
        why,
        TapEnd::Closed(Sender::Editor)
            | TapEnd::Broken {
                side: Sender::Editor,
                ..
            }
    );
    assert!(expected, "{why:?}");
}

#[test]
fn a_game_that_goes_is_seen_to_go() {
    let game = MockPeer::start(Nature::of(mission()));
    let (tap, port) = between(game.port);
    let mut editor = connect(port);
    tap.message(Sender::Game, tag::HELLO);
    game.close();
    let mut rest = Vec::new();
    editor.read_to_end(&mut rest).unwrap();
    assert!(rest.ends_with(b"vm=starlancer\n"), "{rest:?}");
    drop(editor);
    assert_eq!(tap.end(), TapEnd::Closed(Sender::Game));
}

#[test]
fn last_words_pass_before_the_end() {
    let game = MockPeer::start(Nature::of(mission()));
    game.start_mission(1);
    let (tap, port) = between(game.port);
    let mut editor = connect(port);
    let pause = ToGame::RunControl(RunControl::Pause(true)).to_frame();
    editor
        .write_all(&pause.unwrap().to_bytes().unwrap())
        .unwrap();
    editor.shutdown(std::net::Shutdown::Write).unwrap();
    game.until(|message| matches!(message, ToGame::RunControl(_)).then_some(()));
    tap.message(Sender::Editor, tag::RUN_CONTROL);
    let mut rest = Vec::new();
    editor.read_to_end(&mut rest).unwrap();
    assert!(!rest.is_empty());
    tap.end();
}

#[test]
fn an_editor_that_finds_no_game_is_told_so_and_let_go() {
    let game = nowhere();
    let (tap, port) = between(game);
    let mut editor = connect(port);
    let mut rest = Vec::new();
    let read = editor.read_to_end(&mut rest);
    assert!(read.is_err() || rest.is_empty());
    let why = tap.end();
    assert!(matches!(why, TapEnd::NoGame(_)), "{why:?}");
    let told = why.to_string();
    let start = format!("an editor came, and nothing listens at 127.0.0.1:{game} (");
    assert!(told.starts_with(&start), "{told}");
}

#[test]
fn it_can_be_ended_while_it_waits_and_while_a_link_stands() {
    let game = MockPeer::start(Nature::of(mission()));
    let (tap, _) = between(game.port);
    tap.ender.end();
    assert_eq!(tap.end(), TapEnd::Told);

    let (tap, port) = between(game.port);
    let editor = Client::connect(port, ClientOptions::default(), || {});
    tap.message(Sender::Game, tag::HELLO);
    tap.ender.end();
    assert_eq!(tap.end(), TapEnd::Told);
    until(&editor, lost);
    assert!(!game.until_gone());
}

#[test]
fn ports_that_cannot_be_had_are_told() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let error = Tap::between(port, nowhere()).err().unwrap();
    assert!(matches!(error, TapError::Listen(_)));
    let told = error.to_string();
    assert!(
        told.starts_with(&format!("port {port} of 127.0.0.1 is in use; ")),
        "{told}"
    );
    let error = Tap::between(port, port).err().unwrap();
    assert!(matches!(error, TapError::SamePort(it) if it == port));
}

#[test]
fn another_editor_is_refused() {
    let game = MockPeer::start(Nature::of(mission()));
    let (tap, port) = between(game.port);
    let editor = connect(port);
    tap.message(Sender::Game, tag::HELLO);
    let refused = std::net::TcpStream::connect(("127.0.0.1", port));
    assert!(refused.is_err());
    drop(editor);
    tap.end();
}

#[test]
fn the_engine_itself_plays_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mission1.dte");
    std::fs::write(&path, mission().bytes()).unwrap();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_sortie-engine"))
        .arg(&path)
        .args(["--port", "0", "--wait-for-editor"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(engine.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    let game = line.trim().rsplit(':').next().unwrap().parse().unwrap();

    let (tap, port) = between(game);
    let editor = Client::connect(port, ClientOptions::default(), || {});
    until(&editor, is_state);
    assert!(editor.capabilities().is_own_engine());
    let hello = String::from_utf8(tap.message(Sender::Game, tag::HELLO)).unwrap();
    assert!(hello.contains("\nlive_edits=1\n"), "{hello}");
    let file = tap.message(Sender::Game, tag::MISSION_FILE);
    assert_eq!(file.len(), mission().bytes().len());
    tap.message(Sender::Game, tag::STATE);
    editor.send(ToGame::GetMission).unwrap();
    tap.message(Sender::Editor, tag::GET_MISSION);
    tap.message(Sender::Game, tag::MISSION_FILE);

    engine.kill().unwrap();
    engine.wait().unwrap();
    until(&editor, lost);
    let why = tap.end();
    let expected = matches!(
        why,
        TapEnd::Closed(Sender::Game)
            | TapEnd::Broken {
                side: Sender::Game,
                ..
            }
    );
    assert!(expected, "{why:?}");
}

#[test]
fn whoever_takes_nothing_holds_nothing_up() {
    let game = MockPeer::start(Nature::of(mission()));
    let tap = Tap::between(0, game.port).unwrap();
    let mut editor = connect(tap.port().unwrap());
    let large = Frame::new(0x200, vec![7; 16 << 20]).to_bytes().unwrap();
    let sent = std::thread::spawn(move || {
        for _ in 0..5 {
            editor.write_all(&large).unwrap();
        }
        editor
    });
    for _ in 0..5 {
        game.until(|message| matches!(message, ToGame::Other { tag: 0x200, .. }).then_some(()));
    }
    drop(sent.join().unwrap());
    assert!(!game.until_gone());
    // Three fit into what is kept.
    let mut large = 0;
    let mut left_out = 0;
    while let Some(passed) = tap.next() {
        match passed.what {
            Passage::Message(Sender::Editor, _) => large += 1,
            Passage::LeftOut(count) => left_out += count,
            _ => {}
        }
    }
    assert_eq!((large, left_out), (3, 2));
}
