//! Images in the template's layout, some bytes of them anything: written again from their rooms they
//! are the same, and written from their records alone they have the same records.
#![no_main]

#[path = "../patched.rs"]
mod patched;

use std::sync::LazyLock;

use formats::records::{FlightGroup, Object, Part, Record, Ship, Trigger};
use formats::script::RoutineMap;
use formats::{Image, ImageBuilder, SectionId, Tables, tables};
use libfuzzer_sys::fuzz_target;

/// A mission of a few records, its start part making the only flight group.
static BASE: LazyLock<Image> = LazyLock::new(|| {
    const BLOCK: [u8; 12] = [12, 0, 0x2D, 0, 0x21, 3, 0x32, 1, 0x43, 0, 0, 0];
    let script = [BLOCK, BLOCK].concat();
    let part = Part {
        start: 6,
        extent: 6,
        flags: Part::START,
        name: 0,
        ..Part::default()
    };
    let trigger = Trigger {
        link: 0,
        ..Trigger::default()
    };
    let owner = Object {
        first_trigger: 0,
        trigger_count: 1,
        ..Object::default()
    };
    let mut image = ImageBuilder::new();
    image.set_section(SectionId::Strings, b"Start\0").unwrap();
    image.set_section(SectionId::Script, &script).unwrap();
    image.set_section(SectionId::ScriptFlags, &[0; 24]).unwrap();
    image
        .set_section(SectionId::CommandFlags, &tables::command_flags())
        .unwrap();
    image.set_records(&vec![Ship::default(); 4]).unwrap();
    image.set_records(&[FlightGroup::default()]).unwrap();
    image.set_records(&[owner]).unwrap();
    image.set_records(&[trigger]).unwrap();
    image.set_records(&[part]).unwrap();
    image.set_mission_name("Fuzzed").unwrap();
    image.finish().unwrap()
});

fuzz_target!(|data: &[u8]| {
    let Ok(read) = Image::read(patched::patched(&BASE, data)) else {
        return;
    };
    let image = read.value;
    let tables = Tables::read(&image);
    let map = RoutineMap::read(&image, &tables);
    for (routine, owners) in &map.routines {
        assert!(!owners.is_empty());
        assert_eq!(map.of(owners[0]), Some(routine));
    }

    // From the whole rooms: the same bytes.
    if let Some(mut over) = ImageBuilder::over(&image) {
        for id in SectionId::all().filter(|id| *id != SectionId::MissionName) {
            over.set_section(id, image.counted(id)).unwrap();
        }
        if image.offset(SectionId::MissionName) == Some(formats::sections::TEMPLATE_SIZE) {
            let name = image.counted(SectionId::MissionName);
            over.set_section(SectionId::MissionName, name).unwrap();
        }
        let again = over.finish().unwrap();
        for id in SectionId::all() {
            assert_eq!(again.counted(id), image.counted(id), "{}", id.name());
            assert_eq!(again.entry(id).flags, image.entry(id).flags);
        }
        assert_eq!(Tables::read(&again), tables);
    }

    // From the records alone: the same records, wherever they fit the template.
    let fits = |id: SectionId, count: usize| count <= id.spec().capacity();
    if SectionId::all().all(|id| fits(id, image.count(id))) {
        assert_eq!(bytes_of(&rebuilt(&tables)), bytes_of(&tables));
    }
});

fn rebuilt(tables: &Tables) -> Tables {
    let mut fresh = ImageBuilder::new();
    fresh.set_records(&tables.globals).unwrap();
    fresh.set_records(&tables.ships).unwrap();
    fresh.set_records(&tables.flight_groups).unwrap();
    fresh.set_records(&tables.triggers).unwrap();
    fresh.set_records(&tables.objects).unwrap();
    fresh.set_records(&tables.parts).unwrap();
    fresh.set_records(&tables.squads).unwrap();
    fresh.set_records(&tables.squad_members).unwrap();
    fresh.set_records(&tables.formations).unwrap();
    fresh.set_records(&tables.formation_points).unwrap();
    fresh.set_records(&tables.curves).unwrap();
    Tables::read(&fresh.finish().unwrap())
}

/// All records as bytes, since no two NaNs are equal.
fn bytes_of(tables: &Tables) -> Vec<u8> {
    fn add<R: Record>(records: &[R], out: &mut Vec<u8>) {
        for record in records {
            record.write(out);
        }
    }
    let mut out = Vec::new();
    add(&tables.globals, &mut out);
    add(&tables.ships, &mut out);
    add(&tables.flight_groups, &mut out);
    add(&tables.triggers, &mut out);
    add(&tables.objects, &mut out);
    add(&tables.parts, &mut out);
    add(&tables.squads, &mut out);
    add(&tables.squad_members, &mut out);
    add(&tables.formations, &mut out);
    add(&tables.formation_points, &mut out);
    add(&tables.curves, &mut out);
    out
}
