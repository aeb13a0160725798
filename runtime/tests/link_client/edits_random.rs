//! Random pairs of missions: a run of the one that is given the messages has the tables of the other.

use formats::{Image, Tables};
use proptest::prelude::*;
use runtime::link::edits::{Edits, Later, Peer, differing_sections};

use crate::edits::carried;
use crate::mission::{ALPHA, BETA, Run, changed, mission};

/// A change: where it is made, what it sets, and how.
type Change = (u8, usize, u32);

/// Makes a change, one that messages carry if any do.
fn change(tables: &mut Tables, (what, at, value): Change) {
    let low = value as u16;
    let byte = value as u8;
    let place = [value as f32, -(low as f32), f32::from(byte)];
    match what {
        0 => with(&mut tables.ships, at, |it| it.position = place),
        1 => with(&mut tables.ships, at, |it| it.yaw = (low % 360) as i16),
        2 => with(&mut tables.ships, at, |it| {
            it.name = [ALPHA, BETA][usize::from(byte % 2)]
        }),
        3 => with(&mut tables.ships, at, |it| it.flight_group = byte % 3),
        4 => with(&mut tables.ships, at, |it| it.kind = u16::from(byte % 12)),
        5 => with(&mut tables.ships, at, |it| it.pilot = byte),
        6 => with(&mut tables.ships, at, |it| it.launch_from = low),
        7 => with(&mut tables.ships, at, |it| it.object_id = value % 16),
        8 => with(&mut tables.flight_groups, at, |it| it.wing = byte % 4),
        9 => resize(&mut tables.flight_groups, low % 5),
        10 => with(&mut tables.triggers, at, |it| it.condition = byte % 0x22),
        11 => with(&mut tables.triggers, at, |it| it.operands[at % 5] = value),
        12 => resize(&mut tables.triggers, low % 9),
        13 => with(&mut tables.objects, at, |it| it.trigger_count = byte % 4),
        14 => resize(&mut tables.objects, low % 20),
        15 => with(&mut tables.parts, at, |it| it.argument_count = byte % 3),
        16 => resize(&mut tables.parts, low % 6),
        17 => with(&mut tables.squads, at, |it| it.first_member = low % 5),
        18 => resize(&mut tables.squads, low % 4),
        19 => with(&mut tables.squad_members, at, |it| it.object_id = low % 14),
        20 => resize(&mut tables.squad_members, low % 6),
        21 => with(&mut tables.formations, at, |it| it.first_point = low % 4),
        22 => resize(&mut tables.formations, low % 4),
        23 => with(&mut tables.formation_points, at, |it| it.position = place),
        24 => resize(&mut tables.formation_points, low % 6),
        25 => with(&mut tables.curves, at, |it| it.leaving_tangent = place),
        26 => resize(&mut tables.curves, low % 4),
        27 => with(&mut tables.triggers, at, |it| it.firings_left = byte),
        _ => with(&mut tables.parts, at, |it| it.name = BETA),
    }
}

fn with<T>(list: &mut [T], at: usize, change: impl FnOnce(&mut T)) {
    if !list.is_empty() {
        change(&mut list[at % list.len()]);
    }
}

fn resize<T: Default + Clone>(list: &mut Vec<T>, len: u16) {
    list.resize(usize::from(len), T::default());
}

/// What binding writes into records.
fn bound(image: &Image) -> (Vec<(u8, u32)>, Vec<u8>) {
    let tables = Tables::read(image);
    let groups = tables.flight_groups.iter();
    let ships = tables.ships.iter();
    (
        groups.map(|it| (it.ship_count, it.first_ship)).collect(),
        ships.map(|it| it.waypoint_listed).collect(),
    )
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((0u8..29, 0usize..16, any::<u32>()), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn a_run_comes_to_what_is_wanted(before in changes(), after in changes(), ticks in 0usize..120) {
        let basis = changed(&mission(), |tables| {
            before.iter().for_each(|&it| change(tables, it));
        });
        let wanted = changed(&basis, |tables| {
            after.iter().for_each(|&it| change(tables, it));
        });
        let mut run = Run::of(&basis);
        run.tick(ticks);
        let in_play = run.state().ships;
        match run.edits(&basis, &wanted, Peer::OwnEngine) {
            Edits::Restart { reasons, meanwhile } => {
                prop_assert!(!reasons.is_empty());
                if let Some(meanwhile) = meanwhile {
                    run.take(&meanwhile.messages);
                    let again = run.edits(&meanwhile.basis, &meanwhile.basis, Peer::OwnEngine);
                    prop_assert_eq!(again, Edits::Live { messages: Vec::new(), later: Vec::new() });
                    run.tick(50);
                }
            }
            Edits::Live { messages, later } => {
                run.take(&messages);
                // What was started again by the messages has had no time to change anything.
                let settled = |image: &Image| changed(image, |tables: &mut Tables| {
                    for trigger in &mut tables.triggers {
                        (trigger.armed, trigger.firings_left) = (0, 0);
                    }
                    for global in &mut tables.globals {
                        global.value = 0;
                    }
                });
                let file = settled(&run.file());
                let expected = settled(&carried(&basis, &wanted));
                prop_assert_eq!(differing_sections(&file, &expected), []);
                // Binding works out the groups' ships and the routes, as it does in a fresh run.
                prop_assert_eq!(bound(&run.file()), bound(&Run::of(&wanted).file()));
                let pairs = Tables::read(&basis).ships.into_iter().zip(Tables::read(&wanted).ships);
                for (index, (old, new)) in (0u16..).zip(pairs) {
                    let is_later = later.iter().any(|it| {
                        matches!(it, Later::Restarted { record, .. } if *record == usize::from(index))
                    });
                    prop_assert!(!(is_later && in_play.contains_key(&index)));
                    if old.position != new.position && in_play.contains_key(&index) {
                        let now = Tables::read(&run.file()).ships[usize::from(index)].runtime_position;
                        let is_remade = messages.iter().any(|it| it.tag() == 0x12);
                        prop_assert!(is_remade || now == new.position);
                    }
                }
                // Once it is as it is wanted there is nothing more to send.
                let again = run.edits(&wanted, &wanted, Peer::OwnEngine);
                prop_assert_eq!(again, Edits::Live { messages: Vec::new(), later: Vec::new() });
                run.tick(50);
            }
        }
    }
}
