//! Small missions, and checks that speak in bytes.

use formats::script::{Assembled, assemble, disassemble};
use model::diagnostic::{Diagnostic, Severity};
use model::routine::{Lifted, Lowered, Scope, lift, lower};
use model::{
    AnyId, Body, CodeStyle, Collection, Curve, CurveId, FlightGroup, FlightGroupId, Global,
    GlobalId, Mission, ObjectIds, Routine, RoutineId, Run, Ship, ShipId, Squad, SquadId, Subject,
    Trigger, TriggerId,
};

/// A mission, the object IDs of its records, and whose text is looked at.
pub(crate) struct Fixture {
    pub(crate) mission: Mission,
    pub(crate) object_ids: ObjectIds,
    pub(crate) owner: Option<AnyId>,
}

impl Fixture {
    pub(crate) fn new(mission: Mission) -> Self {
        let object_ids = ObjectIds::new(&mission);
        Self {
            mission,
            object_ids,
            owner: Some(record(Collection::Routines, "approach")),
        }
    }

    pub(crate) fn of(mut self, collection: Collection, id: &str) -> Self {
        self.owner = Some(record(collection, id));
        self
    }

    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope {
            mission: &self.mission,
            owner: self.owner.clone(),
            object_ids: &self.object_ids,
        }
    }

    pub(crate) fn lower(&self, text: &str, style: CodeStyle) -> Lowered {
        lower(
            &Body {
                text: text.to_owned(),
                style,
                constants: Vec::new(),
            },
            &self.scope(),
        )
    }

    /// The bytes of a text without errors.
    pub(crate) fn assemble(&self, text: &str, style: CodeStyle) -> Assembled {
        let body = Body {
            text: text.to_owned(),
            style,
            constants: Vec::new(),
        };
        self.assemble_body(&body)
    }

    pub(crate) fn assemble_body(&self, body: &Body) -> Assembled {
        let lowered = lower(body, &self.scope());
        assert_eq!(lowered.items.len(), lowered.spans.len());
        let errors: Vec<_> = errors(&lowered.diagnostics).collect();
        assert!(errors.is_empty(), "{}\n{errors:#?}", body.text);
        assemble(&lowered.items, &body.constants).unwrap()
    }

    /// A routine's bytes as text.
    pub(crate) fn lift(&self, bytes: &[u8]) -> Lifted {
        lift(&disassemble(bytes, 0, bytes.len()), bytes, &self.scope())
    }
}

pub(crate) fn errors(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
}

pub(crate) fn record(collection: Collection, id: &str) -> AnyId {
    AnyId {
        collection,
        id: id.into(),
    }
}

/// Bytes from text; `END` is how a routine ends that returns nothing of its own.
pub(crate) fn hex(text: &str) -> Vec<u8> {
    text.replace("END", "32 01 43")
        .split_whitespace()
        .filter(|word| *word != "|")
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

pub(crate) fn shown(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| format!("{byte:02X}"))
        .collect::<Vec<_>>()
        .join(" ")
}

pub(crate) fn ship(id: &str, name: &str) -> Ship {
    Ship {
        name: Some(name.to_owned()),
        ..Ship::new(ShipId::new(id).unwrap())
    }
}

pub(crate) fn group(id: &str, name: &str) -> FlightGroup {
    FlightGroup {
        name: Some(name.to_owned()),
        ..FlightGroup::new(FlightGroupId::new(id).unwrap())
    }
}

pub(crate) fn routine(id: &str, name: &str, arguments: &[&str]) -> Routine {
    Routine {
        name: Some(name.to_owned()),
        arguments: arguments
            .iter()
            .map(|&argument| argument.to_owned())
            .collect(),
        ..Routine::new(RoutineId::new(id).unwrap())
    }
}

/// Ships 0 to 9, flight groups 0 to 4, squads 0 to 2, curves, globals, parts 0 to 4; object IDs run
/// through in this order. Several ids and names are of more than one record.
pub(crate) fn fixture() -> Fixture {
    let mut mission = Mission::default();
    for (id, name) in [
        ("lead", "Lead"),
        ("freighter", "Freighter"),
        ("wolf_1", "Wolf 1"),
        ("player", "Player_Ship"),
        ("reliant", "Reliant"),
        ("alpha", "Alpha ship"),
        ("if", "If"),
        ("a-b", "Hyphen"),
        ("odd-", "Odd"),
        ("both", "Both"),
    ] {
        mission.ships.push(ship(id, name));
    }
    for (id, name) in [
        ("escort", "Escort"),
        ("wolves", "Wolves"),
        ("alpha", "(FG)Alpha"),
        ("sabres", "(FG)Sabres"),
        ("both_group", "Both"),
    ] {
        mission.flight_groups.push(group(id, name));
    }
    for id in ["turrets", "escorts", "alpha"] {
        mission.squads.push(Squad::new(SquadId::new(id).unwrap()));
    }
    for id in ["flyby", "alpha"] {
        mission.curves.push(Curve::new(CurveId::new(id).unwrap()));
    }
    for id in ["convoykilled", "score", "fight", "player"] {
        mission
            .globals
            .push(Global::new(GlobalId::new(id).unwrap()));
    }
    mission.routines.push(routine("start", "(F)Start", &[]));
    let mut shared = routine("shared", "Shared", &[]);
    shared.part = false;
    mission.routines.push(shared);
    mission
        .routines
        .push(routine("approach", "(F)Approach", &["target", "speed"]));
    mission.routines.push(routine("go_home", "(F)Go home", &[]));
    mission.routines.push(routine("chatter", "Chatter", &[]));
    mission.routines.push(routine("else", "(F)Else", &["x"]));
    for (id, condition, run) in [
        ("hit", 0, Run::Body(Body::default())),
        ("lost", 1, Run::Body(Body::default())),
        (
            "launched",
            2,
            Run::Routine(RoutineId::new("shared").unwrap()),
        ),
    ] {
        let mut trigger = Trigger::new(TriggerId::new(id).unwrap());
        trigger.condition = condition;
        trigger.run = run;
        trigger.subject = Some(Subject::Ship(ShipId::new("lead").unwrap()));
        mission.triggers.push(trigger);
    }
    Fixture::new(mission)
}
