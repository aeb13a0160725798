//! Changes that only a start anew brings, and why.

use formats::records::{FlightGroup, Global, Ship, Trigger};
use formats::sections::ENTRY_SIZE;
use formats::{Image, SectionId};
use runtime::link::ThreadState;
use runtime::link::edits::{Edits, LaterWhat, Moment, Peer, Reason, messages};

use crate::mission::{Run, changed, mission, with_section};

fn reasons(basis: &Image, wanted: &Image, peer: Peer) -> Vec<Reason> {
    match Run::of(basis).edits(basis, wanted, peer) {
        Edits::Restart { reasons, .. } => reasons,
        live => panic!("it can be sent: {live:?}"),
    }
}

#[test]
fn ships_cannot_come_or_go() {
    let basis = mission();
    let wanted = changed(&basis, |t| t.ships.push(Ship::default()));
    let expected = Reason::Ships {
        running: 9,
        wanted: 10,
    };
    assert_eq!(reasons(&basis, &wanted, Peer::OwnEngine), [expected]);
}

#[test]
fn globals_cannot_be_sent() {
    let basis = mission();
    let wanted = changed(&basis, |t| t.globals[0].value = 7);
    let expected = [Reason::Section(SectionId::Globals)];
    assert_eq!(reasons(&basis, &wanted, Peer::OwnEngine), expected);
    let wanted = changed(&basis, |t| t.globals.push(Global::default()));
    assert_eq!(reasons(&basis, &wanted, Peer::OwnEngine), expected);
}

#[test]
fn sections_without_a_message_cannot_be_sent() {
    let basis = mission();
    for id in [
        SectionId::OperandsA,
        SectionId::Unknown9,
        SectionId::Targets,
        SectionId::PartsB,
        SectionId::ScriptB,
        SectionId::Unused19,
        SectionId::Unused20,
        SectionId::OperandsB,
        SectionId::Unknown23,
        SectionId::CommandFlagsB,
        SectionId::OperandsC,
    ] {
        let stride = id.spec().stride;
        let wanted = with_section(&basis, id, |bytes| bytes.resize(stride, 1));
        let found = reasons(&basis, &wanted, Peer::OwnEngine);
        assert_eq!(found, [Reason::Section(id)]);
        assert!(found[0].to_string().contains(id.name()));
    }
    let wanted = with_section(&basis, SectionId::CommandFlags, |bytes| bytes[4] ^= 1);
    let expected = [Reason::Section(SectionId::CommandFlags)];
    assert_eq!(reasons(&basis, &wanted, Peer::OwnEngine), expected);
}

#[test]
fn names_of_new_records_cannot_be_sent_and_unused_ones_do_not_matter() {
    let basis = mission();
    let longer = with_section(&basis, SectionId::Strings, |pool| pool.extend(*b"gamma\0"));
    let run = Run::of(&basis);
    let same = Edits::Live {
        messages: Vec::new(),
        later: Vec::new(),
    };
    assert_eq!(run.edits(&basis, &longer, Peer::OwnEngine), same);
    let wanted = changed(&longer, |t| {
        let group = t.flight_groups[1].clone();
        t.flight_groups.push(FlightGroup { name: 12, ..group });
    });
    let expected = Reason::Name {
        section: SectionId::FlightGroups,
        record: 2,
    };
    assert_eq!(reasons(&basis, &wanted, Peer::OwnEngine), [expected]);
}

/// An image with the room of the triggers cut to what they count: the script's section, which is next,
/// is moved to just behind them.
fn without_room(image: &Image) -> Image {
    let mut bytes = image.bytes().to_vec();
    let script = image.counted(SectionId::Script).to_vec();
    let triggers = image.offset(SectionId::Triggers).unwrap();
    let start = triggers + image.counted(SectionId::Triggers).len();
    bytes[start..start + script.len()].copy_from_slice(&script);
    let at = SectionId::Script.number() * ENTRY_SIZE + 4;
    bytes[at..at + 4].copy_from_slice(&u32::try_from(start).unwrap().to_le_bytes());
    Image::read(bytes).unwrap().value
}

#[test]
fn a_table_larger_than_its_room_cannot_be_sent() {
    let basis = mission();
    let wanted = changed(&basis, |t| t.triggers.push(Trigger::default()));
    let expected = Reason::Room {
        section: SectionId::Triggers,
        wanted: 4,
        room: 3,
    };
    let tight = without_room(&basis);
    assert_eq!(reasons(&tight, &wanted, Peer::OwnEngine), [expected]);
}

#[test]
fn a_script_cannot_grow() {
    let basis = mission();
    let len = basis.counted(SectionId::Script).len();
    let wanted = with_section(&basis, SectionId::Script, |script| script.extend([0, 0]));
    let expected = Reason::ScriptGrew {
        running: len,
        wanted: len + 2,
    };
    assert_eq!(reasons(&basis, &wanted, Peer::OwnEngine), [expected]);
}

#[test]
fn a_script_is_not_taken_from_under_a_thread() {
    let basis = mission();
    let wanted = with_section(&basis, SectionId::Script, |script| script[10] ^= 1);
    let run = Run::of(&basis);
    let edits = |at, depth| {
        let mut state = run.state();
        let thread = ThreadState {
            at,
            depth,
            ..ThreadState::default()
        };
        state.threads.insert(3, thread);
        let moment = Moment {
            file: &run.file(),
            state: &state,
            flags: &[],
            peer: Peer::Other,
        };
        messages(&basis, &wanted, &moment)
    };
    let refused = Edits::Restart {
        reasons: vec![Reason::Thread { thread: 3 }],
        meanwhile: None,
    };
    assert_eq!(edits(Some(10), 0), refused);
    assert_eq!(edits(Some(2), 1), refused, "a caller may stand anywhere");
    assert!(matches!(edits(Some(9), 0), Edits::Live { .. }));
    assert!(matches!(edits(Some(11), 0), Edits::Live { .. }));
    assert!(matches!(edits(None, 0), Edits::Live { .. }));
}

#[test]
fn another_game_gets_no_counts_and_no_remakes() {
    let basis = mission();
    let wanted = changed(&basis, |t| {
        t.formation_points.pop();
    });
    let expected = [Reason::Count(SectionId::FormationPoints)];
    assert_eq!(reasons(&basis, &wanted, Peer::Other), expected);
    let wanted = changed(&basis, |t| t.ships[1].roll = 20);
    let expected = Reason::Remake {
        ship: 1,
        what: LaterWhat::Heading,
    };
    assert_eq!(reasons(&basis, &wanted, Peer::Other), [expected]);
}

#[test]
fn a_ship_that_no_id_names_alone_cannot_be_moved() {
    // IDs are compared by their low 16 bits, and 0xFFFF is none.
    for id in [0x0001_0001, 0xFFFF] {
        let basis = changed(&mission(), |t| t.ships[2].object_id = id);
        let wanted = changed(&basis, |t| t.ships[2].position[0] = 1.0);
        let expected = [Reason::ObjectId { ship: 2 }];
        assert_eq!(reasons(&basis, &wanted, Peer::OwnEngine), expected);
    }
}

#[test]
fn a_ship_cannot_be_moved_to_nowhere() {
    let basis = mission();
    let wanted = changed(&basis, |t| t.ships[2].position[0] = f32::NAN);
    let expected = [Reason::Place { ship: 2 }];
    assert_eq!(reasons(&basis, &wanted, Peer::OwnEngine), expected);
}
