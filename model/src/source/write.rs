//! From a mission to what its source says.

use formats::yaml::{Scalar, Value};

use crate::ids::Id;
use crate::mission::{Mission, Table};
use crate::record::{EditorInfo, Extra, Meta, RawBytes, Record};
use crate::trigger::{Operand, Repeat, Run, Subject};
use crate::{
    Body, CodeStyle, Curve, FlightGroup, Formation, Global, Member, MemberTarget, Routine, Ship,
    Squad, Trigger, Vec3,
};

use super::packed::pack;
use super::symbols;

/// A mapping in the making, key by key in writing order. What is left out takes its default.
#[derive(Default)]
struct Entries(Vec<(String, Value)>);

impl Entries {
    fn put(&mut self, key: &str, value: Value) {
        self.0.push((key.to_owned(), value));
    }

    fn put_some(&mut self, key: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// A display name, left out where it is the id's text.
    fn put_name<R>(&mut self, id: &Id<R>, name: Option<&String>) {
        match name {
            Some(name) if name == id.as_str() => {}
            Some(name) => self.put("name", Value::text(name)),
            None => self.put("name", Value::null()),
        }
    }

    fn put_meta(&mut self, meta: &Meta) {
        self.put_some("raw", raw(&meta.raw));
        self.put_some("editor", editor(&meta.editor));
        self.put_extra(&meta.extra);
    }

    fn put_extra(&mut self, extra: &Extra) {
        for (key, value) in &extra.0 {
            self.put(key, Value::plain(value));
        }
    }

    fn map(self) -> Value {
        Value::Map(self.0)
    }

    fn map_unless_empty(self) -> Option<Value> {
        (!self.0.is_empty()).then_some(Value::Map(self.0))
    }
}

/// The whole source.
pub(super) fn value(mission: &Mission, residue: bool) -> Value {
    let mut out = Entries::default();
    out.put("source", Value::plain("1"));
    let mut head = Entries::default();
    head.put_some("name", mission.name.as_ref().map(Value::text));
    head.put_some("number", mission.number.map(number));
    head.put_some("flags", mission.flags.map(number));
    out.put_some("mission", head.map_unless_empty());
    out.put_some("globals", records(&mission.globals, global));
    out.put_some(
        "flight_groups",
        records(&mission.flight_groups, flight_group),
    );
    out.put_some("ships", records(&mission.ships, ship));
    out.put_some("squads", records(&mission.squads, squad));
    out.put_some("formations", records(&mission.formations, formation));
    out.put_some("curves", records(&mission.curves, curve));
    out.put_some(
        "triggers",
        records(&mission.triggers, |it| trigger(mission, it)),
    );
    out.put_some("routines", records(&mission.routines, routine));
    if !mission.objects.is_empty() {
        let entries = mission.objects.iter().map(|(id, bytes)| {
            let mut entry = Entries::default();
            entry.put("id", number(*id));
            entry.put_some("raw", raw(bytes));
            entry.map()
        });
        out.put("objects", Value::Records(entries.collect()));
    }
    if let Some(flags) = &mission.command_flags {
        out.put(
            "command_flags",
            Value::List(flags.iter().map(|&word| number(word)).collect()),
        );
    }
    let mut sections = Entries::default();
    for (id, section) in &mission.sections {
        sections.put(id.name(), Value::block(pack(&section.bytes)));
    }
    out.put_some("sections", sections.map_unless_empty());
    if let Some(kept) = mission.residue.as_ref().filter(|_| residue) {
        out.put("residue", Value::block(pack(&kept.image)));
    }
    out.put_some("editor", editor(&mission.editor));
    out.put_extra(&mission.extra);
    out.map()
}

fn records<R: Record>(table: &Table<R>, each: impl Fn(&R) -> Value) -> Option<Value> {
    (!table.is_empty()).then(|| Value::Records(table.iter().map(each).collect()))
}

fn number(value: impl Into<i64>) -> Value {
    Value::plain(value.into().to_string())
}

fn flag(value: bool) -> Value {
    Value::plain(if value { "true" } else { "false" })
}

fn id<R>(id: &Id<R>) -> Value {
    Value::text(id.as_str())
}

fn vec3(value: Vec3) -> Value {
    Value::List(value.to_array().map(Value::float).to_vec())
}

/// A byte that most records hold as true or false.
fn byte_flag(value: u8) -> Value {
    match value {
        0 => flag(false),
        1 => flag(true),
        other => number(other),
    }
}

fn raw(bytes: &RawBytes) -> Option<Value> {
    let mut entries = Entries::default();
    for (offset, run) in &bytes.0 {
        let hex: Vec<_> = run.iter().map(|byte| format!("{byte:02X}")).collect();
        // Quoted, since `00` alone would read as a number.
        entries.0.push((
            format!("0x{offset:02X}"),
            Value::plain(format!("\"{}\"", hex.join(" "))),
        ));
    }
    entries.map_unless_empty()
}

fn editor(info: &EditorInfo) -> Option<Value> {
    let mut entries = Entries::default();
    entries.put_some("folder", info.folder.as_ref().map(Value::text));
    entries.put_some("colour", info.colour.as_ref().map(Value::text));
    entries.put_some("note", info.note.as_ref().map(Value::text));
    entries.put_some("hidden", info.hidden.then(|| flag(true)));
    entries.put_some("locked", info.locked.then(|| flag(true)));
    entries.map_unless_empty()
}

fn global(global: &Global) -> Value {
    let mut out = Entries::default();
    out.put("id", id(&global.id));
    out.put_name(&global.id, global.name.as_ref());
    out.put_some("value", (global.value != 0).then(|| number(global.value)));
    out.put_meta(&global.meta);
    out.map()
}

fn flight_group(group: &FlightGroup) -> Value {
    let mut out = Entries::default();
    out.put("id", id(&group.id));
    out.put_name(&group.id, group.name.as_ref());
    out.put_some(
        "wing",
        group.wing.map(|wing| {
            if wing == 0 {
                Value::plain("player")
            } else {
                number(wing)
            }
        }),
    );
    out.put_some("object_id", group.object_id.map(number));
    out.put_meta(&group.meta);
    out.map()
}

fn ship(ship: &Ship) -> Value {
    let mut out = Entries::default();
    out.put("id", id(&ship.id));
    out.put_name(&ship.id, ship.name.as_ref());
    out.put("kind", symbols::kind(ship.kind));
    out.put_some("flight_group", ship.flight_group.as_ref().map(id));
    out.put_some("pilot", ship.pilot.map(symbols::pilot_value));
    out.put("position", vec3(ship.position));
    let mut rotation = Entries::default();
    let turns = ship.rotation;
    for (key, degrees) in [
        ("yaw", turns.yaw),
        ("pitch", turns.pitch),
        ("roll", turns.roll),
    ] {
        rotation.put_some(key, (degrees != 0).then(|| number(degrees)));
    }
    out.put_some("rotation", rotation.map_unless_empty());
    let mut launch = Entries::default();
    launch.put_some("from", ship.launch_from.map(symbols::kind));
    launch.put_some("gate", ship.launch_gate.map(number));
    out.put_some("launch", launch.map_unless_empty());
    out.put_some("loadout", ship.loadout.map(number));
    out.put_some(
        "formation_point",
        ship.formation_point.as_ref().map(|place| {
            let mut out = Entries::default();
            out.put("formation", id(&place.formation));
            out.put("point", id(&place.point));
            out.map()
        }),
    );
    out.put_some(
        "marks",
        ship.marks.as_ref().map(|mark| {
            let mut out = Entries::default();
            out.put("curve", id(&mark.curve));
            out.put("at", Value::float(mark.at.0));
            out.map()
        }),
    );
    out.put_some("object_id", ship.object_id.map(number));
    out.put_meta(&ship.meta);
    out.map()
}

fn member(member: &Member) -> Value {
    let mut out = Entries::default();
    match &member.target {
        MemberTarget::Ship(ship) => out.put("ship", id(ship)),
        MemberTarget::FlightGroup(group) => out.put("flight_group", id(group)),
        MemberTarget::Squad(squad) => out.put("squad", id(squad)),
        MemberTarget::Object(object) => out.put("object", number(*object)),
    }
    out.put_some("component", member.component.map(number));
    out.put_some("raw", raw(&member.raw));
    out.map()
}

fn squad(squad: &Squad) -> Value {
    let mut out = Entries::default();
    out.put("id", id(&squad.id));
    out.put_some(
        "members",
        (!squad.members.is_empty())
            .then(|| Value::List(squad.members.iter().map(member).collect())),
    );
    out.put_some("object_id", squad.object_id.map(number));
    out.put_meta(&squad.meta);
    out.map()
}

fn formation(formation: &Formation) -> Value {
    let mut out = Entries::default();
    out.put("id", id(&formation.id));
    out.put_name(&formation.id, formation.name.as_ref());
    let points = formation.points.iter().map(|point| {
        let mut out = Entries::default();
        out.put("id", id(&point.id));
        out.put("at", vec3(point.at));
        out.put_some("raw", raw(&point.raw));
        out.map()
    });
    out.put_some(
        "points",
        (!formation.points.is_empty()).then(|| Value::Records(points.collect())),
    );
    out.put_meta(&formation.meta);
    out.map()
}

fn curve(curve: &Curve) -> Value {
    let mut out = Entries::default();
    out.put("id", id(&curve.id));
    out.put_some("start", curve.start.as_ref().map(id));
    out.put_some("end", curve.end.as_ref().map(id));
    out.put_some("leaving", curve.leaving.as_ref().map(id));
    out.put_some("arriving", curve.arriving.as_ref().map(id));
    out.put_meta(&curve.meta);
    out.map()
}

fn subject(subject: &Subject) -> Value {
    let mut out = Entries::default();
    match subject {
        Subject::Ship(ship) => out.put("ship", id(ship)),
        Subject::FlightGroup(group) => out.put("flight_group", id(group)),
        Subject::Squad(squad) => out.put("squad", id(squad)),
        Subject::Object(object) => out.put("object", number(*object)),
    }
    out.map()
}

/// An operand; the id alone where only one record bears it, else with its kind before it.
fn operand(mission: &Mission, operand: &Operand) -> Option<Value> {
    let named = |prefix: &str, text: &str| {
        let bearers = [
            mission.ships.contains(text),
            mission.flight_groups.contains(text),
            mission.squads.contains(text),
            text == "any_player",
        ];
        let own = match prefix {
            "ship" => bearers == [true, false, false, false],
            "group" => bearers == [false, true, false, false],
            _ => bearers == [false, false, true, false],
        };
        Value::text(if own {
            text.to_owned()
        } else {
            format!("{prefix}:{text}")
        })
    };
    match operand {
        Operand::Unset => None,
        Operand::AnyPlayer => Some(Value::plain("any_player")),
        Operand::Ship(ship) => Some(named("ship", ship.as_str())),
        Operand::FlightGroup(group) => Some(named("group", group.as_str())),
        Operand::Squad(squad) => Some(named("squad", squad.as_str())),
        Operand::Number(value) => Some(number(*value)),
    }
}

fn repeat(repeat: Repeat) -> Option<Value> {
    let counted = |mode: Option<u8>, left: u8, refill: u8| {
        let mut out = Entries::default();
        out.put_some("mode", mode.map(number));
        out.put("count", number(left));
        out.put_some("refill", (refill != left).then(|| number(refill)));
        out.map()
    };
    match repeat {
        Repeat::Once => None,
        Repeat::Always => Some(Value::plain("always")),
        Repeat::Counted { left, refill } => Some(counted(None, left, refill)),
        Repeat::Other { mode, left, refill } => Some(counted(Some(mode), left, refill)),
    }
}

fn put_body(out: &mut Entries, body: &Body) {
    out.put_some(
        "style",
        (body.style == CodeStyle::Rules).then(|| Value::plain("rules")),
    );
    out.put_some(
        "constants",
        (!body.constants.is_empty())
            .then(|| Value::List(body.constants.iter().map(|&value| number(value)).collect())),
    );
    out.put("run", Value::Scalar(Scalar::Block(body.text.clone())));
}

fn trigger(mission: &Mission, trigger: &Trigger) -> Value {
    let mut out = Entries::default();
    out.put("id", id(&trigger.id));
    out.put_some("on", trigger.subject.as_ref().map(subject));
    out.put_some("component", trigger.component.map(number));
    out.put("when", symbols::condition_value(trigger.condition));
    let mut with = Entries::default();
    for (place, value) in trigger.operands.iter().enumerate() {
        with.put_some(
            &symbols::operand_key(trigger.condition, place),
            operand(mission, value),
        );
    }
    out.put_some("with", with.map_unless_empty());
    out.put_some("repeat", repeat(trigger.repeat));
    out.put_some(
        "armed",
        (trigger.armed != 1).then(|| byte_flag(trigger.armed)),
    );
    out.put_some(
        "deferred",
        (trigger.deferred != 0).then(|| byte_flag(trigger.deferred)),
    );
    match &trigger.run {
        Run::Nothing => {}
        Run::Link(link) => out.put("link", number(*link)),
        Run::Routine(routine) => out.put("routine", id(routine)),
        Run::Body(body) => put_body(&mut out, body),
    }
    out.put_meta(&trigger.meta);
    out.map()
}

fn routine(routine: &Routine) -> Value {
    let mut out = Entries::default();
    out.put("id", id(&routine.id));
    out.put_name(&routine.id, routine.name.as_ref());
    out.put_some("start", routine.start.then(|| flag(true)));
    out.put_some("part", (!routine.part).then(|| flag(false)));
    out.put_some(
        "arguments",
        (!routine.arguments.is_empty())
            .then(|| Value::List(routine.arguments.iter().map(Value::text).collect())),
    );
    match &routine.body {
        Some(body) => put_body(&mut out, body),
        None => out.put("run", Value::null()),
    }
    out.put_meta(&routine.meta);
    out.map()
}
