//! A mission as large as any that the game plays: 120 ships in twelve groups, at each other's throats
//! for half an hour, with triggers, timers and radio.

use super::*;
use formats::records::Ship;

/// Ships of the mission.
pub(crate) const SHIPS: u16 = 120;
/// Ticks of half an hour.
pub(crate) const HALF_AN_HOUR: u32 = 180_000;
/// Groups, and ships of each.
const GROUPS: usize = 12;
const OF_GROUP: usize = 10;
/// The last two groups are capital ships; the group before them is hit by nobody.
const CAPITALS: usize = 10;
/// Ticks between two hits, which come from outside: nobody here shoots by himself.
const HIT_EVERY: u32 = 20;

/// The mission.
pub(crate) fn mission() -> Mission {
    let mut mission = Mission::new(40);
    for group in 0..GROUPS {
        assert_eq!(mission.group(), group);
        for n in 0..OF_GROUP {
            let kind = match (group >= CAPITALS, group % 2) {
                (false, 0) => 0x00,
                (false, _) => 0x27,
                (true, 0) => 0x11,
                (true, _) => 0x36,
            };
            let place = [
                group as f32 * 9000.0,
                (n % 3) as f32 * 4000.0,
                n as f32 * 7000.0,
            ];
            let ship = mission.ship_in(group, kind, place);
            mission.ships[ship].pilot = u8::try_from(ship).unwrap();
        }
    }
    assert_eq!(mission.ships.len(), usize::from(SHIPS));
    mission.ships[1].kind = Ship::KIND_NAV_POINT;
    mission.squad(&[(Owner::Group(1), 0xFF), (Owner::Group(3), 0xFF)]);
    triggers(&mut mission);
    start(&mut mission);
    mission
}

/// Each ship minds shots and its end; some look around; groups and a squad count their losses.
fn triggers(mission: &mut Mission) {
    for ship in 0..usize::from(SHIPS) {
        let owner = Owner::Ship(ship);
        mission.trigger(owner, SHOT_AT, routine(count(ship % 40)));
        mission.trigger(owner, DESTROYED, routine(count(ship % 40)));
        if ship % 20 == 0 {
            mission.trigger(owner, CLOSE, routine(count(39)));
        }
    }
    for group in 0..GROUPS {
        mission.trigger(Owner::Group(group), SHOT_AT, routine(count(group)));
    }
    mission.trigger(Owner::Squad(0), SHOT_AT, routine(count(38)));
}

fn start(mission: &mut Mission) {
    let mut code = Vec::new();
    for group in 0..GROUPS {
        code.extend(call(0x03, [super::group(group)]));
    }
    for group in 0..CAPITALS {
        let target = super::group(group ^ 1);
        code.extend(call(0x0B, [super::group(group), num(105), num(0), target]));
    }
    for group in CAPITALS..GROUPS {
        code.extend(call(0x0B, [super::group(group), num(1), num(0), null()]));
    }
    let shift = mission.ships.len();
    for (timer, period) in [2, 3, 5, 7, 11, 13, 30, 60].into_iter().enumerate() {
        let ship = 2 + timer * 10;
        let mut part = count(timer);
        part.extend(call(
            0x18,
            [super::ship(ship), num(0), text(&format!("line{timer}"))],
        ));
        part.extend(call(0x07, []));
        part.extend(call(0x0A, [text("so far so good")]));
        part.extend(call(0x05, [num(1)]));
        part.extend(call(
            0x0F,
            [super::ship(ship), num(u32::from(SHOT_AT)), num(1)],
        ));
        let part = mission.part(routine(part)) as u32;
        code.extend(call(
            0x01,
            [num(timer as u32), num(part), num(period), num(0)],
        ));
    }
    assert_eq!(shift, mission.ships.len());
    mission.start(routine(code));
}

/// What comes from outside before a tick, if anything: now one ship is hit, now another, hard enough
/// to be told and too lightly to be the end of it.
pub(crate) fn hit(tick: u32) -> Option<Input> {
    let turn = tick / HIT_EVERY;
    tick.is_multiple_of(HIT_EVERY).then(|| Input::Damage {
        ship: (turn * 7 % u32::from(SHIPS)) as u16,
        component: None,
        amount: 0.01,
        attacker: Some((turn * 11 % u32::from(SHIPS)) as u16),
    })
}

/// The options that it runs with, everything logged.
pub(crate) fn options() -> Options {
    Options {
        trace: TraceLevel::Everything,
        pilot: runtime::StandInPilot::Fight,
        ..Options::default()
    }
}
