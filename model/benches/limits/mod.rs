//! A mission at the limit of every table (dte-format 1.3, 5): as many records of each kind as the
//! template has room for, a full string pool, a script that fills its room to the last byte.
//!
//! The records know one another as those of a real mission do: ships fly in groups and formations,
//! squads hold members and other squads, curves make a path, triggers run blocks of their own or
//! shared ones, routines call one another and name ships that only a wide push reaches. The undecoded
//! sections stay empty, as nobody authors them.

use formats::{Image, SectionId};
use model::compile::compile;
use model::{
    Body, CodeStyle, Curve, CurveMark, EditorInfo, FlightGroup, Formation, Global, Id, Member,
    MemberTarget, Mission, Operand, Point, PointPlace, Real, Repeat, Rotation, Routine, Run, Ship,
    Squad, Subject, Trigger, Vec3,
};

/// Globals.
const GLOBALS: usize = 256;
/// Ships, nav points, markers.
const SHIPS: usize = 512;
/// Flight groups.
const FLIGHT_GROUPS: usize = 256;
/// Triggers.
const TRIGGERS: usize = 1024;
/// Parts; a few routines that are no parts come besides.
const PARTS: usize = 256;
/// Squads.
const SQUADS: usize = 128;
/// Formations.
const FORMATIONS: usize = 64;
/// Points of all formations.
const POINTS: usize = 512;
/// Curves.
const CURVES: usize = 256;
/// Bytes of the string pool.
const POOL: usize = 65_535;
/// Bytes of the script.
const SCRIPT: usize = 65_532;
/// Ships of one flight group, and triggers of one subject.
const PER_OWNER: usize = 255;
/// Flight groups that ships can name.
const NAMEABLE_GROUPS: usize = 255;
/// Bytes of `Wait(1)` where the routine has the number 1 in its table already.
const WAIT: usize = 4;

const KIND_CARRIER: u16 = 0x0C;
const KIND_NAV_POINT: u16 = 999;
const KIND_POINT: u16 = 0x3E3;
const KIND_CURVE_POINT: u16 = 0x3E4;
const KIND_WAYPOINT: u16 = 0x3E5;

/// Ships by what they are: first those that fly, then markers of each kind, last the ends of curves.
const VESSELS: usize = 191;
const WAYPOINTS: usize = 32;
const POINT_MARKS: usize = 16;
const FIRST_CURVE_POINT: usize = SHIPS - CURVES - 1;

/// Lengths of names, NUL included, that fill the pool to its last byte: every name is one of two.
const NAMES: usize = PARTS + SHIPS + FLIGHT_GROUPS + GLOBALS + FORMATIONS;
const NAME_LEN: usize = POOL / NAMES;
const LONGER_NAMES: usize = POOL % NAMES;

/// A mission at every limit, which compiles.
pub(crate) fn mission() -> Mission {
    let script = image(&filled(0)).counted(SectionId::Script).len();
    filled((SCRIPT - script) / WAIT)
}

/// The image of a mission that compiles.
pub(crate) fn image(mission: &Mission) -> Image {
    let compiled = compile(mission);
    let told = compiled.diagnostics.iter().map(ToString::to_string);
    compiled
        .image
        .unwrap_or_else(|| panic!("no image: {:#?}", told.collect::<Vec<_>>()))
}

/// The mission whose last part ends with this many statements more.
fn filled(statements: usize) -> Mission {
    let mut names = Names::default();
    Mission {
        name: Some("The mission at every limit".to_owned()),
        number: Some(99),
        globals: (0..GLOBALS).map(|n| global(n, &mut names)).collect(),
        flight_groups: (0..FLIGHT_GROUPS)
            .map(|n| flight_group(n, &mut names))
            .collect(),
        ships: (0..SHIPS).map(|n| ship(n, &mut names)).collect(),
        squads: (0..SQUADS).map(squad).collect(),
        formations: (0..FORMATIONS).map(|n| formation(n, &mut names)).collect(),
        curves: (0..CURVES).map(curve).collect(),
        triggers: (0..TRIGGERS).map(trigger).collect(),
        routines: (0..PARTS)
            .map(|n| part(n, statements, &mut names))
            .chain((0..SHARED_BLOCKS).map(shared_block))
            .collect(),
        ..Mission::default()
    }
}

/// Hands out display names, all different, that together fill the pool.
#[derive(Default)]
struct Names {
    given: usize,
}

impl Names {
    fn next(&mut self, prefix: &str, n: usize) -> Option<String> {
        let longer = usize::from(self.given < LONGER_NAMES);
        self.given += 1;
        let width = NAME_LEN + longer - 1;
        Some(format!("{:.<width$}", format!("{prefix}{n} of the limits")))
    }
}

fn id<R>(stem: &str, n: usize) -> Id<R> {
    Id::new(&format!("{stem}_{n}")).expect("a stem and a number are an id")
}

/// Some spread of places, as far out as missions go, that survives being written as decimals.
fn place(n: usize) -> Vec3 {
    let at = |step: usize, range: usize| (n * step % range) as f32 * 250.0 - 1e7;
    Vec3::new(at(7919, 80_021), at(104_729, 9_973), at(1_299_709, 80_021))
}

fn global(n: usize, names: &mut Names) -> Global {
    Global {
        name: names.next("(GV)", n),
        value: (n as u32).wrapping_mul(0x9E37_79B9),
        ..Global::new(id("global", n))
    }
}

fn flight_group(n: usize, names: &mut Names) -> FlightGroup {
    FlightGroup {
        name: names.next("(FG)", n),
        // The second group is the player's wing; the first is too large for one.
        wing: (n == 1).then_some(0),
        ..FlightGroup::new(id("group", n))
    }
}

/// The first group holds as many ships as its count can tell; the others share the rest.
fn group_of(ship: usize) -> usize {
    match ship {
        // The player's ship leads the second group.
        0 => 1,
        n if n <= PER_OWNER => 0,
        n => 1 + n % (NAMEABLE_GROUPS - 1),
    }
}

fn kind_of(ship: usize) -> u16 {
    const FLYING: [u16; 6] = [0x00, 0x04, 0x27, KIND_CARRIER, 0x11, 0x4A];
    match ship {
        n if n >= FIRST_CURVE_POINT => KIND_CURVE_POINT,
        n if n >= FIRST_CURVE_POINT - POINT_MARKS => KIND_POINT,
        n if n >= VESSELS + WAYPOINTS => KIND_NAV_POINT,
        n if n >= VESSELS => KIND_WAYPOINT,
        n => FLYING[n % FLYING.len()],
    }
}

fn ship(n: usize, names: &mut Names) -> Ship {
    let kind = kind_of(n);
    let flies = n < VESSELS;
    let point_of = |n: usize| PointPlace {
        formation: id("formation", n % FORMATIONS),
        point: id("point", n / FORMATIONS),
    };
    let mut ship = Ship {
        name: names.next("Ship ", n),
        kind,
        flight_group: Some(id("group", group_of(n))),
        pilot: (flies && n > 0).then_some((n % 100) as u8),
        position: place(n),
        rotation: Rotation {
            yaw: (n * 37 % 360) as i16,
            pitch: (n * 11 % 90) as i16 - 45,
            roll: (n % 7) as i16,
        },
        launch_from: (flies && n.is_multiple_of(5)).then_some(KIND_CARRIER),
        launch_gate: (flies && n.is_multiple_of(5)).then_some((n % 4) as u8),
        loadout: flies.then_some((n % 4) as u8),
        formation_point: flies.then(|| point_of(n)),
        marks: (kind == KIND_POINT).then(|| CurveMark {
            curve: id("curve", n % CURVES),
            at: Real(0.5),
        }),
        ..Ship::new(id("ship", n))
    };
    ship.meta.editor = EditorInfo {
        folder: Some(format!("Sector {}/Wing {}", n / 64, n / 16)),
        note: n
            .is_multiple_of(8)
            .then(|| format!("Waits for trigger {n}, then flies on.")),
        ..EditorInfo::default()
    };
    ship
}

fn squad(n: usize) -> Squad {
    let first = n * 4;
    // Squads hold the next one, down to the last, so that the longest way through them is as long as
    // can be without a circle.
    let last = match n + 1 < SQUADS {
        true => MemberTarget::Squad(id("squad", n + 1)),
        false => MemberTarget::Ship(id("ship", n)),
    };
    let ships = (first..first + 4).map(|ship| MemberTarget::Ship(id("ship", ship)));
    let group = MemberTarget::FlightGroup(id("group", n));
    let mut members: Vec<Member> = ships.chain([group, last]).map(Member::whole).collect();
    members[0].component = Some((n % 8) as u8);
    Squad {
        members,
        ..Squad::new(id("squad", n))
    }
}

fn formation(n: usize, names: &mut Names) -> Formation {
    let points = (0..POINTS / FORMATIONS).map(|at| Point {
        at: Vec3::new(-3000.0 * at as f32, 0.0, -2000.0 * at as f32),
        ..Point::new(id("point", at))
    });
    Formation {
        name: names.next("Formation ", n),
        points: points.collect(),
        ..Formation::new(id("formation", n))
    }
}

/// One long path: each curve starts where the one before it ended. Its handles are curve points too.
fn curve(n: usize) -> Curve {
    let ship = |at: usize| Some(id("ship", FIRST_CURVE_POINT + at % (CURVES + 1)));
    Curve {
        start: ship(n),
        end: ship(n + 1),
        leaving: ship(n + 2),
        arriving: ship(n + CURVES),
        ..Curve::new(id("curve", n))
    }
}

/// Blocks that several triggers run.
const SHARED_BLOCKS: usize = 8;

/// Which of them a trigger runs; most triggers have a block of their own.
fn shared_of(trigger: usize) -> Option<usize> {
    (trigger % 16 == 2).then_some(trigger / 16 % SHARED_BLOCKS)
}

/// The player's ship has as many triggers as its count can tell, every other object one, until there
/// are no more triggers.
fn subject_of(trigger: usize) -> Subject {
    match (trigger + 1).saturating_sub(PER_OWNER) {
        n if n < SHIPS => Subject::Ship(id("ship", n)),
        n if n < SHIPS + FLIGHT_GROUPS => Subject::FlightGroup(id("group", n - SHIPS)),
        n => Subject::Squad(id("squad", n - SHIPS - FLIGHT_GROUPS)),
    }
}

fn trigger(n: usize) -> Trigger {
    const SHOT_AT: u8 = 0x00;
    const DESTROYED: u8 = 0x01;
    let subject = subject_of(n);
    let mut operands: [Operand; 5] = Default::default();
    operands[0] = match n % 4 {
        0 => Operand::AnyPlayer,
        1 => Operand::Ship(id("ship", n % SHIPS)),
        2 => Operand::FlightGroup(id("group", n % FLIGHT_GROUPS)),
        _ => Operand::Squad(id("squad", n % SQUADS)),
    };
    Trigger {
        component: (matches!(subject, Subject::Ship(_)) && n.is_multiple_of(8)).then_some(3),
        subject: Some(subject),
        condition: match shared_of(n) {
            Some(_) => SHOT_AT,
            None => DESTROYED,
        },
        operands,
        repeat: match n % 3 {
            0 => Repeat::Once,
            1 => Repeat::Always,
            _ => Repeat::Counted { left: 3, refill: 5 },
        },
        deferred: (n % 2) as u8,
        run: match shared_of(n) {
            Some(block) => Run::Routine(id("shared", block)),
            None => Run::Body(Body::new(trigger_text(n))),
        },
        ..Trigger::new(id("trigger", n))
    }
}

fn trigger_text(n: usize) -> String {
    let (global, ship, group) = (n % GLOBALS, n % SHIPS, n % FLIGHT_GROUPS);
    match n % 4 {
        0 => format!(
            "global_{global} += {n}\n\
             if global_{global} > {most} and event.Killer != ship_{ship}:\n    \
                 SetHostile(group_{group}, true)\n",
            most = n % 100,
        ),
        1 => format!("if event.Killer == ship_{ship}:\n    global_{global} = {n}\n"),
        _ => format!("global_{global} += {n}\n"),
    }
}

/// A block that several triggers run, and no part.
fn shared_block(n: usize) -> Routine {
    Routine {
        name: None,
        part: false,
        body: Some(Body::new(format!(
            "if event.Attacker == ship_0:\n    global_{n} += 1\n"
        ))),
        ..Routine::new(id("shared", n))
    }
}

fn part(n: usize, filler: usize, names: &mut Names) -> Routine {
    let arguments = match n {
        0 => Vec::new(),
        _ => vec!["who".to_owned(), "many".to_owned()],
    };
    let text = match n {
        0 => start_text(),
        _ => part_text(n, if n == PARTS - 1 { filler } else { 0 }),
    };
    Routine {
        name: names.next("(F)", n),
        start: n == 0,
        arguments,
        body: Some(Body {
            text,
            style: if n % 8 == 7 {
                CodeStyle::Rules
            } else {
                CodeStyle::Shipped
            },
            constants: Vec::new(),
        }),
        ..Routine::new(id("part", n))
    }
}

/// Makes every flight group, then runs the first of the other parts.
fn start_text() -> String {
    let groups = (0..FLIGHT_GROUPS).map(|n| format!("CreateFlightGroup(group_{n})\n"));
    groups
        .chain(["call part_1(ship_0, 1)\n".to_owned()])
        .collect()
}

fn part_text(n: usize, filler: usize) -> String {
    let next = n % (PARTS - 1) + 1;
    let mut text = format!(
        "# What happens once wave {n} is there.\n\
         if arg.many > {many} or arg.who == ship_{far}:\n    \
             SetAI(ship_{ship}, fight, true, ship_{target})\n    \
             global_{global} = (global_{global} + arg.many) * 2\n\
         else if ship_{ship} in squad_{squad}:\n    \
             call part_{next}(ship_{target}, global_{global})\n\
         else:\n    \
             Wait(1)\n\
         random:\n    \
             below 40:\n        \
                 PlaySpeech(\"wave{n}\")\n    \
             else:\n        \
                 StartDirectorCam(curve_{curve}, ship_{far}, 10, null, null)\n\
         flag[40] += 1\n",
        many = n % 50,
        far = SHIPS - 1 - n,
        ship = n % VESSELS,
        target = (n * 7 + 1) % SHIPS,
        global = n % GLOBALS,
        squad = n % SQUADS,
        curve = n % CURVES,
    );
    for _ in 0..filler {
        text.push_str("Wait(1)\n");
    }
    text
}
