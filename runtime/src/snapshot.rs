//! What others may see of a moment: plain data.

use formats::catalogue::Side;
use serde::{Deserialize, Serialize};

use crate::clock::Tick;
use crate::object::{Cloak, Flags, MARKER, Object};
use crate::radio::Speaker;
use crate::simulation::Simulation;
use crate::trace::{Ending, OrderTarget};
use crate::vm::thread::{Origin, Thread};

/// Steps of the motion in a second.
const STEPS_PER_SECOND: f64 = 25.0;

/// A moment of a mission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The moment.
    pub tick: Tick,
    /// The script clock, in whole seconds.
    pub clock: u32,
    /// How the mission ended, once it is over.
    pub ending: Option<Ending>,
    /// The objects, in slot order: every mission ship with a slot, made or not, then the engine's
    /// own.
    pub objects: Vec<ObjectView>,
    /// The camera.
    pub camera: CameraView,
    /// The threads in use, in slot order.
    pub threads: Vec<ThreadView>,
    /// Whether the thread of slot 0 has ended by a return (script-vm V14).
    pub first_finished: bool,
    /// The mission's globals, by index.
    pub globals: Vec<u32>,
    /// The game's 256 variables, by number.
    pub variables: Vec<u32>,
    /// The timers in use.
    pub timers: Vec<TimerView>,
    /// The triggers, by index.
    pub triggers: Vec<TriggerView>,
    /// Each objective's state: 0 hidden, 1 listed, 2 current.
    pub objectives: Vec<u16>,
    /// The line that is spoken.
    pub line: Option<LineView>,
    /// The ships of the three wings, the player's first.
    pub wings: [Vec<u16>; 3],
    /// What objects keep of their last events, by object ID; those that keep nothing are left out.
    pub kept: Vec<KeptView>,
}

/// Whose side an object is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum SideView {
    Friendly,
    Hostile,
    Neutral,
}

impl From<Side> for SideView {
    fn from(side: Side) -> Self {
        match side {
            Side::Friendly => Self::Friendly,
            Side::Hostile => Self::Hostile,
            Side::Neutral => Self::Neutral,
        }
    }
}

/// What fills a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObjectState {
    /// Nothing: the ship was not made yet, or is gone.
    StandIn,
    /// A marker.
    Marker,
    /// A ship.
    Made,
}

/// An object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ObjectView {
    /// Its slot.
    pub slot: u16,
    /// Its ship record; `None` for the engine's own objects. A record's slot is its index.
    pub ship: Option<u16>,
    /// The ship type that it was made as; of what was not made, the record's kind.
    pub kind: u16,
    /// What fills the slot.
    pub state: ObjectState,
    /// Where it is drawn, in world units: X right, Y down, Z forward.
    pub position: [f64; 3],
    /// How it is drawn turned: its right, down and forward axes.
    pub orientation: [[f64; 3]; 3],
    /// Distance of its farthest point from its middle, in world units.
    pub radius: f64,
    /// Its velocity, units a second.
    pub velocity: [f64; 3],
    /// Its throttle: 1 full, 2 on afterburner, below 0 astern.
    pub throttle: f64,
    /// Ticks of afterburner that it has fuel for.
    pub fuel: f64,
    /// Its side.
    pub side: SideView,
    /// Its flags.
    pub flags: Flags,
    /// Whether it is not drawn, as inside a tunnel.
    pub hidden: bool,
    /// Whether it is cloaked, or cloaking.
    pub cloaked: bool,
    /// Whether its record says that it is destroyed.
    pub destroyed: bool,
    /// The weakest quadrant's damage, in hundredths of its armor.
    pub damage: u16,
    /// Components that were destroyed or taken off.
    pub lost_components: Vec<u8>,
    /// Its pilot.
    pub pilot: Option<u8>,
    /// The ship that it makes for, by the script.
    pub nav_point: Option<u16>,
    /// The ship that it keeps to, by the script.
    pub escort_point: Option<u16>,
    /// Its orders, the current one first.
    pub orders: Vec<OrderView>,
}

impl ObjectView {
    /// Whether it is not processed.
    pub fn is_disabled(&self) -> bool {
        self.flags.any(Flags::DISABLED)
    }

    /// Whether it is coming apart.
    pub fn is_exploding(&self) -> bool {
        self.flags.any(Flags::EXPLODING)
    }

    /// Whether it is an enemy.
    pub fn is_hostile(&self) -> bool {
        self.side == SideView::Hostile
    }
}

/// An order of an object's stack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderView {
    /// Its number.
    pub order: i16,
    /// What it is aimed at.
    pub target: OrderTarget,
    /// The ship's place among those that one command gave the order.
    pub number: u16,
    /// The instruction that gave it, in bytes from the start of the script.
    pub script: Option<u32>,
}

/// The camera.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CameraView {
    /// The view, by engine-facts 20: 0 the cockpit, 13 the director.
    pub view: u8,
    /// The ship that it is of.
    pub ship: Option<u16>,
    /// Whether it refuses to be switched by the player.
    pub locked: bool,
    /// Where it is, in world units.
    pub position: [f64; 3],
    /// How it is turned: its right, down and forward axes.
    pub orientation: [[f64; 3]; 3],
    /// The director's shot.
    pub shot: Option<ShotView>,
    /// Shots that wait behind it.
    pub shots_waiting: u16,
}

/// The director's shot that runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShotView {
    /// The curve that the camera is on.
    pub curve: Option<u16>,
    /// The ship that the shot is taken from.
    pub ship: Option<u16>,
    /// How far along, 0 to 1.
    pub share: f64,
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadView {
    /// Its slot.
    pub slot: u8,
    /// What started it.
    pub origin: Option<Origin>,
    /// The next instruction, in bytes from the start of the script.
    pub script: u32,
    /// Calls that it is inside of.
    pub depth: u8,
    /// The clock value that it waits to pass; 0 for none.
    pub wake: u32,
    /// Whether it has interrupted itself until its trigger fires again.
    pub interrupted: bool,
    /// The parts that it is inside of, the innermost last.
    pub calls: Vec<CallView>,
    /// Its stack, call records included, the first pushed first.
    pub stack: Vec<u32>,
    /// Cell of the running part's first argument.
    pub frame: Option<u8>,
    /// Its five locals: the values of the event that started it.
    pub locals: [u32; 5],
    /// The last command's result or part's value.
    pub result: u32,
}

/// A call that a thread is inside of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallView {
    /// The part.
    pub part: u8,
    /// The instruction that called it, in bytes from the start of the script.
    pub script: u32,
}

/// A timer in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimerView {
    /// Its ID.
    pub id: u16,
    /// The part that it runs.
    pub part: i32,
    /// Seconds from one run to the next.
    pub period: u16,
    /// Runs left; 0 for ever.
    pub left: u16,
    /// Seconds to the next run.
    pub countdown: u16,
}

/// A trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriggerView {
    /// Whether it can fire.
    pub armed: bool,
    /// Firings left, for repeat mode 2.
    pub firings_left: u8,
}

/// The line that is spoken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineView {
    /// Who speaks it.
    pub speaker: Speaker,
    /// Its file, as the script names it.
    pub name: String,
    /// When it ends.
    pub ends: Tick,
}

/// What an object keeps of its last events, for scripts to ask for (script-vm V53, V128).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptView {
    /// The object's ID.
    pub object: u16,
    /// Five values of ShotAt, then five of Destroyed.
    pub values: [u32; 10],
}

impl Snapshot {
    pub(crate) fn of(simulation: &Simulation) -> Self {
        let world = &simulation.world;
        let vm = &simulation.vm;
        let last = usize::from(world.live).max(world.mission_ships().count());
        // No more than 400.
        let objects = (0..last as u16)
            .filter_map(|slot| Some(object_view(simulation, slot, world.object(slot)?)))
            .collect();
        let timers = vm.timers.iter().flatten().map(|timer| TimerView {
            id: timer.id,
            part: timer.part,
            period: timer.period,
            left: timer.left,
            countdown: timer.countdown,
        });
        let triggers = vm.triggers.iter().map(|state| TriggerView {
            armed: state.armed != 0,
            firings_left: state.firings_left,
        });
        Self {
            tick: simulation.now,
            clock: simulation.clock(),
            ending: simulation.over,
            objects,
            camera: camera_view(simulation),
            threads: (0..=u8::MAX)
                .zip(&vm.threads)
                .filter_map(|(slot, thread)| thread_view(simulation, slot, thread))
                .collect(),
            first_finished: vm.first_finished,
            globals: vm.memory.globals().to_vec(),
            variables: vm.memory.variables.values().to_vec(),
            timers: timers.collect(),
            triggers: triggers.collect(),
            objectives: simulation.objectives.to_vec(),
            line: simulation.radio.line().map(|(line, ends)| LineView {
                speaker: line.speaker,
                name: line.name.clone(),
                ends,
            }),
            wings: world.wings.clone(),
            kept: vm
                .memory
                .all_kept()
                .map(|(object, values)| KeptView { object, values })
                .collect(),
        }
    }

    /// The object of a ship record.
    pub fn ship(&self, ship: u16) -> Option<&ObjectView> {
        self.objects.iter().find(|object| object.ship == Some(ship))
    }
}

pub(crate) fn object_view(simulation: &Simulation, slot: u16, object: &Object) -> ObjectView {
    let record = simulation.mission.ship(slot);
    let drawn = simulation.drawn(slot);
    let state = if object.is_stand_in() {
        ObjectState::StandIn
    } else if object.kind == MARKER {
        ObjectState::Marker
    } else {
        ObjectState::Made
    };
    let kind = match (state, record) {
        (ObjectState::Made, _) | (_, None) => object.kind,
        (_, Some(record)) => record.kind,
    };
    let lost = object.components.iter();
    ObjectView {
        slot,
        ship: record.map(|_| slot),
        kind,
        state,
        position: drawn.position.to_array(),
        orientation: drawn.orientation.to_cols_array_2d(),
        radius: simulation.radius(slot),
        velocity: (object.velocity * STEPS_PER_SECOND).to_array(),
        throttle: object.throttle,
        fuel: object.fuel,
        side: object.side.into(),
        flags: object.flags,
        hidden: object.hidden,
        cloaked: object.cloak != Cloak::Off,
        destroyed: simulation.world.is_destroyed(slot),
        damage: simulation.damage_value(slot, None),
        lost_components: lost
            .filter(|(_, state)| state.destroyed)
            .map(|(component, _)| *component)
            .collect(),
        pilot: object.pilot,
        nav_point: object.nav_point,
        escort_point: object.escort_point,
        orders: object
            .orders
            .top_down()
            .map(|order| OrderView {
                order: order.number,
                target: order.target,
                number: order.count,
                script: order.script,
            })
            .collect(),
    }
}

fn camera_view(simulation: &Simulation) -> CameraView {
    let camera = &simulation.camera;
    let director = &simulation.director;
    let shot = director
        .running
        .filter(|_| camera.view == crate::director::VIEW);
    let waiting = director
        .shots
        .len()
        .saturating_sub(usize::from(shot.is_some()));
    CameraView {
        view: camera.view,
        ship: camera.ship,
        locked: camera.locked,
        position: camera.pose.position.to_array(),
        orientation: camera.pose.orientation.to_cols_array_2d(),
        shot: shot.map(|shot| ShotView {
            curve: shot.curve(),
            ship: shot.ship(),
            share: shot.share(),
        }),
        // A table of ten.
        shots_waiting: waiting as u16,
    }
}

fn thread_view(simulation: &Simulation, slot: u8, thread: &Thread) -> Option<ThreadView> {
    let mission = &simulation.mission;
    Some(ThreadView {
        slot,
        origin: thread.origin,
        script: mission.script_offset(thread.ip?),
        depth: thread.depth,
        wake: thread.wake,
        interrupted: thread.interrupted,
        calls: thread
            .calls
            .iter()
            .map(|call| CallView {
                part: call.part,
                script: mission.script_offset(call.from),
            })
            .collect(),
        stack: thread.stack.values().to_vec(),
        frame: u8::try_from(thread.frame).ok(),
        locals: thread.locals,
        result: thread.result,
    })
}
