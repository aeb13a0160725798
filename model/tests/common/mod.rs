//! Random missions that an author could have made.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::collections::BTreeMap;

use formats::SectionId;
use model::{
    Body, CodeStyle, Curve, CurveMark, EditorInfo, Extra, FlightGroup, Formation, Global, Id,
    Member, MemberTarget, Meta, Mission, Operand, Point, PointPlace, RawBytes, RawSection, Real,
    Repeat, Rotation, Routine, Run, Ship, Squad, Subject, Trigger, Vec3,
};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// An id that is sure to be one.
pub(crate) fn id<R>(text: &str) -> Id<R> {
    Id::new(text).unwrap()
}

fn name() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        Just(None),
        "[ -~]{0,12}".prop_map(Some),
        // Any byte but NUL is text of the game's.
        "[\\x01-\\xff]{0,8}".prop_map(Some),
        select(vec!["(FG)Alpha", "(F)Start", "Sabre 1", "null", "42", ""])
            .prop_map(|it| Some(it.to_owned())),
    ]
}

fn real() -> impl Strategy<Value = f32> {
    prop_oneof![
        any::<f32>().prop_filter("a NaN's payload has no YAML", |it| !it.is_nan()),
        (-2e7f32..2e7).prop_map(f32::round),
        Just(-0.0),
        Just(0.0),
    ]
}

fn vec3() -> impl Strategy<Value = Vec3> {
    (real(), real(), real()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

/// Raw bytes over fields that nothing else writes, and that no default has.
fn raw(offset: u16) -> impl Strategy<Value = RawBytes> {
    option::weighted(0.2, 1u8..0x80)
        .prop_map(move |byte| RawBytes(byte.map(|byte| (offset, vec![byte])).into_iter().collect()))
}

fn editor() -> impl Strategy<Value = EditorInfo> {
    option::weighted(0.2, ("[a-z/ ]{1,8}", any::<bool>())).prop_map(|some| match some {
        Some((folder, hidden)) => EditorInfo {
            folder: Some(folder),
            hidden,
            ..EditorInfo::default()
        },
        None => EditorInfo::default(),
    })
}

fn meta(raw_offset: u16) -> impl Strategy<Value = Meta> {
    let extra = option::weighted(0.1, 0u32..100);
    (raw(raw_offset), editor(), extra).prop_map(|(raw, editor, extra)| Meta {
        raw,
        editor,
        extra: Extra(
            extra
                .map(|it| ("x-note".to_owned(), format!("[{it}, a]")))
                .into_iter()
                .collect(),
        ),
    })
}

/// How many records of each kind there are; their ids are a letter and a number.
#[derive(Debug, Clone, Copy)]
struct Counts {
    globals: usize,
    groups: usize,
    ships: usize,
    squads: usize,
    formations: usize,
    curves: usize,
    triggers: usize,
    routines: usize,
}

fn counts() -> impl Strategy<Value = Counts> {
    (
        0usize..4,
        0usize..4,
        1usize..7,
        0usize..4,
        0usize..3,
        0usize..4,
        0usize..6,
        1usize..5,
    )
        .prop_map(
            |(globals, groups, ships, squads, formations, curves, triggers, routines)| Counts {
                globals,
                groups,
                ships,
                squads,
                formations,
                curves,
                triggers,
                routines,
            },
        )
}

fn some_id<R: std::fmt::Debug + 'static>(
    letter: &'static str,
    count: usize,
) -> BoxedStrategy<Option<Id<R>>> {
    if count == 0 {
        return Just(None).boxed();
    }
    option::of((0..count).prop_map(move |n| id(&format!("{letter}{n}")))).boxed()
}

fn globals(count: usize) -> impl Strategy<Value = Vec<Global>> {
    vec((name(), any::<u32>(), meta(8)), count).prop_map(|all| {
        let each = |(n, (name, value, meta))| Global {
            id: id(&format!("v{n}")),
            name,
            value,
            meta,
        };
        all.into_iter().enumerate().map(each).collect()
    })
}

fn groups(count: usize) -> impl Strategy<Value = Vec<FlightGroup>> {
    vec((name(), option::of(0u8..3), meta(2)), count).prop_map(|all| {
        let each = |(n, (name, wing, meta))| FlightGroup {
            id: id(&format!("g{n}")),
            name,
            wing,
            object_id: None,
            meta,
        };
        all.into_iter().enumerate().map(each).collect()
    })
}

fn points() -> impl Strategy<Value = Vec<Point>> {
    vec((vec3(), raw(2)), 1..4).prop_map(|all| {
        let each = |(n, (at, raw))| Point {
            id: id(&format!("point_{}", n + 1)),
            at,
            raw,
        };
        all.into_iter().enumerate().map(each).collect()
    })
}

fn formations(count: usize) -> impl Strategy<Value = Vec<Formation>> {
    vec((name(), points(), meta(2)), count).prop_map(|all| {
        let each = |(n, (name, points, meta))| Formation {
            id: id(&format!("f{n}")),
            name,
            points,
            meta,
        };
        all.into_iter().enumerate().map(each).collect()
    })
}

fn ship(counts: Counts) -> impl Strategy<Value = Ship> {
    let kind = prop_oneof![
        0u16..0x100,
        select(vec![999u16, 0x3E3, 0x3E4, 0x3E5, 0x3E6])
    ];
    let rotation = (-360i16..=360, -360i16..=360, -360i16..=360)
        .prop_map(|(yaw, pitch, roll)| Rotation { yaw, pitch, roll });
    let place = some_id::<Formation>("f", counts.formations).prop_map(|formation| {
        formation.map(|formation| PointPlace {
            formation,
            point: id("point_1"),
        })
    });
    let mark = (some_id::<Curve>("c", counts.curves), 0f32..=1.0).prop_map(|(curve, at)| {
        curve.map(|curve| CurveMark {
            curve,
            at: Real(at),
        })
    });
    let identity = (
        name(),
        kind,
        some_id("g", counts.groups),
        option::of(0u8..0xC2),
    );
    let launch = (
        option::of(0u16..0x100),
        option::of(0u8..12),
        option::of(0u8..6),
    );
    (identity, vec3(), rotation, launch, place, mark, meta(0x16)).prop_map(
        |(identity, position, rotation, launch, formation_point, marks, meta)| {
            let (name, kind, flight_group, pilot) = identity;
            let (launch_from, launch_gate, loadout) = launch;
            Ship {
                id: id("later"),
                name,
                kind,
                flight_group,
                pilot,
                position,
                rotation,
                launch_from,
                launch_gate,
                loadout,
                formation_point,
                marks,
                object_id: None,
                meta,
            }
        },
    )
}

fn curves(counts: Counts) -> impl Strategy<Value = Vec<Curve>> {
    let ship = || some_id::<Ship>("s", counts.ships);
    vec((ship(), ship(), ship(), ship(), meta(0x40)), counts.curves).prop_map(|all| {
        let each = |(n, (start, end, leaving, arriving, meta))| Curve {
            id: id(&format!("c{n}")),
            start,
            end,
            leaving,
            arriving,
            meta,
        };
        all.into_iter().enumerate().map(each).collect()
    })
}

fn member(counts: Counts) -> impl Strategy<Value = Member> {
    let target = prop_oneof![
        some_id::<Ship>("s", counts.ships).prop_map(|it| it.map(MemberTarget::Ship)),
        some_id::<FlightGroup>("g", counts.groups).prop_map(|it| it.map(MemberTarget::FlightGroup)),
        some_id::<Squad>("q", counts.squads).prop_map(|it| it.map(MemberTarget::Squad)),
    ];
    (target, option::of(0u8..8), raw(9)).prop_map(|(target, component, raw)| Member {
        target: target.unwrap_or(MemberTarget::Object(890)),
        component,
        raw,
    })
}

fn squads(counts: Counts) -> impl Strategy<Value = Vec<Squad>> {
    vec((vec(member(counts), 0..4), meta(3)), counts.squads).prop_map(|all| {
        let each = |(n, (members, meta))| Squad {
            id: id(&format!("q{n}")),
            members,
            object_id: None,
            meta,
        };
        all.into_iter().enumerate().map(each).collect()
    })
}

/// A routine of statements that only name what is there.
fn body(counts: Counts) -> impl Strategy<Value = Body> {
    let mut lines = vec![
        "Wait(3)".to_owned(),
        "yield".to_owned(),
        "flag[40] = 7".to_owned(),
        "if flag[40] == 3:\n    Wait(1)\nelse:\n    Wait(2)".to_owned(),
        "either:\n    Wait(1)\nor:\n    Wait(2)".to_owned(),
        "SetObjective(0, 2)".to_owned(),
        "SetAI(s0, fight, true, null)".to_owned(),
        "PlayMusic(\"a.wav\", true)".to_owned(),
        "call r0".to_owned(),
        "# only a comment".to_owned(),
    ];
    lines.extend((0..counts.globals).map(|n| format!("v{n} += {n}")));
    lines.extend((0..counts.groups).map(|n| format!("CreateFlightGroup(g{n})")));
    lines.extend((0..counts.squads).map(|n| format!("SetHostile(q{n}, true)")));
    lines
        .extend((0..counts.curves).map(|n| format!("StartDirectorCam(c{n}, null, 5, null, null)")));
    let style = prop_oneof![Just(CodeStyle::Shipped), Just(CodeStyle::Rules)];
    (vec(select(lines), 0..6), style).prop_map(|(lines, style)| Body {
        text: lines.iter().map(|line| format!("{line}\n")).collect(),
        style,
        constants: Vec::new(),
    })
}

fn operand(counts: Counts) -> impl Strategy<Value = Operand> {
    prop_oneof![
        3 => Just(Operand::Unset),
        1 => Just(Operand::AnyPlayer),
        1 => some_id::<Ship>("s", counts.ships)
            .prop_map(|it| it.map_or(Operand::Unset, Operand::Ship)),
        1 => some_id::<FlightGroup>("g", counts.groups)
            .prop_map(|it| it.map_or(Operand::Unset, Operand::FlightGroup)),
        1 => some_id::<Squad>("q", counts.squads)
            .prop_map(|it| it.map_or(Operand::Unset, Operand::Squad)),
    ]
}

fn trigger(counts: Counts) -> impl Strategy<Value = Trigger> {
    let subject = prop_oneof![
        some_id::<Ship>("s", counts.ships).prop_map(|it| it.map(Subject::Ship)),
        some_id::<FlightGroup>("g", counts.groups).prop_map(|it| it.map(Subject::FlightGroup)),
        some_id::<Squad>("q", counts.squads).prop_map(|it| it.map(Subject::Squad)),
    ];
    let repeat = prop_oneof![
        Just(Repeat::Once),
        Just(Repeat::Always),
        (any::<u8>(), any::<u8>()).prop_map(|(left, refill)| Repeat::Counted { left, refill }),
        (3u8.., any::<u8>(), any::<u8>()).prop_map(|(mode, left, refill)| Repeat::Other {
            mode,
            left,
            refill
        }),
    ];
    let run = prop_oneof![
        body(counts).prop_map(Run::Body),
        Just(Run::Nothing),
        some_id::<Routine>("r", counts.routines)
            .prop_map(|it| it.map_or(Run::Nothing, Run::Routine)),
    ];
    let what = (option::of(0u8..8), 0u8..=0x20, operand(counts));
    (subject, what, repeat, 0u8..2, 0u8..3, run, meta(4)).prop_map(
        |(subject, (component, condition, first), repeat, armed, deferred, run, meta)| {
            // Only the values of the condition's event are records.
            let known = formats::catalogue::condition(condition).unwrap();
            let is_record = known
                .values
                .first()
                .is_some_and(|it| it.kinds.contains(formats::catalogue::Kinds::SHIP));
            let mut operands: [Operand; 5] = Default::default();
            operands[0] = if is_record { first } else { Operand::Unset };
            operands[4] = if condition == 6 {
                Operand::Unset
            } else {
                Operand::Number(77)
            };
            if condition == 6 {
                operands[1] = Operand::Number(20);
            }
            Trigger {
                id: id("later"),
                subject,
                component,
                condition,
                operands,
                repeat,
                armed,
                deferred,
                run,
                meta,
            }
        },
    )
}

fn routine(counts: Counts) -> impl Strategy<Value = Routine> {
    let body = option::weighted(0.9, body(counts));
    (name(), any::<bool>(), 0usize..3, body, meta(4)).prop_map(
        |(name, start, arguments, body, meta)| Routine {
            id: id("later"),
            name,
            start,
            part: true,
            arguments: (1..=arguments).map(|n| format!("arg{n}")).collect(),
            body,
            meta,
        },
    )
}

fn sections() -> impl Strategy<Value = BTreeMap<SectionId, RawSection>> {
    let id = select(vec![
        SectionId::OperandsB,
        SectionId::Unknown9,
        SectionId::Targets,
    ]);
    btree_map(id, 1usize..2, 0..2).prop_map(|some| {
        some.into_iter()
            .map(|(id, n)| {
                let bytes = (0..id.spec().stride * n).map(|i| i as u8 | 1).collect();
                (id, RawSection { bytes })
            })
            .collect()
    })
}

/// A mission whose every reference names something, and whose every routine compiles.
pub(crate) fn any_mission() -> impl Strategy<Value = Mission> {
    counts().prop_flat_map(|counts| {
        let placed = (
            globals(counts.globals),
            groups(counts.groups),
            vec(ship(counts), counts.ships),
            squads(counts),
            formations(counts.formations),
            curves(counts),
        );
        let script = (
            vec(trigger(counts), counts.triggers),
            vec(routine(counts), counts.routines),
        );
        let head = (
            option::of("\\PC{0,12}"),
            option::of(0u16..100),
            option::weighted(0.2, select(vec![1u8, 3, 7])),
            sections(),
        );
        (placed, script, head).prop_map(|(placed, (triggers, routines), head)| {
            let (globals, groups, ships, squads, formations, curves) = placed;
            let (name, number, flags, sections) = head;
            let mut mission = Mission {
                name,
                number,
                flags,
                sections,
                ..Mission::default()
            };
            mission.globals = globals.into_iter().collect();
            mission.flight_groups = groups.into_iter().collect();
            mission.squads = squads.into_iter().collect();
            mission.formations = formations.into_iter().collect();
            mission.curves = curves.into_iter().collect();
            let number_ship = |(n, ship): (usize, Ship)| Ship {
                id: id(&format!("s{n}")),
                ..ship
            };
            mission.ships = ships.into_iter().enumerate().map(number_ship).collect();
            let number = |(n, it): (usize, Trigger)| Trigger {
                id: id(&format!("t{n}")),
                ..it
            };
            mission.triggers = triggers.into_iter().enumerate().map(number).collect();
            let number = |(n, it): (usize, Routine)| Routine {
                id: id(&format!("r{n}")),
                ..it
            };
            mission.routines = routines.into_iter().enumerate().map(number).collect();
            // A call gives as many arguments as the routine takes.
            fit_calls(&mut mission);
            mission
        })
    })
}

fn fit_calls(mission: &mut Mission) {
    let count = mission
        .routines
        .get("r0")
        .map_or(0, |it| it.arguments.len());
    if count == 0 {
        return;
    }
    let arguments = vec!["5"; count].join(", ");
    let fit = |body: &Body| Body {
        text: body
            .text
            .replace("call r0\n", &format!("call r0({arguments})\n")),
        ..body.clone()
    };
    let triggers: Vec<Trigger> = mission
        .triggers
        .iter()
        .map(|trigger| match &trigger.run {
            Run::Body(body) => Trigger {
                run: Run::Body(fit(body)),
                ..trigger.clone()
            },
            _ => trigger.clone(),
        })
        .collect();
    mission.triggers = triggers.into_iter().collect();
    let routines: Vec<Routine> = mission
        .routines
        .iter()
        .map(|it| Routine {
            body: it.body.as_ref().map(fit),
            ..it.clone()
        })
        .collect();
    mission.routines = routines.into_iter().collect();
}

/// Some of a mission's ids.
pub(crate) fn some_of(ids: Vec<model::AnyId>) -> impl Strategy<Value = Vec<model::AnyId>> {
    let len = ids.len();
    subsequence(ids, 0..=len.min(4))
}
