//! New names, which wait, and ships that are made anew where they are.

use formats::records::{FlightGroup, Ship};
use formats::{Image, SectionId, Tables};
use runtime::link::ToGame;
use runtime::link::edits::{Edits, Later, LaterWhat, Peer, Reason};

use crate::mission::{ALPHA, BETA, Run, changed, live, mission, tags, with_section};

/// The mission with a ship, and a global and a part, that are called beta.
fn named() -> Image {
    changed(&mission(), |t| {
        t.ships[1].name = ALPHA;
        t.ships[2].name = BETA;
        t.parts[1].name = BETA;
        t.globals[0].name = BETA;
    })
}

/// The same with alpha called otherwise, which shifts beta by two bytes.
fn renamed(image: &Image, change: impl FnOnce(&mut Tables)) -> Image {
    let image = with_section(image, SectionId::Strings, |pool| {
        *pool = b"\0alphabe\0beta\0".to_vec();
    });
    changed(&image, |t| {
        t.ships[2].name = BETA + 2;
        t.parts[1].name = BETA + 2;
        t.globals[0].name = BETA + 2;
        change(t);
    })
}

const LATER: Later = Later::Restarted {
    section: SectionId::Ships,
    record: 1,
    what: LaterWhat::Name,
};

#[test]
fn a_rename_waits_and_sends_nothing() {
    let basis = named();
    let wanted = renamed(&basis, |_| {});
    let found = live(Run::of(&basis).edits(&basis, &wanted, Peer::Other));
    assert_eq!(found, (vec![], vec![LATER]));
    assert_eq!(
        LATER.to_string(),
        "the new name of ship 1 counts once the mission starts again, as names cannot be sent to a mission that runs"
    );
}

#[test]
fn edits_go_on_after_a_rename() {
    let basis = named();
    let mut run = Run::of(&basis);
    let first = renamed(&basis, |t| t.ships[2].position[1] = 2e5);
    let (messages, later) = live(run.edits(&basis, &first, Peer::Other));
    assert_eq!((tags(&messages), later), (vec![0x01], vec![LATER]));
    run.take(&messages);
    let second = changed(&first, |t| t.ships[3].position[1] = 2e5);
    let (messages, later) = live(run.edits(&first, &second, Peer::Other));
    assert_eq!((tags(&messages), later), (vec![0x01], vec![LATER]));
}

#[test]
fn a_rename_waits_while_another_tables_count_changes() {
    let basis = named();
    let counts: [fn(&mut Tables); 4] = [
        |t| t.formation_points.truncate(1),
        |t| t.formations.clear(),
        |t| t.flight_groups.push(FlightGroup::default()),
        |t| {
            t.triggers.pop();
        },
    ];
    for (number, change) in counts.into_iter().enumerate() {
        let wanted = renamed(&basis, change);
        let (messages, later) = live(Run::of(&basis).edits(&basis, &wanted, Peer::OwnEngine));
        assert_eq!(later, [LATER], "case {number}");
        assert!(tags(&messages).contains(&0x02), "case {number}");
    }
}

/// A table that is renamed in and that has another count has the names of the records that it had, if
/// it is plain which they are.
#[test]
fn a_rename_waits_while_its_own_tables_count_changes() {
    let basis = named();
    let wanted = renamed(&basis, |t| {
        t.flight_groups.push(FlightGroup::default());
        t.flight_groups[0].name = 1;
    });
    let basis = changed(&basis, |t| t.flight_groups[0].name = ALPHA);
    let (messages, later) = live(Run::of(&basis).edits(&basis, &wanted, Peer::OwnEngine));
    assert!(tags(&messages).contains(&0x02));
    let group = Later::Restarted {
        section: SectionId::FlightGroups,
        record: 0,
        what: LaterWhat::Name,
    };
    assert_eq!(later, [LATER, group]);
    // A new record that has a new name stays refused, and so does one that could be either.
    for change in [
        (|t| {
            t.flight_groups.push(FlightGroup {
                name: 1,
                ..FlightGroup::default()
            });
        }) as fn(&mut Tables),
        |t| {
            t.flight_groups[0].name = 1;
            let group = t.flight_groups[0].clone();
            t.flight_groups.push(group);
        },
    ] {
        let wanted = renamed(&basis, change);
        let edits = Run::of(&basis).edits(&basis, &wanted, Peer::OwnEngine);
        let Edits::Restart { reasons, .. } = edits else {
            panic!("{edits:?}");
        };
        let is_name = |it: &Reason| {
            matches!(
                it,
                Reason::Name {
                    section: SectionId::FlightGroups,
                    ..
                }
            )
        };
        assert!(reasons.iter().any(is_name), "{reasons:?}");
    }
}

#[test]
fn ships_are_sent_with_the_offsets_of_the_running_pool() {
    let basis = named();
    let wanted = renamed(&basis, |t| t.ships[2].launch_gate = 2);
    let (messages, _) = live(Run::of(&basis).edits(&basis, &wanted, Peer::Other));
    let expected = changed(&basis, |t| t.ships[2].launch_gate = 2);
    let all = expected.counted(SectionId::Ships).to_vec();
    assert_eq!(messages, [ToGame::CopyShips(all)]);
}

#[test]
fn a_global_that_takes_a_name_of_the_pool_waits_too() {
    let basis = named();
    let wanted = changed(&basis, |t| t.globals[0].name = ALPHA);
    let (messages, later) = live(Run::of(&basis).edits(&basis, &wanted, Peer::Other));
    let expected = Later::Restarted {
        section: SectionId::Globals,
        record: 0,
        what: LaterWhat::Name,
    };
    assert_eq!((messages, later), (vec![], vec![expected]));
}

#[test]
fn a_ship_that_is_made_anew_stays_where_it_is() {
    let basis = mission();
    let mut run = Run::of(&basis);
    run.take(&[ToGame::MoveShip {
        object_id: 1,
        unknown: 0,
        place: [7e4, 8e4, 9e4],
    }]);
    let wanted = changed(&basis, |t| t.ships[1].yaw = 90);
    let (messages, _) = live(run.edits(&basis, &wanted, Peer::OwnEngine));
    let expected = changed(&wanted, |t| t.ships[1].position = [7e4, 8e4, 9e4]);
    let record = expected.counted(SectionId::Ships)[76..152].to_vec();
    assert_eq!(messages, [ToGame::RemakeShip(record)]);
    run.take(&messages);
    let ships: Vec<Ship> = run.file().records().collect();
    let place = ships[1].runtime_position;
    assert!((place[0] - 7e4).abs() < 50.0 && (place[2] - 9e4).abs() < 50.0);
}
