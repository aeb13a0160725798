//! A tap that is the editor itself.

use std::time::Duration;

use runtime::link::tap::{Asks, Passage, Sender, Tap, TapEnd, TapError};
use runtime::link::{State, ToEditor, ToGame, tag};

use crate::peer::mock::{MockPeer, Nature};
use crate::{Heard, mission, nowhere};

const NOTHING: Asks = Asks {
    state: false,
    mission: false,
    every: Duration::from_millis(20),
};

#[test]
fn it_tells_what_the_game_says_and_sends_nothing() {
    let game = MockPeer::start(Nature::of(mission()));
    let tap = Heard::new(Tap::alone(game.port, NOTHING).unwrap());
    game.start_mission(7);
    let hello = tap.message(Sender::Game, tag::HELLO);
    assert!(hello.starts_with(b"protocol=2\n"), "{hello:?}");
    let started = tap.message(Sender::Game, tag::MISSION_STARTED);
    assert_eq!(started, b"number=7\nfile=mission7.dte\n");
    let file = tap.message(Sender::Game, tag::MISSION_FILE);
    assert_eq!(file, mission().bytes());
    game.hold(0x24);
    assert_eq!(
        tap.message(Sender::Game, tag::SCRIPT_STOPPED),
        [0x24, 0, 0, 0]
    );
    game.end_mission();
    tap.message(Sender::Game, tag::MISSION_ENDED);
    game.close();
    assert!(!game.until_gone());
    assert_eq!(tap.end(), TapEnd::Closed(Sender::Game));
    let sent = game.seen.try_iter().count();
    assert_eq!(sent, 0, "nothing was sent");
}

#[test]
fn it_asks_what_it_is_asked_to_ask() {
    let game = MockPeer::start(Nature::of(mission()));
    game.start_mission(1);
    let asks = Asks {
        state: true,
        mission: true,
        ..NOTHING
    };
    let tap = Heard::new(Tap::alone(game.port, asks).unwrap());
    for _ in 0..3 {
        game.until(|message| (*message == ToGame::GetState).then_some(()));
        game.until(|message| (*message == ToGame::GetMission).then_some(()));
    }
    // The questions are told as well as the answers, each before its own.
    tap.message(Sender::Editor, tag::GET_STATE);
    let state = tap.message(Sender::Game, tag::STATE);
    let text = String::from_utf8(state).unwrap();
    let first = State {
        clock: 1,
        ..State::default()
    };
    assert_eq!(State::from_text(&text).unwrap(), first);
    tap.ender.end();
    assert_eq!(tap.end(), TapEnd::Told);
    assert!(!game.until_gone());
}

#[test]
fn where_nothing_listens_it_says_so() {
    let port = nowhere();
    let error = Tap::alone(port, NOTHING).err().unwrap();
    assert!(matches!(error, TapError::NoGame(_)));
    let text = error.to_string();
    let start = format!("nothing listens at 127.0.0.1:{port} (");
    assert!(text.starts_with(&start), "{text}");
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn it_ends_as_it_is_dropped() {
    let game = MockPeer::start(Nature::of(mission()));
    let asks = Asks {
        state: true,
        ..NOTHING
    };
    drop(Tap::alone(game.port, asks).unwrap());
    assert!(!game.until_gone());
}

#[test]
fn a_message_that_nobody_knows_is_told_like_any_other() {
    let game = MockPeer::start(Nature::of(mission()));
    let tap = Heard::new(Tap::alone(game.port, NOTHING).unwrap());
    tap.message(Sender::Game, tag::HELLO);
    let payload = b"key=value\n".to_vec();
    game.send(&ToEditor::Other {
        tag: 0x2FF,
        payload: payload.clone(),
    });
    let told = tap.until(|passage| match passage {
        Passage::Message(_, frame) => Some(frame.clone()),
        _ => None,
    });
    assert_eq!((told.tag, told.payload), (0x2FF, payload));
}
