//! The minimal mission of dte-format 6.2, written from its records.

use formats::records::{FlightGroup, Object, Part, Ship};
use formats::strings::PoolBuilder;
use formats::{Image, ImageBuilder, SectionId, tables};

/// The block of its start part: `CreateFlightGroup(group 0)`, `return 1`.
pub(crate) const START_BLOCK: [u8; 12] = [
    0x0C, 0x00, 0x2D, 0x00, 0x21, 0x03, 0x32, 0x01, 0x43, 0x00, 0x00, 0x00,
];

/// One ship in one group, and a start part that makes them.
pub(crate) fn minimal() -> Image {
    let mut pool = PoolBuilder::new();
    let part = Part {
        name: pool.intern("(F)Start").unwrap(),
        start: 0,
        flags: Part::START,
        extent: 6,
        ..Part::default()
    };
    let ship = Ship {
        name: pool.intern("Player").unwrap(),
        flight_group: 0,
        ..Ship::default()
    };
    let group = FlightGroup {
        object_id: 1,
        name: pool.intern("(FG)Alpha").unwrap(),
        wing: 0,
        ship_count: 1,
        first_ship: 0,
        ..FlightGroup::default()
    };
    let objects = [
        Object::default(),
        Object {
            kind: 1,
            ..Object::default()
        },
    ];
    let mut image = ImageBuilder::new();
    image
        .set_section(SectionId::Strings, &pool.finish())
        .unwrap();
    image.set_section(SectionId::Script, &START_BLOCK).unwrap();
    image.set_section(SectionId::ScriptFlags, &[0; 12]).unwrap();
    image
        .set_section(SectionId::CommandFlags, &tables::command_flags())
        .unwrap();
    image.set_records(&[ship]).unwrap();
    image.set_records(&[group]).unwrap();
    image.set_records(&objects).unwrap();
    image.set_records(&[part]).unwrap();
    image.finish().unwrap()
}
