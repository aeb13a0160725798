//! Bytes that are no messages: they pass as they are, and are told of.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener};
use std::thread;

use runtime::Random;
use runtime::link::tap::{Passage, Sender};
use runtime::link::{Frame, FrameError, tag};

use crate::peer::hostile::{Harm, HostilePeer, garbage};
use crate::{between, connect};

/// Sends bytes from both sides at once, in pieces, and gives what each side got.
fn exchange(from_game: &[u8], from_editor: &[u8], seed: u32) -> (Vec<u8>, Vec<u8>, Vec<Passage>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (tap, port) = between(listener.local_addr().unwrap().port());
    let editor = connect(port);
    let (game, _) = listener.accept().unwrap();
    game.set_read_timeout(Some(crate::peer::PATIENCE)).unwrap();
    let side = |mut stream: std::net::TcpStream, bytes: Vec<u8>, seed: u32| {
        let mut writes = stream.try_clone().unwrap();
        let writer = thread::spawn(move || {
            let mut random = Random::new(seed);
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let most = u32::try_from(rest.len().min(5000)).unwrap();
                let len = random.range(0, most) as usize + 1;
                let (piece, later) = rest.split_at(len.min(rest.len()));
                writes.write_all(piece).unwrap();
                rest = later;
            }
            writes.shutdown(Shutdown::Write).unwrap();
        });
        thread::spawn(move || {
            let mut got = Vec::new();
            stream.read_to_end(&mut got).unwrap();
            writer.join().unwrap();
            got
        })
    };
    let at_game = side(game, from_game.to_vec(), seed);
    let at_editor = side(editor, from_editor.to_vec(), seed + 1);
    let got = (at_game.join().unwrap(), at_editor.join().unwrap());
    let mut told = Vec::new();
    loop {
        let passage = tap.until(|passage| Some(passage.clone()));
        let over = matches!(passage, Passage::Ended(_));
        told.push(passage);
        if over {
            return (got.0, got.1, told);
        }
    }
}

#[test]
fn everything_passes_byte_for_byte() {
    for seed in 0..8 {
        let (game, editor) = (garbage(seed, 300_000), garbage(seed + 100, 200_000));
        let (at_game, at_editor, told) = exchange(&game, &editor, seed);
        assert!(at_game == editor && at_editor == game, "seed {seed}");
        let unreadable = |side| {
            let of = |it: &&Passage| matches!(it, Passage::Unreadable(who, _) if *who == side);
            told.iter().filter(of).count()
        };
        // Once a side, however much comes.
        assert_eq!(unreadable(Sender::Game), 1, "seed {seed}");
        assert_eq!(unreadable(Sender::Editor), 1, "seed {seed}");
    }
}

#[test]
fn messages_before_the_garbage_are_told_and_the_other_side_goes_on() {
    let stopped = Frame::new(tag::SCRIPT_STOPPED, [1, 0, 0, 0]);
    let mut game = stopped.to_bytes().unwrap();
    game.extend([0x06, 0x01, 9, 0, 4, 0, 0, 0]);
    game.extend(stopped.to_bytes().unwrap());
    let asks = Frame::new(tag::GET_STATE, []);
    let editor = asks.to_bytes().unwrap().repeat(3);
    let (at_game, at_editor, told) = exchange(&game, &editor, 1);
    assert_eq!((at_game, at_editor), (editor, game));
    let of = |side: Sender| -> Vec<&Passage> {
        let is = |it: &&Passage| matches!(it, Passage::Message(who, _) | Passage::Unreadable(who, _) if *who == side);
        told.iter().filter(is).collect()
    };
    let reserved = FrameError::Reserved {
        tag: tag::STATE,
        reserved: 9,
        size: 4,
        offset: 12,
    };
    let want = [
        Passage::Message(Sender::Game, stopped),
        Passage::Unreadable(Sender::Game, reserved),
    ];
    assert_eq!(of(Sender::Game), want.iter().collect::<Vec<_>>());
    let want = vec![Passage::Message(Sender::Editor, asks); 3];
    assert_eq!(of(Sender::Editor), want.iter().collect::<Vec<_>>());
}

#[test]
fn a_message_that_its_sender_leaves_half_is_told_at_the_end() {
    let half = [0x06, 0x01, 0, 0, 100, 0, 0, 0, b'c'];
    let game = HostilePeer::start(Harm::SendAndClose(half.to_vec()));
    let (tap, port) = between(game.port);
    let mut editor = connect(port);
    let mut got = Vec::new();
    editor.read_to_end(&mut got).unwrap();
    assert_eq!(got, half);
    let cut = tap.until(|passage| match passage {
        Passage::Unreadable(Sender::Game, error) => Some(error.clone()),
        _ => None,
    });
    let want = FrameError::Cut {
        offset: 0,
        end: 9,
        missing: 99,
    };
    assert_eq!(cut, want);
    drop(editor);
    tap.end();
}

#[test]
fn a_game_that_floods_is_let_go_of() {
    let stopped = Frame::new(tag::SCRIPT_STOPPED, [1, 0, 0, 0]);
    let flood = stopped.to_bytes().unwrap().repeat(1000);
    let game = HostilePeer::start(Harm::Flood(flood));
    let (tap, port) = between(game.port);
    let mut editor = connect(port);
    let mut some = [0; 100_000];
    editor.read_exact(&mut some).unwrap();
    tap.message(Sender::Game, tag::SCRIPT_STOPPED);
    drop(editor);
    tap.end();
}
