//! Places in messages that no ship can be at.

use formats::Image;
use formats::records::{Curve, FormationPoint, Record, Ship};
use runtime::LiveTable;
use runtime::link::ToGame;

use super::common::*;
use super::session::Rig;

const ODD: [f32; 7] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    2e18,
    -2e18,
];
/// Where the editor's own ship records have a place, a mission's have theirs, and a curve's its points
/// and tangents (dte-format 2.3 and 2.10).
const EDITOR_PLACE: usize = 0x08;
const POSITION: usize = 0x1C;
const CURVE: [(usize, &str); 4] = [
    (0x08, "start_point"),
    (0x14, "end_point"),
    (0x28, "leaving_tangent"),
    (0x34, "arriving_tangent"),
];

/// Two ships, one of which flies a curve, and another that is to be made.
fn mission() -> Mission {
    let mut mission = with_ships(3, 1);
    let start = mission.ship(Ship::KIND_CURVE_POINT, [0.0, 0.0, 5000.0]);
    let end = mission.ship(Ship::KIND_CURVE_POINT, [0.0, 0.0, 90_000.0]);
    mission.curve(start, Some(end));
    mission.start(routine(call(0x12, [ship(1), curve(0), num(20)])));
    mission
}

fn bytes<R: Record>(records: &[R]) -> Vec<u8> {
    records.iter().flat_map(Record::to_bytes).collect()
}

fn with(bytes: &[u8], at: usize, value: f32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    bytes
}

/// Every message that brings a place, with one of its floats being odd, and the field.
fn messages(image: &Image, value: f32) -> Vec<(ToGame, String)> {
    let ships: Vec<Ship> = image.records().collect();
    let curves: Vec<Curve> = image.records().collect();
    let mut all = Vec::new();
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        let mut place = [1.0; 3];
        place[axis] = value;
        let moved = ToGame::MoveShip {
            object_id: ships[1].object_id,
            unknown: 0,
            place,
        };
        all.push((moved, format!("place.{name} is")));
        let at = Ship::SIZE + EDITOR_PLACE + 4 * axis;
        let placed = ToGame::PlaceShips(with(&bytes(&ships), at, value));
        all.push((placed, format!("place.{name} of record 1 is")));
        let record = with(&ships[1].to_bytes(), POSITION + 4 * axis, value);
        all.push((ToGame::RemakeShip(record), format!("position.{name} is")));
        for (at, field) in CURVE {
            let copied = with(&bytes(&curves), at + 4 * axis, value);
            let copied = ToGame::CopyTable(LiveTable::Curves, copied);
            all.push((copied, format!("{field}.{name} of record 0 is")));
        }
    }
    all
}

/// Runs on, and looks that everything is somewhere.
fn goes_on(rig: &mut Rig) {
    let before = rig.state();
    rig.ticks(300);
    let after = rig.state();
    assert_eq!(after.clock, before.clock + 3);
    assert_eq!(after.ships.len(), before.ships.len());
    let file = Image::read(rig.simulation.mission_image()).unwrap().value;
    for ship in file.records::<Ship>() {
        let is_there = |it: &f32| it.abs() < 1e7;
        assert!(ship.runtime_position.iter().all(is_there), "{ship:?}");
    }
    for object in rig.simulation.snapshot().objects {
        assert!(object.position.iter().all(|it| it.is_finite()));
        assert!(object.velocity.iter().all(|it| it.is_finite()));
    }
}

#[test]
fn link_43_a_place_that_is_none_is_told_and_passed_over() {
    let mission = mission();
    for value in ODD {
        for (message, field) in messages(&mission.image(), value) {
            let mut rig = Rig::playing(&mission);
            let (state, file) = (rig.state(), rig.simulation.mission_image());
            assert!(state.ships.contains_key(&1));
            rig.give(&message);
            let told = rig.session.take_log();
            let [line] = &told[..] else {
                panic!("{message:?}: {told:?}");
            };
            let tag = format!("(tag 0x{:X})", message.tag());
            for word in [&tag, &field, &format!("{value:e}")] {
                assert!(line.contains(word), "{word}: {line}");
            }
            assert_eq!(rig.state().ships, state.ships);
            assert!(rig.simulation.mission_image() == file, "{message:?}");
            // Not every frame of a drag is told.
            rig.give(&message);
            assert_eq!(rig.session.take_log(), [""; 0]);
        }
    }
    let mut rig = Rig::playing(&mission);
    for value in ODD {
        for (message, _) in messages(&mission.image(), value) {
            rig.give(&message);
        }
    }
    goes_on(&mut rig);
}

#[test]
fn link_43_the_farthest_place_is_borne() {
    let mission = mission();
    for (message, _) in messages(&mission.image(), 1e18) {
        let mut rig = Rig::playing(&mission);
        rig.give(&message);
        assert_eq!(rig.session.take_log(), [""; 0], "{message:?}");
        rig.ticks(300);
        for object in rig.simulation.snapshot().objects {
            assert!(object.position.iter().all(|it| it.is_finite()));
        }
    }
}

#[test]
fn link_43_floats_that_are_only_kept_are_kept_as_they_came() {
    let mut rig = Rig::playing(&mission());
    let file = |rig: &Rig| Image::read(rig.simulation.mission_image()).unwrap().value;
    let mut ships: Vec<Ship> = file(&rig).records().collect();
    let point = FormationPoint {
        position: [f32::NAN, f32::INFINITY, 3.0],
        ..FormationPoint::default()
    };
    ships[2].marker_at = f32::NAN;
    rig.give(&ToGame::CopyShips(bytes(&ships)));
    // The mission has no points to write over.
    rig.give(&ToGame::CopyTable(
        LiveTable::FormationPoints,
        bytes(&[point]),
    ));
    assert_eq!(rig.session.take_log(), [""; 0]);
    let kept: Vec<Ship> = file(&rig).records().collect();
    assert!(kept[2].marker_at.is_nan());
    rig.give(&ToGame::BindTables);
    goes_on(&mut rig);
}

/// What no message brought can be nowhere too: records behind the count that a count takes in.
#[test]
fn link_43_records_that_a_count_takes_in_are_nowhere_quietly() {
    let mut mission = mission();
    let last = mission.ships.len();
    mission.ship(3, [f32::NAN; 3]);
    mission.curves[0].leaving_tangent = [f32::INFINITY; 3];
    let mut rig = Rig::playing(&mission);
    goes_on_without(&mut rig, last as u16);
}

fn goes_on_without(rig: &mut Rig, ship: u16) {
    rig.ticks(300);
    let place = |slot: u16| {
        let objects = rig.simulation.snapshot().objects;
        objects
            .into_iter()
            .find(|it| it.slot == slot)
            .unwrap()
            .position
    };
    for slot in 0..=ship {
        assert!(place(slot).iter().all(|it| it.is_finite()), "{slot}");
    }
}
