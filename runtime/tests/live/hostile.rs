//! Payloads made to break the game.

use formats::records::{Curve, Reference};
use formats::{Image, SectionId};
use proptest::collection::vec;
use proptest::prelude::*;
use runtime::{Input, LiveTable, Options, Release, Simulation, StandInPilot, TABLE_ENTRIES};

use super::common::*;

const TABLES: [LiveTable; 10] = [
    LiveTable::Script,
    LiveTable::Parts,
    LiveTable::Triggers,
    LiveTable::FlightGroups,
    LiveTable::Objects,
    LiveTable::Squads,
    LiveTable::SquadMembers,
    LiveTable::Formations,
    LiveTable::FormationPoints,
    LiveTable::Curves,
];

/// A mission of a few ships of all sorts that fly and fight, with everything else once at least.
fn playground() -> Mission {
    let mut mission = Mission::new(4);
    let group = mission.group();
    mission.group();
    mission.groups[group].wing = 0;
    let kinds = [
        0, 0x27, 0x0C, 0x11, 999, 0x3E3, 0x3E4, 0x3E5, 0x3E5, 0x4A, 300,
    ];
    for (n, kind) in kinds.into_iter().enumerate() {
        mission.ship_in(n % 2, kind, [4000.0 * n as f32, 0.0, 100.0]);
    }
    mission.ships[5].marker_curve = 0;
    mission.ships[5].marker_at = 0.25;
    mission.squad(&[
        (Owner::Ship(1), 3),
        (Owner::Squad(1), 0xFF),
        (Owner::Group(0), 0xFF),
    ]);
    mission.squad(&[(Owner::Squad(0), 0xFF), (Owner::Ship(2), 0xFF)]);
    mission.curve(6, Some(7));
    mission.curves.push(Curve {
        start: Reference::new(0, 6),
        end: Reference::new(0, 1),
        ..Curve::default()
    });
    for ship in [0, 2] {
        mission.trigger(Owner::Ship(ship), CLOSE, routine(count(0)));
    }
    mission.trigger(Owner::Group(0), SHOT_AT, routine(count(1)));
    let part = mission.part(routine(count(2)));
    mission.start(all([
        call(0x03, [super::common::group(0)]),
        call(0x03, [super::common::group(1)]),
        call(0x0B, [ship(1), num(105), num(0), ship(0)]),
        call(0x0B, [ship(9), num(1), num(0), null()]),
        call(0x0D, [ship(3), super::common::group(1)]),
        call(0x12, [ship(2), curve(0), num(20)]),
        call(0x10, [curve(0), ship(1), num(9), null(), null()]),
        call(0x01, [num(1), num(part as u32), num(1), num(0)]),
        call(0x05, [num(2)]),
        count(3),
    ]));
    mission
}

#[derive(Debug, Clone)]
enum Edit {
    Place(Vec<u8>),
    Move(u32, [f32; 3]),
    Counts(Vec<u16>),
    Copy(usize, Vec<u8>),
    /// The table's own bytes, some of them changed.
    Spoil(usize, Vec<(usize, u8)>),
    Ships(Vec<u8>),
    Flags(Vec<u8>),
    Bind,
    Renumber(u32, i16),
    Retire(Vec<u8>),
    Remake(Vec<u8>),
    View(u32),
    Run(u32),
    Release,
    Ticks(u32),
}

fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = || prop_oneof![2 => 0..16_u8, 1 => any::<u8>(), 1 => Just(0xFF)];
    prop_oneof![
        4 => vec(byte(), 0..300),
        1 => vec(byte(), 76),
        1 => (byte(), 0..70_000_usize).prop_map(|(byte, len)| vec![byte; len]),
    ]
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let small = || prop_oneof![4 => 0..14_u32, 1 => any::<u32>()];
    let count = prop_oneof![4 => 0..14_u16, 1 => any::<u16>()];
    let spoilt = vec((0..4000_usize, any::<u8>()), 0..8);
    prop_oneof![
        1 => any_bytes().prop_map(Edit::Place),
        1 => (small(), any::<[f32; 3]>()).prop_map(|(id, place)| Edit::Move(id, place)),
        1 => vec(count, TABLE_ENTRIES).prop_map(Edit::Counts),
        1 => (0..10_usize, any_bytes()).prop_map(|(table, bytes)| Edit::Copy(table, bytes)),
        4 => (0..10_usize, spoilt).prop_map(|(table, bytes)| Edit::Spoil(table, bytes)),
        1 => any_bytes().prop_map(Edit::Ships),
        1 => any_bytes().prop_map(Edit::Flags),
        2 => Just(Edit::Bind),
        1 => (small(), any::<i16>()).prop_map(|(first, added)| Edit::Renumber(first, added)),
        1 => any_bytes().prop_map(Edit::Retire),
        1 => any_bytes().prop_map(Edit::Remake),
        1 => small().prop_map(Edit::View),
        1 => small().prop_map(Edit::Run),
        1 => Just(Edit::Release),
        3 => (1..120_u32).prop_map(Edit::Ticks),
    ]
}

fn make(simulation: &mut Simulation, edit: &Edit) {
    match edit {
        Edit::Place(records) => simulation.place_ships(records),
        Edit::Move(id, place) => simulation.move_ship(*id, *place),
        Edit::Counts(counts) => {
            simulation.set_table_counts(counts.as_slice().try_into().unwrap());
        }
        Edit::Copy(table, bytes) => simulation.copy_table(TABLES[*table], bytes),
        Edit::Spoil(table, changes) => {
            let table = TABLES[*table];
            let mut bytes = simulation.image().counted(table.section()).to_vec();
            for (place, byte) in changes {
                let len = bytes.len().max(1);
                if let Some(own) = bytes.get_mut(place % len) {
                    *own = *byte;
                }
            }
            simulation.copy_table(table, &bytes);
        }
        Edit::Ships(bytes) => simulation.copy_ships(bytes),
        Edit::Flags(bytes) => simulation.set_script_flags(bytes),
        Edit::Bind => simulation.bind_tables(),
        Edit::Renumber(first, added) => simulation.renumber_timer_parts(*first, *added),
        Edit::Retire(record) => simulation.retire_ship(record),
        Edit::Remake(record) => simulation.remake_ship(record),
        Edit::View(index) => simulation.view_ship(*index),
        Edit::Run(part) => simulation.run_part(*part),
        Edit::Release => simulation.release_script(Release::RunOn),
        Edit::Ticks(ticks) => simulation.advance(*ticks),
    }
}

/// Makes the edits one after the other, and looks at everything after each.
fn play(image: Image, edits: &[Edit]) -> Simulation {
    let len = image.bytes().len();
    let options = Options {
        pilot: StandInPilot::Fight,
        ..Options::default()
    };
    let mut simulation = Simulation::linked(std::sync::Arc::new(image), options);
    for edit in edits {
        make(&mut simulation, edit);
        let now = simulation.mission_image();
        assert_eq!(now.len(), len, "{edit:?}");
        let image = Image::read(now).unwrap().value;
        for id in SectionId::all() {
            assert_eq!(image.offset(id), simulation.image().offset(id));
        }
    }
    simulation.release_script(Release::RunOn);
    simulation.input(Input::JumpDrive);
    simulation.advance(150);
    let _ = simulation.snapshot();
    simulation
}

/// An image whose sections lie on one another, and over the directory that it is read by.
fn heap(starts: &[usize]) -> Image {
    let mut bytes = playground().image().into_bytes();
    for (id, start) in SectionId::all().zip(starts) {
        let at = id.number() * 8;
        bytes[at..at + 2].copy_from_slice(&20_u16.to_le_bytes());
        bytes[at + 4..at + 8].copy_from_slice(&(*start as u32).to_le_bytes());
    }
    // A first halfword that would make the file a compressed one.
    bytes[0] = 0;
    Image::read(bytes).unwrap().value
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn live_66_no_payload_breaks_a_mission(edits in vec(any_edit(), 1..14)) {
        let one = play(playground().image(), &edits);
        // The same edits make the same mission.
        let other = play(playground().image(), &edits);
        prop_assert_eq!(format!("{:?}", one.snapshot()), format!("{:?}", other.snapshot()));
        prop_assert_eq!(one.mission_image(), other.mission_image());
    }

    #[test]
    fn live_66_no_payload_breaks_an_odd_layout(
        starts in vec(prop_oneof![0..400_usize, 0x30000..0x31000_usize], 27),
        edits in vec(any_edit(), 1..8),
    ) {
        play(heap(&starts), &edits);
    }
}

#[test]
fn live_66_an_image_without_sections_takes_every_edit() {
    let mut bytes = Vec::new();
    for _ in 0..27 {
        bytes.extend([0, 0, 0, 15, 0xFF, 0xFF, 0, 0]);
    }
    let image = Image::read(bytes.clone()).unwrap().value;
    let mut simulation = super::run(image);
    for edit in [
        Edit::Place(vec![1; 400]),
        Edit::Move(0, [1.0; 3]),
        Edit::Counts(vec![9; TABLE_ENTRIES]),
        Edit::Ships(vec![1; 400]),
        Edit::Flags(vec![1; 400]),
        Edit::Bind,
        Edit::Retire(vec![0; 76]),
        Edit::Remake(vec![0; 76]),
        Edit::View(0),
        Edit::Run(0),
    ] {
        make(&mut simulation, &edit);
    }
    for table in 0..TABLES.len() {
        make(&mut simulation, &Edit::Copy(table, vec![1; 400]));
    }
    assert_eq!(simulation.mission_image(), bytes);
}
