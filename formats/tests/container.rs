//! The container and its records, against the specification's figures.

mod common;

use formats::records::{
    Curve, FlightGroup, Formation, FormationPoint, Global, Object, Part, Record, Reference, Ship,
    Squad, SquadMember, Trigger,
};
use formats::sections::{SECTIONS, TEMPLATE_SIZE};
use formats::{Cause, Image, ImageBuilder, MissionName, Oddity, SectionId, Tables};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

#[test]
fn the_minimal_mission_has_the_specified_bytes() {
    let image = common::minimal();
    let bytes = image.bytes();
    assert_eq!(bytes.len(), 850_919);
    assert_eq!(bytes.iter().filter(|&&byte| byte != 0).count(), 556);
    let sum: String = Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(
        sum,
        "686da6bf11ac541c2bc0c906bbef199ffe0e37e6f8bf43331928c948404ccf14"
    );
}

#[test]
fn the_minimal_mission_reads_back() {
    let bytes = common::minimal().into_bytes();
    let read = Image::read(bytes.clone()).unwrap();
    assert_eq!(read.warnings, []);
    let image = read.value;
    assert!(image.is_template());
    let tables = Tables::read(&image);
    assert_eq!(tables.ships.len(), 1);
    assert_eq!(
        image.strings().text(tables.ships[0].name).as_deref(),
        Some("Player")
    );
    assert_eq!(tables.flight_groups[0].unknown_10, 0xFF19_FFFF);
    assert_eq!(tables.parts[0].flags, Part::START);
    assert_eq!(image.counted(SectionId::Script), common::START_BLOCK);
    assert_eq!(image.spare_entry(27).unwrap().offset, 850_919);
    assert_eq!(image.spare_entry(127).unwrap().offset, 0xFFFF);
    assert_eq!(image.spare_entry(128), None);
    assert_eq!(
        ImageBuilder::over(&image)
            .unwrap()
            .finish()
            .unwrap()
            .bytes(),
        bytes
    );
}

/// dte-format 2: sizes, and the bytes that new records carry.
#[test]
fn new_records_carry_the_authored_defaults() {
    fn check<R: Record>(size: usize, ones: &[(usize, &[u8])]) {
        assert_eq!(R::SIZE, size);
        assert_eq!(R::SECTION.spec().stride, size);
        let mut want = vec![0; size];
        for (offset, bytes) in ones {
            want[*offset..*offset + bytes.len()].copy_from_slice(bytes);
        }
        assert_eq!(R::default().to_bytes(), want, "{}", R::SECTION.name());
    }
    check::<Global>(12, &[(0, &[0xFF; 2])]);
    check::<Ship>(
        76,
        &[
            (0x04, &[0xFF; 2]),
            (0x14, &[0xFF; 2]),
            (0x28, &[0xFF; 4]),
            (0x30, &[0xFF; 8]),
            // "Most shipped ships hold FF FF 00 00 FF FF FF FF 00 00 00 00 at 0x3C..0x47."
            (
                0x3C,
                &[0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
            ),
        ],
    );
    check::<FlightGroup>(
        20,
        &[
            (4, &[0xFF; 2]),
            (8, &[0xFF]),
            (0x0C, &[0xFF; 4]),
            (0x10, &[0xFF, 0xFF, 0x19, 0xFF]),
        ],
    );
    check::<Trigger>(
        48,
        &[
            (2, &[0xFF; 2]),
            (0x14, &[1, 0xFF, 0, 0xFF, 0, 0, 0, 0x88]),
            (0x1C, &[0xFF; 20]),
        ],
    );
    check::<Object>(8, &[(2, &[0xFF; 2])]);
    check::<Part>(28, &[(0, &[0xFF; 2]), (0x0A, &[0xFF; 2])]);
    check::<Squad>(12, &[(8, &[0xFF; 2])]);
    check::<SquadMember>(12, &[(8, &[0xFF])]);
    check::<Formation>(8, &[(0, &[0xFF; 2]), (4, &[0xFF; 2])]);
    check::<FormationPoint>(16, &[]);
    check::<Curve>(68, &[(0, &[0xFF; 8]), (0x20, &[0xFF; 8])]);
}

#[test]
fn references_hold_kind_and_index() {
    assert_eq!(Reference::new(Reference::SQUAD, 2), Reference(0xFF16_0002));
    assert_eq!(Reference(0x0016_0002).index(), Some(2));
    assert_eq!(Reference(0x0016_0002).tag(), 0x16);
    assert_eq!(Reference::NONE.index(), None);
    assert_eq!(Reference(0x0000_FFFF).index(), None);
}

#[test]
fn each_record_reads_back_its_bytes() {
    fn check<R: Record>(seed: u8) {
        // No byte pattern here makes a NaN, whose bits a float may not keep.
        let bytes: Vec<u8> = (0..R::SIZE)
            .map(|i| (i as u8).wrapping_mul(7) ^ seed & 0x3F)
            .collect();
        assert_eq!(
            R::read(&bytes).unwrap().to_bytes(),
            bytes,
            "{}",
            R::SECTION.name()
        );
        assert!(R::read(&bytes[1..]).is_none());
    }
    for seed in 0..=255 {
        check::<Global>(seed);
        check::<Ship>(seed);
        check::<FlightGroup>(seed);
        check::<Trigger>(seed);
        check::<Object>(seed);
        check::<Part>(seed);
        check::<Squad>(seed);
        check::<SquadMember>(seed);
        check::<Formation>(seed);
        check::<FormationPoint>(seed);
        check::<Curve>(seed);
    }
}

#[test]
fn what_is_no_mission_is_refused() {
    let cause = |bytes: Vec<u8>| Image::read(bytes).unwrap_err().cause;
    assert_eq!(cause(Vec::new()), Cause::TooShort { len: 0 });
    assert_eq!(cause(vec![0; 215]), Cause::TooShort { len: 215 });
    assert_eq!(cause(vec![0x10, 0xFB, 0, 0]), Cause::Compressed);
    let cut = common::minimal().into_bytes()[..0x30FF7 + 75].to_vec();
    let error = Image::read(cut).unwrap_err();
    assert_eq!(error.place.section, Some(SectionId::Ships));
    assert_eq!(
        error.place.offset,
        Some(3 * 8),
        "the directory entry at fault"
    );
    assert!(error.to_string().contains("section 3 (ships)"), "{error}");
}

/// dte-format 1.6: a directory of only 27 entries, sections in any order, unused sections.
#[test]
fn a_small_foreign_layout_is_read() {
    let ship = Ship {
        object_id: 7,
        ..Ship::default()
    }
    .to_bytes();
    let mut bytes = Vec::new();
    for spec in &SECTIONS {
        let (count, offset): (u16, u32) = match spec.id {
            SectionId::Ships => (1, 216),
            SectionId::Globals => (0, 292),
            _ => (9, 0xFFFF),
        };
        bytes.extend(count.to_le_bytes());
        bytes.extend([0, 3]);
        bytes.extend(offset.to_le_bytes());
    }
    bytes.extend(&ship);
    let read = Image::read(bytes).unwrap();
    assert_eq!(read.warnings, []);
    assert!(!read.value.is_template());
    assert!(ImageBuilder::over(&read.value).is_none());
    assert_eq!(read.value.spare_entry(27), None);
    assert_eq!(
        read.value.count(SectionId::Triggers),
        0,
        "unused, whatever the count"
    );
    let tables = Tables::read(&read.value);
    assert_eq!(tables.ships[0].object_id, 7);
}

#[test]
fn oddities_are_told() {
    let mut bytes = common::minimal().into_bytes();
    bytes[5 * 8 + 3] = 7;
    bytes[10 * 8] = 11;
    bytes.resize(1_024_001, 0);
    let oddities: Vec<_> = Image::read(bytes)
        .unwrap()
        .warnings
        .into_iter()
        .map(|warning| warning.oddity)
        .collect();
    assert_eq!(
        oddities,
        [
            Oddity::MixedFlags {
                flags: 7,
                first: 15
            },
            Oddity::FlagCount {
                flags: 11,
                script: 12
            },
            Oddity::CutByGame {
                len: 1_024_001,
                max: 1_024_000
            },
        ]
    );
}

/// dte-format 2.15.
#[test]
fn a_mission_name_stands_at_the_end() {
    let mut builder = ImageBuilder::over(&common::minimal()).unwrap();
    builder.set_mission_name("Żółw").unwrap();
    let image = builder.finish().unwrap();
    let name = "Żółw".as_bytes();
    assert_eq!(image.bytes().len(), TEMPLATE_SIZE + 9 + name.len());
    let mut want = b"ORMN\x01\x00\x07\x00".to_vec();
    want.extend(name);
    want.push(0);
    assert_eq!(image.counted(SectionId::MissionName), want);
    assert_eq!(
        image.spare_entry(27).unwrap().offset as usize,
        image.bytes().len()
    );
    let read = image.mission_name().unwrap();
    assert_eq!((read.value.as_str(), read.warnings.len()), ("Żółw", 0));
    assert!(image.is_template());
    let without = ImageBuilder::over(&image).unwrap().finish().unwrap();
    assert_eq!(
        without.bytes(),
        common::minimal().bytes(),
        "taking it off leaves nothing behind"
    );

    assert!(
        MissionName::read(b"ORMN\x02\x00\x01\x00a\0").is_none(),
        "another version"
    );
    assert!(
        MissionName::read(b"ORMN\x01\x00\x09\x00a\0").is_none(),
        "a length past the section"
    );
    assert_eq!(
        MissionName::read(b"ORMN\x01\x00\x01\x00a")
            .unwrap()
            .warnings
            .len(),
        1
    );
}

#[test]
fn a_full_section_is_refused_with_its_room() {
    let mut builder = ImageBuilder::new();
    let error = builder
        .set_records(&vec![Ship::default(); 513])
        .unwrap_err();
    assert_eq!(
        error.cause,
        Cause::SectionFull {
            count: 513,
            capacity: 512
        }
    );
    assert!(error.to_string().contains("remove 1"), "{error}");
    builder.set_records(&vec![Ship::default(); 512]).unwrap();
    assert!(builder.set_section(SectionId::Globals, &[0; 13]).is_err());
}

#[test]
fn stale_bytes_in_the_rooms_survive() {
    let mut bytes = common::minimal().into_bytes();
    let at = SectionId::Ships.spec().offset + 76 * 5;
    bytes[at] = 0xAB;
    let image = Image::read(bytes.clone()).unwrap().value;
    let mut builder = ImageBuilder::over(&image).unwrap();
    builder.set_records(&Tables::read(&image).ships).unwrap();
    assert_eq!(builder.finish().unwrap().bytes(), bytes);
}

#[test]
fn slices_say_who_owns_a_trigger() {
    let slice = |first, count| Object {
        first_trigger: first,
        trigger_count: count,
        ..Object::default()
    };
    let tables = Tables {
        triggers: vec![Trigger::default(); 5],
        objects: vec![slice(0xFFFF, 0), slice(1, 2), slice(2, 200)],
        ..Tables::default()
    };
    assert_eq!(
        tables.trigger_owners(),
        [None, Some(1), Some(1), Some(2), Some(2)]
    );
}

proptest! {
    #[test]
    fn no_bytes_end_the_reader(mut bytes in prop::collection::vec(any::<u8>(), 0..600), offset in any::<u32>()) {
        if let Some(place) = bytes.get_mut(12..16) { place.copy_from_slice(&offset.to_le_bytes()); }
        if let Ok(read) = Image::read(bytes) {
            for id in SectionId::all() {
                let room = read.value.room(id).len();
                prop_assert!(read.value.counted(id).len() <= room);
            }
            let tables = Tables::read(&read.value);
            tables.trigger_owners();
            formats::script::listing::script_listing(&read.value, &tables);
        }
    }

    #[test]
    fn flipped_bytes_end_nothing(flips in prop::collection::vec((0usize..850_919, any::<u8>()), 1..40)) {
        let mut bytes = common::minimal().into_bytes();
        for (at, value) in flips { bytes[at] = value; }
        if let Ok(read) = Image::read(bytes) {
            let tables = Tables::read(&read.value);
            formats::script::listing::script_listing(&read.value, &tables);
        }
    }
}
