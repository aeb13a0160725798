//! Records at the limit of every table (dte-format 1.3, 5), with a script of as many routines as they
//! can start.

use formats::records::{
    Curve, FlightGroup, Formation, FormationPoint, Global, Object, Part, Reference, Ship, Squad,
    SquadMember, Trigger,
};
use formats::script::{Instruction, Item, Label, Opcode, assemble};
use formats::strings::PoolBuilder;
use formats::{Image, ImageBuilder, SectionId, Tables, tables};

/// Parts and triggers, each with a routine of its own.
const ROUTINES: u16 = 256 + 1024;
const TRIGGERS: u16 = 1024;
/// Bytes of a routine, so that all together come close to the script's room.
const ROUTINE_LEN: u16 = 48;

/// Everything that an image is built of.
pub(crate) struct Contents {
    pub(crate) tables: Tables,
    pub(crate) pool: Vec<u8>,
    pub(crate) script: Vec<u8>,
}

/// Contents that fill every table.
pub(crate) fn contents() -> Contents {
    let mut pool = PoolBuilder::new();
    let mut name = |stem: &str, n: u16| pool.intern(&format!("{stem}{n:.<40}")).unwrap();
    let place = |n: u16| [f32::from(n) * 1000.0, 0.0, f32::from(n % 7) * -1e7];
    let ships = 0..512_u16;
    let tables = Tables {
        globals: (0..256)
            .map(|n| Global {
                name: name("(GV)", n),
                value: u32::from(n),
                ..Global::default()
            })
            .collect(),
        ships: ships
            .map(|n| Ship {
                object_id: u32::from(n),
                name: name("Ship ", n),
                flight_group: (n % 255) as u8,
                kind: n % 0xC0,
                position: place(n),
                runtime_position: place(n),
                ..Ship::default()
            })
            .collect(),
        flight_groups: (0..256)
            .map(|n| FlightGroup {
                object_id: 512 + n,
                name: name("(FG)", n),
                ship_count: 2,
                first_ship: u32::from(n) * 2,
                ..FlightGroup::default()
            })
            .collect(),
        triggers: (0..TRIGGERS)
            .map(|n| Trigger {
                condition: (n % 0x21) as u8,
                link: n * (ROUTINE_LEN / 2),
                ..Trigger::default()
            })
            .collect(),
        objects: (0..896)
            .map(|n| Object {
                kind: u8::from(n >= 512) + u8::from(n >= 768),
                // The first object has the triggers that are left once each has one.
                trigger_count: if n == 0 { 129 } else { 1 },
                first_trigger: if n == 0 { 0 } else { 128 + n },
                ..Object::default()
            })
            .collect(),
        parts: (0..256)
            .map(|n| Part {
                name: name("(F)", n),
                start: (TRIGGERS + n) * (ROUTINE_LEN / 2),
                extent: ROUTINE_LEN / 2,
                ..Part::default()
            })
            .collect(),
        squads: (0..128)
            .map(|n| Squad {
                object_id: 768 + n,
                first_member: n * 6,
                ..Squad::default()
            })
            .collect(),
        squad_members: (0..768)
            .map(|n| SquadMember {
                object_id: n,
                squad: n / 6,
                ..SquadMember::default()
            })
            .collect(),
        formations: (0..64)
            .map(|n| Formation {
                name: name("Formation ", n),
                first_point: n * 8,
                ..Formation::default()
            })
            .collect(),
        formation_points: (0..512)
            .map(|n| FormationPoint {
                formation: n / 8,
                position: place(n % 8),
                ..FormationPoint::default()
            })
            .collect(),
        curves: (0..256)
            .map(|n| Curve {
                start: Reference::new(Reference::SHIP, n),
                end: Reference::new(Reference::SHIP, n + 1),
                start_point: place(n),
                end_point: place(n + 1),
                ..Curve::default()
            })
            .collect(),
    };
    Contents {
        tables,
        pool: pool.finish(),
        script: (0..ROUTINES).flat_map(routine).collect(),
    }
}

/// An `if` with an `else`, each with a few statements.
fn routine(n: u16) -> Vec<u8> {
    let byte = |opcode, byte| Item::Code(Instruction::byte(opcode, byte));
    let op = |opcode| Item::Code(Instruction::plain(opcode));
    let to = |opcode, label| Item::Code(Instruction::branch(opcode, Label(label)));
    let index = (n % 256) as u8;
    let items = [
        byte(Opcode::PushGlobal, index),
        Item::Constant(u32::from(n)),
        op(Opcode::Greater),
        to(Opcode::BranchIfZeroAlt, 0),
        byte(Opcode::SelectGlobal, index),
        Item::Constant(1),
        op(Opcode::AddAssign),
        byte(Opcode::PushFlightGroup, index),
        byte(Opcode::PushByte, 1),
        byte(Opcode::Command, 0x2F),
        to(Opcode::Jump, 1),
        Item::Label(Label(0)),
        byte(Opcode::PushShip, index),
        byte(Opcode::PushByte, 105),
        byte(Opcode::PushByte, 0),
        byte(Opcode::PushShip, index.wrapping_add(1)),
        byte(Opcode::Command, 0x0B),
        Item::Label(Label(1)),
        byte(Opcode::PushByte, 1),
        op(Opcode::Return),
    ];
    let routine = assemble(&items, &[]).unwrap().bytes;
    assert_eq!(routine.len(), usize::from(ROUTINE_LEN));
    routine
}

/// The image of some contents.
pub(crate) fn image(contents: &Contents) -> Image {
    let Contents {
        tables: records,
        pool,
        script,
    } = contents;
    let mut image = ImageBuilder::new();
    image.set_section(SectionId::Strings, pool).unwrap();
    image.set_section(SectionId::Script, script).unwrap();
    let flags = vec![0; script.len()];
    image.set_section(SectionId::ScriptFlags, &flags).unwrap();
    let words = tables::command_flags();
    image.set_section(SectionId::CommandFlags, &words).unwrap();
    image.set_records(&records.globals).unwrap();
    image.set_records(&records.ships).unwrap();
    image.set_records(&records.flight_groups).unwrap();
    image.set_records(&records.triggers).unwrap();
    image.set_records(&records.objects).unwrap();
    image.set_records(&records.parts).unwrap();
    image.set_records(&records.squads).unwrap();
    image.set_records(&records.squad_members).unwrap();
    image.set_records(&records.formations).unwrap();
    image.set_records(&records.formation_points).unwrap();
    image.set_records(&records.curves).unwrap();
    image.finish().unwrap()
}
