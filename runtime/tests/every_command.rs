//! What each of the Executor's commands does to the world, to the timeline or to the camera
//! (script-vm 3.3); those with more to them have tests in `commands.rs` besides.

mod common;

use common::*;
use formats::records::Ship;
use formats::script::Item;
use runtime::{
    Ending, Flags, Input, ObjectState, ObjectView, Options, OrderTarget, Simulation, Speaker,
    StandInPilot, TraceEvent,
};

const WING: usize = 0;
const UNMADE: usize = 1;
const PLAYER: usize = 0;
const WINGMAN: usize = 1;
const NAV: usize = 2;
/// A ship of the flight group that nobody makes.
const LATE: usize = 3;

/// A mission whose ships of the first group are made, then some code; what it is told after a while.
fn after(code: Code, ticks: u32) -> Simulation {
    let mut mission = Mission::new(2);
    mission.group();
    mission.group();
    mission.ship_in(WING, 0, [0.0; 3]);
    mission.ships[PLAYER].pilot = 1;
    mission.ship_in(WING, 0x0B, [9000.0, 0.0, 0.0]);
    mission.ships[WINGMAN].pilot = 2;
    mission.ship_in(WING, Ship::KIND_NAV_POINT, [0.0, 0.0, 50_000.0]);
    mission.ship_in(UNMADE, 0x0B, [0.0, 9000.0, 0.0]);
    mission.ship_in(WING, Ship::KIND_CURVE_POINT, [0.0; 3]);
    mission.ship_in(WING, Ship::KIND_CURVE_POINT, [0.0, 0.0, 4000.0]);
    mission.ship_in(UNMADE, Ship::KIND_WAYPOINT, [0.0, 0.0, 30_000.0]);
    mission.squad(&[(Owner::Ship(WINGMAN), 0xFF)]);
    mission.curve(4, Some(5));
    assert_eq!(mission.part(routine(count(0))), 0);
    mission.trigger(Owner::Ship(WINGMAN), DESTROYED, routine(count(1)));
    mission.trigger(Owner::Ship(WINGMAN), DESTROYED, routine(count(1)));
    let mut all = call(0x03, [group(WING)]);
    all.extend(code);
    mission.start(routine(all));
    let mut simulation = mission.run_with(Options {
        pilot: StandInPilot::Hold,
        mission: 1,
        ..Options::default()
    });
    simulation.advance(ticks);
    assert_eq!(faults(&simulation), []);
    simulation
}

fn now(code: Code) -> Simulation {
    after(code, 0)
}

fn view(simulation: &Simulation, ship: usize) -> ObjectView {
    let snapshot = simulation.snapshot();
    snapshot.ship(u16::try_from(ship).unwrap()).unwrap().clone()
}

fn told<T>(simulation: &Simulation, pick: impl Fn(&TraceEvent) -> Option<T>) -> Vec<T> {
    let events = events(simulation, pick).into_iter();
    events.map(|(_, told)| told).collect()
}

/// Commands that only show, with how many arguments came along.
fn shown(simulation: &Simulation) -> Vec<(u8, usize)> {
    told(simulation, |event| match event {
        TraceEvent::Shown { command, arguments } => Some((*command, arguments.len())),
        _ => None,
    })
}

fn gaps(simulation: &Simulation) -> Vec<String> {
    let gaps = simulation.gaps().iter();
    gaps.map(|(name, _)| name.to_owned()).collect()
}

fn orders(simulation: &Simulation, ship: usize) -> Vec<(i16, OrderTarget)> {
    let orders = view(simulation, ship).orders.into_iter();
    orders.map(|order| (order.order, order.target)).collect()
}

fn at(ship: usize, component: Option<u16>) -> OrderTarget {
    OrderTarget::Ship {
        ship: u16::try_from(ship).unwrap(),
        component,
    }
}

#[test]
fn v200_v222_two_commands_do_nothing_at_all() {
    let plain = now(vec![]);
    for code in [
        call(0x00, [ship(PLAYER), num(1)]),
        call(0x16, [group(WING)]),
    ] {
        let simulation = now(code);
        assert_eq!(simulation.snapshot().objects, plain.snapshot().objects);
        assert_eq!(gaps(&simulation), gaps(&plain));
        assert_eq!(shown(&simulation), []);
    }
}

#[test]
fn v201_v202_timers_are_made_and_destroyed() {
    let make = call(0x01, [num(7), num(0), num(3), num(2)]);
    let timers = now(make.clone()).snapshot().timers;
    let [timer] = timers.as_slice() else {
        panic!("{timers:?}")
    };
    assert_eq!(
        (timer.id, timer.part, timer.period, timer.left),
        (7, 0, 3, 2)
    );
    let mut code = make.clone();
    code.extend(call(0x02, [num(8)]));
    assert_eq!(now(code).snapshot().timers.len(), 1);
    let mut code = make;
    code.extend(call(0x02, [num(0x5_0007)]));
    assert_eq!(now(code).snapshot().timers.len(), 0, "the low halfword");
}

#[test]
fn v203_a_group_is_made_and_none_makes_nothing() {
    let states = |code| {
        let simulation = now(code);
        [WINGMAN, NAV, LATE].map(|ship| view(&simulation, ship).state)
    };
    use ObjectState::{Made, Marker, StandIn};
    assert_eq!(states(vec![]), [Made, Marker, StandIn]);
    assert_eq!(states(call(0x03, [null()])), [Made, Marker, StandIn]);
    assert_eq!(states(call(0x03, [group(UNMADE)])), [Made, Marker, Made]);
}

#[test]
fn v207_v209_waits_last_as_long_as_the_line_and_its_film() {
    for (wait, start) in [(0x07, 0), (0x09, 0)] {
        let mut code = call(0x08, [text("FACE"), text("line"), num(0)]);
        if wait == 0x07 {
            code = call(0x06, [text("line")]);
        }
        code.extend(call(wait, []));
        code.extend(count(0));
        let mut simulation = after(code, start);
        let ended = |simulation: &Simulation| {
            !told(simulation, |event| match event {
                TraceEvent::LineEnded { name, .. } => Some(name.clone()),
                _ => None,
            })
            .is_empty()
        };
        while !ended(&simulation) {
            assert_eq!(global(&simulation, 0), 0, "{wait:#x}");
            assert!(simulation.now().0 < 6000);
            simulation.tick();
        }
        simulation.advance(2);
        assert_eq!(global(&simulation, 0), 1, "{wait:#x}");
    }
}

#[test]
fn v208_a_film_of_52_letters_is_none() {
    let film = |letters: usize| {
        let name = "F".repeat(letters);
        let simulation = after(call(0x08, [text(&name), text("line"), num(0)]), 100);
        told(&simulation, |event| match event {
            TraceEvent::FilmBegun { name } => Some(name.len()),
            _ => None,
        })
    };
    assert_eq!(film(51), [51]);
    assert_eq!(film(52), [0_usize; 0]);
}

#[test]
fn v210_a_debug_message_is_logged() {
    let simulation = now(call(0x0A, [text("here")]));
    let said = told(&simulation, |event| match event {
        TraceEvent::DebugMessage { text } => Some(text.clone()),
        _ => None,
    });
    assert_eq!(said, ["here"]);
}

#[test]
fn v211_v213_v218_v227_v238_v240_v275_orders_with_their_targets() {
    let rows: [(Code, i16, OrderTarget); 7] = [
        (
            call(0x0B, [squad(0), int(105), num(1), ship(PLAYER)]),
            105,
            at(PLAYER, None),
        ),
        (
            call(0x0D, [ship(WINGMAN), group(UNMADE)]),
            15,
            OrderTarget::Waypoint { waypoint: 0 },
        ),
        (
            call(0x12, [ship(WINGMAN), curve(0), num(9)]),
            17,
            OrderTarget::None,
        ),
        (
            call(0x1B, [ship(WINGMAN), curve(0), num(9), ship(PLAYER)]),
            17,
            OrderTarget::None,
        ),
        (
            call(0x26, [ship(WINGMAN), ship(PLAYER), num(3)]),
            109,
            at(PLAYER, Some(3)),
        ),
        (
            call(0x28, [ship(WINGMAN), ship(NAV), num(50)]),
            6,
            at(NAV, None),
        ),
        (
            call(0x4B, [ship(WINGMAN), curve(0), num(9), ship(PLAYER)]),
            119,
            OrderTarget::None,
        ),
    ];
    for (code, number, target) in rows {
        let simulation = now(code);
        let first = orders(&simulation, WINGMAN)[0];
        assert_eq!(first.0, number);
        // What a curve is told by is the order's own data.
        if target != OrderTarget::None {
            assert_eq!(first.1, target, "order {number}");
        }
    }
    // Toward a group without waypoints there is no way.
    let simulation = now(call(0x0D, [ship(WINGMAN), group(WING)]));
    assert_ne!(orders(&simulation, WINGMAN)[0].0, 15);
}

#[test]
fn v214_another_pilot_flies() {
    let simulation = now(call(0x0E, [ship(WINGMAN), num(40)]));
    assert_eq!(view(&simulation, WINGMAN).pilot, Some(40));
    assert_eq!(view(&now(vec![]), WINGMAN).pilot, Some(2));
}

#[test]
fn v215_v279_triggers_are_armed_and_disarmed() {
    let armed = |code: Code| {
        // Past the first yield, as the start arms them all (V178).
        let mut all = vec![command(0x2D)];
        all.extend(code);
        let triggers = now(all).snapshot().triggers;
        [triggers[0].armed, triggers[1].armed]
    };
    let condition = || num(u32::from(DESTROYED));
    assert_eq!(armed(vec![]), [true, true]);
    let off = call(0x0F, [ship(WINGMAN), condition(), num(0)]);
    assert_eq!(armed(off), [false, false]);
    let second = call(0x4F, [ship(WINGMAN), condition(), num(0), num(1)]);
    assert_eq!(armed(second), [true, false]);
    let third = call(0x4F, [ship(WINGMAN), condition(), num(0), num(2)]);
    assert_eq!(armed(third), [true, true]);
}

fn shot(command: usize) -> Code {
    call(command, [curve(0), null(), num(2), null(), null()])
}

#[test]
fn v216_v236_v282_the_directors_camera_starts_stacks_and_stops() {
    let camera = |code| now(code).snapshot().camera;
    assert_eq!(camera(shot(0x10)).view, 13);
    let mut stacked = shot(0x10);
    stacked.extend(shot(0x52));
    assert_eq!(camera(stacked.clone()).shots_waiting, 1);
    stacked.extend(call(0x24, []));
    assert_eq!(camera(stacked).view, 0);
}

#[test]
fn v217_v261_v272_tracks_of_models_are_shown_and_counted() {
    for (number, name) in [
        (0x11, "command StartShipAnimation"),
        (0x3D, "command StartShipAnimationReverse"),
        (0x48, "command StopShipAnimation"),
    ] {
        let simulation = now(call(number, [ship(WINGMAN), text("DOORS")]));
        assert_eq!(shown(&simulation), [(number as u8, 2)]);
        assert!(gaps(&simulation).contains(&name.to_owned()), "{name}");
    }
}

#[test]
fn v223_an_interrupted_thread_goes_on_when_its_trigger_fires_again() {
    let mut mission = Mission::new(1);
    mission.ship(0, [0.0; 3]);
    let mut code = call(0x17, []);
    code.extend(count(0));
    mission.trigger(Owner::Ship(0), JUMPED_IN, routine(code));
    let mut simulation = mission.run();
    for want in [0, 1] {
        simulation.input(raise(0, JUMPED_IN, &[]));
        simulation.advance(5);
        assert_eq!(global(&simulation, 0), want);
    }
}

#[test]
fn v225_v241_v242_lines_of_ships_and_pilots() {
    let speaker = |number, from| {
        let simulation = after(call(number, [from, num(0), text("line")]), 95);
        told(&simulation, |event| match event {
            TraceEvent::LineBegun { speaker, name, .. } if name == "line" => Some(*speaker),
            _ => None,
        })
    };
    for number in [0x19, 0x2A] {
        assert_eq!(speaker(number, num(40)), [Speaker::Pilot(40)]);
    }
    let wingman = Speaker::Ship { ship: 1, pilot: 2 };
    assert_eq!(speaker(0x29, ship(WINGMAN)), [wingman]);
    assert_eq!(speaker(0x29, ship(LATE)), [], "it is not there");
}

#[test]
fn flags_of_objects_are_set_and_cleared() {
    // v228, v243, v247, v251, v252, v253, v259, v273 and v292.
    for (number, flag) in FLAGS {
        let on = now(call(number, [ship(WINGMAN), num(1)]));
        assert!(view(&on, WINGMAN).flags.any(flag), "{number:#x}");
        assert!(!view(&on, PLAYER).flags.any(flag), "{number:#x}");
        let mut code = call(number, [ship(WINGMAN), num(1)]);
        code.extend(call(number, [ship(WINGMAN), num(0)]));
        assert!(!view(&now(code), WINGMAN).flags.any(flag), "{number:#x}");
    }
}

const FLAGS: [(usize, Flags); 9] = [
    (0x1C, Flags::DISABLED),
    (0x2B, Flags::LIGHTS_DISABLED),
    (0x2F, Flags::GUNS_DISABLED),
    (0x33, Flags::MISSILES_DISABLED),
    (0x34, Flags::ENGINES_DISABLED),
    (0x35, Flags::EJECT_DISABLED),
    (0x3B, Flags::DO_NOT_DISTURB),
    (0x49, Flags::NO_AVOIDANCE),
    (0x5C, Flags::LISTING_DISABLED),
];

#[test]
fn v228_v243_v247_v251_v252_v253_v259_v273_v292_flags_by_their_numbers() {
    // The bits that the rules and engine-facts 5 give.
    let bits = [
        0x400,
        0x2000,
        0x8000,
        0x1_0000,
        0x2_0000,
        0x4_0000,
        0x8_0000,
        0x10_0000,
        0x2000_0000,
    ];
    for ((number, flag), bit) in FLAGS.into_iter().zip(bits) {
        let code = call(number, [ship(WINGMAN), num(1)]);
        let flags = view(&now(code), WINGMAN).flags;
        assert_eq!(flag, Flags(bit), "{number:#x}");
        assert!(flags.any(Flags(bit)), "{number:#x}");
    }
    // One ship, no walk (V292); a stand-in takes none (V273).
    let squad = now(call(0x5C, [squad(0), num(1)]));
    assert!(!view(&squad, WINGMAN).flags.any(Flags::LISTING_DISABLED));
    let late = now(call(0x49, [ship(LATE), num(1)]));
    assert!(!view(&late, LATE).flags.any(Flags::NO_AVOIDANCE));
}

#[test]
fn v231_v232_cameras_of_ships() {
    let camera = |code| now(code).snapshot().camera;
    let chase = camera(call(0x20, [ship(WINGMAN)]));
    assert_eq!((chase.ship, chase.locked), (Some(1), true));
    assert_ne!(chase.view, 0);
    let mut code = call(0x20, [ship(WINGMAN)]);
    code.extend(call(0x20, [null()]));
    // Each yields, so the second runs in the first pass.
    let cockpit = camera(code);
    assert_eq!(
        (cockpit.view, cockpit.ship, cockpit.locked),
        (0, Some(0), false)
    );
    let simulation = now(call(0x1F, [ship(WINGMAN)]));
    assert!(simulation.snapshot().camera.locked);
    assert!(gaps(&simulation).contains(&"command StartMissileCam".to_owned()));
}

#[test]
fn v233_v257_targets_are_shown() {
    let simulation = now(call(0x21, [ship(PLAYER), ship(WINGMAN)]));
    assert_eq!(shown(&simulation), [(0x21, 2)]);
    assert_eq!(
        shown(&now(call(0x21, [ship(WINGMAN), ship(PLAYER)]))),
        [],
        "the player's alone"
    );
    assert_eq!(shown(&now(call(0x21, [ship(PLAYER), null()]))), []);
    assert_eq!(shown(&now(call(0x39, [ship(WINGMAN)]))), [(0x39, 1)]);
}

#[test]
fn v234_a_ship_that_may_not_be_aimed_at() {
    let targetable = |code| view(&now(code), WINGMAN).flags.any(Flags::TARGETABLE);
    assert!(targetable(vec![]));
    assert!(!targetable(call(0x22, [ship(WINGMAN), num(0)])));
    let mut code = call(0x22, [ship(WINGMAN), num(0)]);
    code.extend(call(0x22, [ship(WINGMAN), num(1)]));
    assert!(targetable(code));
}

#[test]
fn v239_v244_v246_v256_v260_v263_v270_v271_v283_what_only_shows() {
    let rows: [(usize, Vec<Item>); 9] = [
        (0x27, vec![num(1)]),
        (0x2C, vec![num(3), num(1)]),
        (0x2E, vec![num(1)]),
        (0x38, vec![]),
        (0x3C, vec![num(2)]),
        (0x3F, vec![]),
        (0x46, vec![ship(WINGMAN), num(5000)]),
        (0x47, vec![]),
        (0x53, vec![ship(WINGMAN)]),
    ];
    for (number, arguments) in rows {
        let count = arguments.len();
        let simulation = now(call(number, arguments));
        assert_eq!(shown(&simulation), [(number as u8, count)]);
    }
}

#[test]
fn v237_v255_v274_v278_v284_v285_v287_v289_commands_that_are_counted() {
    let rows: [(usize, Vec<Item>, &str); 9] = [
        (0x25, vec![ship(PLAYER), num(0)], "command SetActionCentre"),
        (0x37, vec![], "command ResetToSpawnPositions"),
        (0x4A, vec![ship(PLAYER), num(1)], "command MatchSpeed"),
        (
            0x4E,
            vec![component(1, 2), ship(PLAYER)],
            "command TurretSetTarget",
        ),
        (
            0x54,
            vec![component(1, 2), ship(PLAYER)],
            "command ReplaceSubObject",
        ),
        (0x55, vec![ship(PLAYER), num(5)], "command Fire"),
        (0x57, vec![], "command FriendlyFire"),
        (0x59, vec![ship(PLAYER)], "missile racks"),
        (0x33, vec![ship(PLAYER), num(1)], "command DisableMissiles"),
    ];
    for (number, arguments, name) in rows {
        let simulation = now(call(number, arguments));
        assert!(gaps(&simulation).contains(&name.to_owned()), "{name}");
    }
}

#[test]
fn v245_v286_a_game_of_one_waits_for_nobody() {
    let mut code = vec![command(0x2D)];
    code.extend(count(0));
    code.extend(call(0x56, [num(3)]));
    code.extend(count(0));
    let simulation = now(code);
    assert_eq!(global(&simulation, 0), 2, "one pass later");
}

#[test]
fn v248_v249_v271_points_to_make_for() {
    let mut code = call(0x30, [squad(0), ship(NAV)]);
    code.extend(call(0x31, [ship(WINGMAN), ship(PLAYER)]));
    code.extend(call(0x30, [ship(PLAYER), ship(NAV)]));
    let simulation = now(code.clone());
    let wingman = view(&simulation, WINGMAN);
    assert_eq!(
        (wingman.nav_point, wingman.escort_point),
        (Some(2), Some(0))
    );
    assert_eq!(view(&simulation, PLAYER).nav_point, Some(2));
    code.extend(call(0x31, [ship(WINGMAN), null()]));
    code.extend(call(0x47, []));
    let simulation = now(code);
    assert_eq!(view(&simulation, WINGMAN).escort_point, None);
    assert_eq!(view(&simulation, PLAYER).nav_point, None);
}

#[test]
fn v264_v265_v291_instruments_and_icons() {
    let mut code = call(0x40, [num(10)]);
    code.extend(call(0x41, [num(10)]));
    code.extend(call(0x5B, [num(4), num(2)]));
    let simulation = now(code);
    let instruments = told(&simulation, |event| match event {
        TraceEvent::Instrument { instrument, open } => Some((*instrument, *open)),
        _ => None,
    });
    assert_eq!(instruments, [(10, true), (10, false)]);
    let icons = told(&simulation, |event| match event {
        TraceEvent::HudIcon { icon, mode } => Some((*icon, *mode)),
        _ => None,
    });
    assert_eq!(icons, [(4, 2)]);
}

#[test]
fn v290_a_destroyed_ship_is_taken_for_whole_again() {
    let mut mission = Mission::new(0);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship_in(wing, 0x0B, [9000.0; 3]);
    let mend = mission.part(routine(call(0x5A, [ship(1)])));
    mission.start(routine(call(0x03, [group(wing)])));
    let mut simulation = mission.run();
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    simulation.tick();
    assert!(view(&simulation, 1).destroyed);
    simulation.input(Input::RunPart { part: mend as u16 });
    simulation.tick();
    assert!(!view(&simulation, 1).destroyed);
}

#[test]
fn v268_the_odds_of_a_pod() {
    let ending = |odds: [u32; 3]| {
        let mut simulation = now(call(0x44, odds.map(num)));
        simulation.input(Input::GiveOrder {
            ship: 0,
            order: 30,
            target: OrderTarget::None,
        });
        simulation.advance(20_000);
        simulation.ending()
    };
    assert_eq!(ending([100, 0, 0]), Some(Ending::Rescued));
    assert_eq!(ending([0, 100, 0]), Some(Ending::Captured));
    assert_eq!(ending([0, 0, 100]), Some(Ending::PodDestroyed));
    // Signed, and none below 0.
    assert_eq!(ending([u32::MAX, 0, 5]), Some(Ending::PodDestroyed));
}

#[test]
fn v289_armor_is_as_made() {
    let code = call(0x59, [ship(WINGMAN)]);
    let mut mission = Mission::new(0);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship_in(wing, 0x0B, [9000.0; 3]);
    let mend = mission.part(routine(code));
    mission.start(routine(call(0x03, [group(wing)])));
    let mut simulation = mission.run();
    let mut hits = 0;
    while view(&simulation, 1).damage < 10 {
        simulation.input(Input::Damage {
            ship: 1,
            component: None,
            amount: 5.0,
            attacker: None,
        });
        simulation.tick();
        hits += 1;
        assert!(hits < 5000, "{:?}", view(&simulation, 1));
    }
    simulation.input(Input::RunPart { part: mend as u16 });
    simulation.tick();
    assert_eq!(view(&simulation, 1).damage, 0);
    assert!(gaps(&simulation).contains(&"missile racks".to_owned()));
}

#[test]
fn v253_the_player_cannot_eject() {
    let code = call(0x35, [ship(PLAYER), num(1)]);
    assert!(view(&now(code), PLAYER).flags.any(Flags::EJECT_DISABLED));
}
