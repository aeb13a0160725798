//! Single changes: which messages carry them, and that a run that gets them has them.

use formats::records::{Part, Ship};
use formats::{Image, SectionId, Tables};
use runtime::link::edits::{Later, LaterWhat, Peer, differing_sections};
use runtime::link::{LiveTable, ToGame};

use crate::common::JUMPED_IN;
use crate::mission::{
    ALPHA, BETA, Run, UNMADE, changed, live, mission, tags, with_condition, with_section,
};

/// A change, by what it is, and the tags of the messages that carry it.
type Case = (&'static str, fn(&mut Tables), &'static [u16]);

/// The tags are those of the link's table: 0x01 moves, 0x02 has the counts and frees the threads,
/// 0x03 to 0x0E copy, 0x0F binds, 0x10 renumbers the timers' parts, 0x12 makes a ship anew.
const CASES: [Case; 31] = [
    ("nothing", |_| {}, &[]),
    ("a ship's place", |t| t.ships[1].position[1] = 2e5, &[0x01]),
    (
        "three ships' places",
        |t| {
            for ship in &mut t.ships[1..4] {
                ship.position[1] = 2e5;
            }
        },
        &[0x01, 0x01, 0x01],
    ),
    (
        "the place of a curve's start, and the curve with it",
        |t| {
            // The handle stays where it was, and the tangent is drawn to it from the new start.
            t.ships[5].position = [0.0, 500.0, 5e5];
            t.curves[0].start_point = [0.0, 500.0, 5e5];
            t.curves[0].leaving_tangent = [1000.0, -500.0, 0.0];
        },
        &[0x01],
    ),
    ("a ship's name", |t| t.ships[1].name = ALPHA, &[0x06]),
    (
        "two ships' names",
        |t| (t.ships[1].name, t.ships[2].name) = (ALPHA, BETA),
        &[0x06],
    ),
    (
        "a ship's launch gate",
        |t| t.ships[1].launch_gate = 2,
        &[0x06],
    ),
    ("a ship's carrier", |t| t.ships[1].launch_from = 9, &[0x06]),
    (
        "a ship's formation point",
        |t| t.ships[1].formation_point = 2,
        &[0x06],
    ),
    (
        "a point's share of its curve",
        |t| t.ships[6].marker_at = 0.5,
        &[0x06],
    ),
    (
        "a ship's flight group",
        |t| t.ships[3].flight_group = 1,
        &[0x06, 0x0F],
    ),
    (
        "the object IDs of two ships",
        |t| (t.ships[1].object_id, t.ships[2].object_id) = (2, 1),
        &[0x06, 0x0F],
    ),
    ("a made ship's kind", |t| t.ships[1].kind = 5, &[0x06, 0x12]),
    (
        "an unmade ship's kind, into a waypoint",
        |t| t.ships[UNMADE].kind = Ship::KIND_WAYPOINT,
        &[0x06, 0x0F],
    ),
    (
        "an unmade ship's kind",
        |t| t.ships[UNMADE].kind = 5,
        &[0x06],
    ),
    ("a made ship's heading", |t| t.ships[1].yaw = 90, &[0x12]),
    (
        "a made ship's place and heading",
        |t| (t.ships[1].yaw, t.ships[1].position[1]) = (90, 2e5),
        &[0x12],
    ),
    ("a made ship's pilot", |t| t.ships[1].pilot = 3, &[0x12]),
    ("a made ship's loadout", |t| t.ships[1].loadout = 2, &[0x12]),
    (
        "a trigger's condition",
        |t| t.triggers[1] = with_condition(&t.triggers[1], JUMPED_IN),
        &[0x05, 0x0F],
    ),
    (
        "one trigger less",
        |t| {
            t.triggers.pop();
            t.objects[11].trigger_count = 0;
            t.objects[11].first_trigger = 0xFFFF;
        },
        &[0x02, 0x08, 0x0F],
    ),
    (
        "one trigger more",
        |t| {
            t.triggers.push(with_condition(&t.triggers[2], JUMPED_IN));
            t.objects[11].trigger_count = 2;
        },
        &[0x02, 0x05, 0x08, 0x0F],
    ),
    (
        "a group's wing",
        |t| t.flight_groups[1].wing = 1,
        &[0x07, 0x0F],
    ),
    (
        "what an object is",
        |t| t.objects[8].kind = 1,
        &[0x08, 0x0F],
    ),
    (
        "a squad's first member",
        |t| t.squads[0].first_member = 1,
        &[0x0A, 0x0F],
    ),
    (
        "a squad's member",
        |t| t.squad_members[0].component = 3,
        &[0x0B, 0x0F],
    ),
    (
        "a formation",
        |t| t.formations[0].first_point = 1,
        &[0x0C, 0x0F],
    ),
    (
        "a formation's point",
        |t| t.formation_points[1].position[0] = 9.0,
        &[0x0D, 0x0F],
    ),
    (
        "a curve",
        |t| t.curves[0].leaving_tangent[1] = 50.0,
        &[0x0E, 0x0F],
    ),
    (
        "a part more, in the middle",
        |t| {
            let part = Part {
                argument_count: 1,
                ..t.parts[2].clone()
            };
            t.parts.insert(1, part);
        },
        &[0x02, 0x04, 0x10, 0x0F],
    ),
    (
        "a part less, in the middle",
        |t| {
            t.parts.remove(1);
        },
        &[0x02, 0x04, 0x10, 0x0F],
    ),
];

/// What a run comes to have of an image that was wanted: the places, headings, pilots and loadouts of
/// the ships' records stay as they were, as no message carries them.
pub(crate) fn carried(basis: &Image, wanted: &Image) -> Image {
    let before = Tables::read(basis);
    changed(wanted, |tables| {
        for (ship, old) in tables.ships.iter_mut().zip(before.ships) {
            ship.position = old.position;
            (ship.yaw, ship.pitch, ship.roll) = (old.yaw, old.pitch, old.roll);
            (ship.pilot, ship.unknown_16) = (old.pilot, old.unknown_16);
            ship.unknown_1a = old.unknown_1a;
            (ship.unknown_3c, ship.loadout) = (old.unknown_3c, old.loadout);
            ship.unknown_3e = old.unknown_3e;
        }
    })
}

#[test]
fn each_single_change_has_its_messages_and_no_more() {
    let basis = mission();
    for (what, change, expected) in CASES {
        let wanted = changed(&basis, change);
        let mut run = Run::of(&basis);
        let (messages, later) = live(run.edits(&basis, &wanted, Peer::OwnEngine));
        assert_eq!(tags(&messages), expected, "{what}");
        assert_eq!(later, [], "{what}");
        run.take(&messages);
        let differs = differing_sections(&run.file(), &carried(&basis, &wanted));
        assert_eq!(differs, [], "{what}");
    }
}

#[test]
fn a_move_names_the_ship_and_its_place() {
    let basis = mission();
    let wanted = changed(&basis, |t| t.ships[2].position = [1.5, -2.0, 3e5]);
    let mut run = Run::of(&basis);
    let (messages, _) = live(run.edits(&basis, &wanted, Peer::Other));
    let expected = ToGame::MoveShip {
        object_id: 2,
        unknown: 0,
        place: [1.5, -2.0, 3e5],
    };
    assert_eq!(messages, [expected]);
    run.take(&messages);
    let ships: Vec<Ship> = run.file().records().collect();
    assert_eq!(ships[2].runtime_position, [1.5, -2.0, 3e5]);
}

#[test]
fn the_chosen_fields_of_all_ships_are_sent() {
    let basis = mission();
    let wanted = changed(&basis, |t| t.ships[1].name = ALPHA);
    let run = Run::of(&basis);
    let (messages, _) = live(run.edits(&basis, &wanted, Peer::Other));
    let all = wanted.counted(SectionId::Ships).to_vec();
    assert_eq!(messages, [ToGame::CopyShips(all)]);
}

#[test]
fn a_ship_made_anew_stands_and_heads_as_wanted() {
    let basis = mission();
    let wanted = changed(&basis, |t| {
        (t.ships[1].yaw, t.ships[1].position) = (90, [7.0, 8.0, 9.0]);
    });
    let mut run = Run::of(&basis);
    let (messages, _) = live(run.edits(&basis, &wanted, Peer::OwnEngine));
    let record = wanted.counted(SectionId::Ships)[76..152].to_vec();
    assert_eq!(messages, [ToGame::RemakeShip(record)]);
    run.take(&messages);
    run.tick(1);
    let ships: Vec<Ship> = run.file().records().collect();
    let place = ships[1].runtime_position;
    let near = |a: f32, b: f32| (a - b).abs() < 50.0;
    assert!(
        near(place[0], 7.0) && near(place[1], 8.0) && near(place[2], 9.0),
        "{place:?}"
    );
    assert_eq!(ships[1].runtime_yaw, 90);
}

#[test]
fn a_script_of_the_same_length_is_copied_and_its_flags_follow() {
    let basis = mission();
    let wanted = with_section(&basis, SectionId::Script, |script| {
        // The byte that the last trigger pushes.
        let at = script.iter().rposition(|&it| it == 7).unwrap();
        script[at] = 8;
    });
    let script = wanted.counted(SectionId::Script);
    let mut run = Run::of(&basis);
    let (messages, _) = live(run.edits(&basis, &wanted, Peer::Other));
    assert_eq!(tags(&messages), [0x03, 0x09]);
    assert_eq!(
        messages[0],
        ToGame::CopyTable(LiveTable::Script, script.to_vec())
    );
    run.take(&messages);
    assert_eq!(run.file().counted(SectionId::Script), script);
}

#[test]
fn a_shorter_script_leaves_its_old_end_behind() {
    let basis = mission();
    let len = basis.counted(SectionId::Script).len();
    let wanted = with_section(&basis, SectionId::Script, |script| {
        script.truncate(len - 2);
        script[0] ^= 1;
    });
    let run = Run::of(&basis);
    let (messages, _) = live(run.edits(&basis, &wanted, Peer::Other));
    let ToGame::CopyTable(LiveTable::Script, sent) = &messages[0] else {
        panic!("{messages:?}");
    };
    // As many bytes as the game counts, which the original copies whatever is sent.
    assert_eq!(sent.len(), len);
    assert_eq!(sent[..len - 2], *wanted.counted(SectionId::Script));
}

#[test]
fn everything_at_once_comes_in_the_right_order() {
    let basis = mission();
    let wanted = changed(&basis, |t| {
        t.ships[1].position[2] = 9e4;
        t.ships[2].name = BETA;
        t.ships[3].pilot = 4;
        t.parts.remove(1);
        t.triggers.remove(0);
        for object in &mut t.objects {
            object.trigger_count = 0;
        }
        t.flight_groups[1].wing = 2;
        t.squads[0].first_member = 1;
        t.squad_members.pop();
        t.formations[0].first_point = 1;
        t.formation_points.pop();
        t.curves[0].unknown_40 = 5;
    });
    let wanted = with_section(&wanted, SectionId::Script, |script| script[0] ^= 1);
    let mut run = Run::of(&basis);
    let (messages, later) = live(run.edits(&basis, &wanted, Peer::OwnEngine));
    assert_eq!(later, []);
    // The member and the point that went stood at their table's end, which the counts leave off.
    let expected = [
        0x01, 0x02, 0x03, 0x04, 0x05, 0x07, 0x08, 0x0A, 0x0C, 0x0E, 0x06, 0x10, 0x0F, 0x09, 0x12,
    ];
    assert_eq!(tags(&messages), expected);
    run.take(&messages);
    let differs = differing_sections(&run.file(), &carried(&basis, &wanted));
    assert_eq!(differs, []);
}

#[test]
fn a_trigger_goes_on_with_what_is_left_of_it() {
    let basis = mission();
    let basis = changed(&basis, |t| {
        t.triggers[0].repeat = 0;
        t.triggers[1].repeat = 2;
        t.triggers[1].firings_left = 5;
    });
    let mut run = Run::of(&basis);
    // The first trigger has fired, and of the second two firings are gone, as the file tells.
    let mut records = run.file().counted(SectionId::Triggers).to_vec();
    records[0x14] = 0;
    records[0x30 + 0x19] = 3;
    run.take(&[ToGame::CopyTable(LiveTable::Triggers, records)]);
    let wanted = changed(&basis, |t| {
        t.triggers[2].qualifier = 1;
        let new = with_condition(&t.triggers[0], JUMPED_IN);
        t.triggers.insert(1, new);
        t.objects[1].trigger_count = 2;
        t.objects[2].first_trigger = 2;
        t.objects[11].first_trigger = 3;
    });
    let (messages, _) = live(run.edits(&basis, &wanted, Peer::OwnEngine));
    run.take(&messages);
    let triggers = Tables::read(&run.file()).triggers;
    let armed: Vec<u8> = triggers.iter().map(|it| it.armed).collect();
    assert_eq!(armed[0], 0, "it fired once, and does not again");
    assert_eq!(armed[1], 1, "a new one is armed");
}

#[test]
fn firings_that_the_author_changed_count() {
    let basis = mission();
    let basis = changed(&basis, |t| {
        t.triggers[1].repeat = 2;
        t.triggers[1].firings_left = 5;
    });
    let wanted = changed(&basis, |t| t.triggers[1].firings_left = 9);
    let mut run = Run::of(&basis);
    let (messages, _) = live(run.edits(&basis, &wanted, Peer::Other));
    run.take(&messages);
    assert_eq!(Tables::read(&run.file()).triggers[1].firings_left, 9);
}

#[test]
fn what_a_ship_out_of_play_has_comes_later() {
    let basis = mission();
    let wanted = changed(&basis, |t| {
        let ship = &mut t.ships[UNMADE];
        (ship.position[0], ship.pitch, ship.pilot) = (5.0, 10, 2);
    });
    let run = Run::of(&basis);
    let (messages, later) = live(run.edits(&basis, &wanted, Peer::OwnEngine));
    assert_eq!(messages, []);
    let expected = [LaterWhat::Place, LaterWhat::Heading, LaterWhat::Making];
    assert_eq!(
        later,
        expected.map(|what| Later::Restarted {
            section: SectionId::Ships,
            record: UNMADE,
            what,
        })
    );
    assert_eq!(
        later[0].to_string(),
        "the new place of ship 4 counts once the mission starts again, as it is not in play"
    );
}

#[test]
fn timers_follow_each_part_that_went() {
    let basis = mission();
    let wanted = changed(&basis, |t| {
        t.parts.drain(1..3);
    });
    let run = Run::of(&basis);
    let (messages, _) = live(run.edits(&basis, &wanted, Peer::OwnEngine));
    let one = ToGame::RenumberTimerParts {
        first: 1,
        added: -1,
    };
    let renumbered: Vec<_> = messages.iter().filter(|it| it.tag() == 0x10).collect();
    assert_eq!(renumbered, [&one, &one]);
}
