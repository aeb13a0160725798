//! Games that send anything at all: the client says why it ends, and stays small.

use runtime::Random;
use runtime::link::client::{ClientEvent, Lost};

use crate::lost::opening_bytes;
use crate::peer::hostile::{Harm, HostilePeer, garbage};
use crate::watched::Watched;

/// How a link to a game that does harm ends.
fn lost_to(harm: Harm) -> Lost {
    let game = HostilePeer::start(harm);
    let mut editor = Watched::hasty(game.port);
    let lost = editor.until_lost();
    assert!(lost.to_string().len() > 20, "{lost}");
    editor.end();
    lost
}

#[test]
fn garbage_ends_the_link() {
    for seed in 0..32 {
        let len = 1 << (seed % 12);
        lost_to(Harm::SendAndClose(garbage(seed, len)));
    }
    for seed in 0..8 {
        lost_to(Harm::SendAndStall(garbage(seed, 64)));
        let mut bytes = opening_bytes();
        bytes.extend(garbage(seed, 64));
        lost_to(Harm::SendAndStall(bytes));
    }
}

#[test]
fn a_game_can_close_at_each_byte() {
    let bytes = opening_bytes();
    // Each of the texts' bytes, and some of the file's.
    let texts = 160;
    let mut random = Random::new(7);
    let places = (0..texts).chain((0..16).map(|_| {
        let most = u32::try_from(bytes.len()).unwrap();
        random.range(texts, most)
    }));
    for place in places {
        let place = usize::try_from(place).unwrap();
        let lost = lost_to(Harm::SendAndClose(bytes[..place].to_vec()));
        let whole = matches!(lost, Lost::Closed | Lost::Broken { .. });
        assert!(whole || matches!(lost, Lost::Frame(_)), "{place}: {lost:?}");
    }
}

#[test]
fn a_game_can_stall_at_any_byte() {
    let bytes = opening_bytes();
    for place in (0..160).step_by(13) {
        let lost = lost_to(Harm::SendAndStall(bytes[..place].to_vec()));
        let expected = matches!(
            lost,
            Lost::NoHello { .. } | Lost::Stalled { .. } | Lost::Silent { .. }
        );
        assert!(expected, "{place}: {lost:?}");
    }
}

#[test]
fn a_file_that_trickles_in_is_not_waited_for() {
    lost_to(Harm::Trickle(opening_bytes()));
}

#[test]
fn answers_that_nobody_asked_for_end_the_link() {
    let state = [0x06, 0x01, 0, 0, 8, 0, 0, 0];
    let state = [&state[..], b"clock=1\n"].concat();
    let mut bytes = opening_bytes();
    bytes.extend(state.repeat(100));
    let lost = lost_to(Harm::SendAndStall(bytes));
    assert_eq!(lost, Lost::Unasked { message: "state" });
}

#[test]
fn floods_end_the_link_and_are_not_kept() {
    // The script is held, a mission starts and ends, and a message that nobody knows comes, without
    // end.
    let stopped = [0x1A, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0];
    let boundaries = [
        &[0x01, 0x01, 0, 0, 15, 0, 0, 0][..],
        b"number=1\nfile=\n",
        &[0x02, 0x01, 0, 0, 0, 0, 0, 0][..],
    ];
    let unknown = [0xFF, 0x0F, 0, 0, 0, 0, 0, 0];
    for flood in [stopped.to_vec(), boundaries.concat(), unknown.to_vec()] {
        let game = HostilePeer::start(Harm::Flood(flood.repeat(100)));
        let mut editor = Watched::hasty(game.port);
        // Nothing is taken until the link has ended.
        let by = std::time::Instant::now() + crate::peer::PATIENCE;
        while editor.client.health().open {
            assert!(std::time::Instant::now() < by);
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let events = editor.client.take();
        assert!(events.len() < 200, "{}", events.len());
        let Some(ClientEvent::Lost(lost)) = events.last() else {
            panic!("{events:?}");
        };
        let expected = matches!(lost, Lost::Flood { .. } | Lost::NoHello { .. });
        assert!(expected, "{lost:?}");
        editor.seen.clear();
        editor.end();
    }
}
