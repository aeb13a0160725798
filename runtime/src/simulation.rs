//! A mission that runs: its state, and the order of a tick's work.

use std::sync::Arc;

use formats::Image;

use crate::bind::{Entity, Mission};
use crate::clock::{TICKS_PER_SECOND, TICKS_PER_STEP, Tick};
use crate::counts::Counts;
use crate::debug::probe::{Point, Probe};
use crate::debug::statements::Coverage;
use crate::director::Director;
use crate::gaps::Gaps;
use crate::hold::{self, Editor, StartWait};
use crate::input::{Input, InputValue, TimedInput};
use crate::options::Options;
use crate::orders::player::Player;
use crate::orders::stack::Given;
use crate::radio::Radio;
use crate::random::Random;
use crate::snapshot::Snapshot;
use crate::trace::{Ending, OrderTarget, RecordRef, Trace, TraceEntry, TraceEvent};
use crate::views::Camera;
use crate::vm::conditions::goes_to_groups;
use crate::vm::events::{Event, Values, WHOLE};
use crate::vm::machine::Machine;
use crate::vm::memory::Memory;
use crate::vm::thread::Origin;
use crate::vm::variables::{COUNTDOWN, LAST_SUCCESS, MISSION_OVER, MISSION_SUCCESS};
use crate::why::Inquiry;
use crate::world::World;

/// Human players at most.
const MOST_PLAYERS: u8 = 8;
/// Objectives that a mission has.
const OBJECTIVES: usize = 10;
/// Grade of a mission that does not become the last one's.
const TOTAL_FAILURE: u32 = u32::MAX;

/// A compiled mission that runs.
///
/// It advances only by [`Self::tick`], and hears of the world outside only by [`Self::input`] and
/// from an editor that is linked: the same image, options, inputs and edits give the same trace and
/// snapshots on every machine. A clone is a copy of everything, from which a mission goes on as it
/// would have.
#[derive(Debug, Clone)]
pub struct Simulation {
    pub(crate) mission: Arc<Mission>,
    pub(crate) options: Arc<Options>,
    pub(crate) now: Tick,
    pub(crate) random: Random,
    pub(crate) vm: Machine,
    pub(crate) world: World,
    pub(crate) director: Director,
    pub(crate) camera: Camera,
    pub(crate) radio: Radio,
    pub(crate) player: Player,
    /// State of each objective: 0 hidden, 1 listed, 2 current.
    pub(crate) objectives: [u16; OBJECTIVES],
    /// Odds of the player's pod: rescued, captured, killed.
    pub(crate) rescue_odds: [i32; 3],
    /// How the mission ends, and when.
    pub(crate) ending: Option<(Ending, Tick)>,
    pub(crate) over: Option<Ending>,
    trace: Trace,
    gaps: Gaps,
    counts: Counts,
    pub(crate) waiting_inputs: Vec<TimedInput>,
    inputs: Vec<TimedInput>,
    /// Whether the mission's start has begun.
    started: bool,
    /// Where it waits for an editor, if it does.
    start_wait: Option<StartWait>,
    /// The editor that is linked.
    pub(crate) editor: Option<Box<Editor>>,
    /// A flag for each byte of the script, for the editor.
    pub(crate) script_flags: Arc<[u8]>,
    /// Ticks in which the editor held the script.
    pub(crate) held_ticks: u32,
    pub(crate) game_paused: bool,
    pub(crate) probe: Option<Box<Probe>>,
    /// The trigger that is looked into, and what was found.
    pub(crate) inquiry: Option<Arc<Inquiry>>,
}

impl Simulation {
    /// Binds an image, starts its script and runs its start parts (script-vm 6).
    pub fn new(image: Arc<Image>, options: Options) -> Self {
        let mut simulation = Self::unstarted(image, options);
        simulation.tick();
        simulation
    }

    /// Binds an image. The first tick, numbered 0, runs its start.
    pub(crate) fn unstarted(image: Arc<Image>, options: Options) -> Self {
        let mission = Arc::new(Mission::bind(image));
        let mut options = options;
        options.players = options.players.clamp(1, MOST_PLAYERS);
        let mut variables = options.variables.clone();
        variables.begin_attempt(options.players);
        let memory = Memory::new(variables, &mission.tables.globals);
        Self {
            now: Tick(0),
            random: Random::new(options.seed),
            vm: Machine::new(&mission, memory, options.players, options.statements.len()),
            world: World::new(&mission),
            director: Director::default(),
            camera: Camera::new(),
            radio: Radio::default(),
            player: Player::new(options.pilot),
            objectives: [0; OBJECTIVES],
            rescue_odds: [100, 0, 0],
            ending: None,
            over: None,
            trace: Trace::default(),
            gaps: Gaps::default(),
            counts: Counts::default(),
            waiting_inputs: Vec::new(),
            inputs: Vec::new(),
            started: false,
            start_wait: None,
            editor: None,
            script_flags: hold::flags_of(&mission.image),
            held_ticks: 0,
            game_paused: false,
            probe: None,
            inquiry: None,
            mission,
            options: Arc::new(options),
        }
    }

    /// A mission run again from its start with the inputs of an earlier run, up to a moment.
    pub fn replay(image: Arc<Image>, options: Options, inputs: &[TimedInput], until: Tick) -> Self {
        let mut simulation = Self::unstarted(image, options);
        simulation.waiting_inputs = inputs.to_vec();
        simulation.tick();
        while simulation.now < until && !simulation.is_over() {
            simulation.tick();
        }
        simulation
    }

    /// Runs the mission on by a tick of 1/100 s. Once it is over, or while it is paused, time stands
    /// still.
    pub fn tick(&mut self) {
        if self.is_over() || self.game_paused {
            return;
        }
        self.vm.begin_tick();
        // What is to come within this tick needs its points counted.
        let next = self.next_tick();
        let counts = self.probe.is_none()
            && self
                .waiting_inputs
                .iter()
                .any(|timed| timed.tick == next && timed.step > 0);
        if counts {
            self.probe = Some(Box::default());
        }
        if self.is_starting() {
            self.start();
        } else if !self.tick_paused() {
            self.game_tick();
            self.apply_inputs(self.now);
            if !self.is_held() {
                self.frame();
            }
        }
        if counts {
            self.probe = None;
        }
        self.inquire_tick();
        self.trace.end_tick(self.now, self.clock());
    }

    /// The tick that runs next.
    pub(crate) fn next_tick(&self) -> Tick {
        if self.is_starting() {
            self.now
        } else {
            self.now.after(1)
        }
    }

    /// Whether the start has yet to run, or waits for an editor within it.
    pub(crate) fn is_starting(&self) -> bool {
        !self.started || self.start_wait.is_some()
    }

    fn start(&mut self) {
        self.start_wait = match self.start_wait {
            None => {
                self.started = true;
                self.start_mission()
            }
            Some(wait) => {
                self.apply_inputs(self.now);
                self.start_on(wait)
            }
        };
        let started = self.start_wait.is_none() && !self.is_held();
        if started && self.camera.view != crate::director::VIEW {
            self.run_camera();
        }
    }

    /// A copy without the log and the inputs so far, both of which a later moment of the run has too.
    pub(crate) fn stripped(&self) -> Self {
        let mut copy = self.clone();
        copy.trace.strip();
        copy.inputs = Vec::new();
        copy
    }

    /// Gives such a copy back what it had of both, from a later moment of the run.
    pub(crate) fn fill(&mut self, from: &Self, entries: usize, inputs: usize) {
        self.trace.fill(&from.trace, entries);
        self.inputs = from.inputs.iter().take(inputs).cloned().collect();
    }

    /// Runs the mission on by so many ticks, or until it is over.
    pub fn advance(&mut self, ticks: u32) {
        for _ in 0..ticks {
            if self.is_over() {
                break;
            }
            self.tick();
        }
    }

    /// The present moment.
    pub fn now(&self) -> Tick {
        self.now
    }

    /// Whether the mission is over.
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// How the mission ended, once it is over.
    pub fn ending(&self) -> Option<Ending> {
        self.over
    }

    /// Hands something in from outside, to be applied at the next tick.
    pub fn input(&mut self, input: Input) {
        self.input_at(TimedInput {
            tick: self.next_tick(),
            step: 0,
            input,
        });
    }

    /// Hands something in that is to be applied at a later moment; at the next tick, if the moment is
    /// past.
    pub fn input_at(&mut self, input: TimedInput) {
        self.waiting_inputs.push(input);
    }

    /// What has been handed in and not been applied yet.
    pub fn waiting_inputs(&self) -> &[TimedInput] {
        &self.waiting_inputs
    }

    /// Which statements ran so far, of [`Options::statements`].
    pub fn coverage(&self) -> &Coverage {
        &self.vm.covered
    }

    /// Every input so far, with the tick at which it was applied.
    pub fn inputs(&self) -> &[TimedInput] {
        &self.inputs
    }

    /// What has happened so far.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// How often things have happened so far, whatever room the log has.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What the mission asked for that the simulation does not do.
    pub fn gaps(&self) -> &Gaps {
        &self.gaps
    }

    /// The image that runs.
    pub fn image(&self) -> &Arc<Image> {
        &self.mission.image
    }

    /// The record that a dword of the script is the place of, such as a command's argument or an
    /// event's value; `None` for a number, a text or nothing.
    ///
    /// The script itself does not tell them apart: a number that happens to be the place of a
    /// record is taken for it.
    pub fn record_at(&self, place: u32) -> Option<RecordRef> {
        let mission = &self.mission;
        let curve = || mission.curve_index(place).map(RecordRef::Curve);
        let record = match mission.entity(place) {
            Some(Entity::Ship(ship)) => RecordRef::Ship(ship),
            Some(Entity::Group(group)) => RecordRef::FlightGroup(group),
            Some(Entity::Squad(squad)) => RecordRef::Squad(squad),
            None => curve()?,
        };
        // A place just past the last record of its kind counts as one for the game, but is none.
        let tables = &mission.tables;
        let (index, count) = match record {
            RecordRef::Ship(index) => (index, tables.ships.len()),
            RecordRef::FlightGroup(index) => (index, tables.flight_groups.len()),
            RecordRef::Squad(index) => (index, tables.squads.len()),
            RecordRef::Curve(index) => (index, tables.curves.len()),
        };
        (usize::from(index) < count).then_some(record)
    }

    /// The options that it was started with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Everything that others may see of this moment.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::of(self)
    }

    /// The game tick: the mission's time and, every fourth, a step of the motion (engine-facts 1).
    fn game_tick(&mut self) {
        self.now = self.now.after(1);
        if self.is_script_held() {
            self.held_ticks = self.held_ticks.saturating_add(1);
        } else if self.script_ticks().0.is_multiple_of(TICKS_PER_SECOND) {
            self.vm.tick_mark = true;
        }
        if self.now.0.is_multiple_of(TICKS_PER_SECOND) {
            let left = self.vm.memory.variables.get(COUNTDOWN);
            self.vm
                .memory
                .variables
                .set(COUNTDOWN, left.wrapping_sub(1));
        }
        if self.now.0.is_multiple_of(TICKS_PER_STEP) {
            self.step_world();
        }
    }

    /// The mission's frame, here one of a single tick (engine-facts 1, script-vm V9).
    fn frame(&mut self) {
        self.test_end();
        if self.is_over() || self.frame_held() {
            return;
        }
        if !self.is_landing_scene() {
            self.run_script();
            if self.is_held() || self.is_script_held() {
                return;
            }
        }
        self.run_orders();
        self.run_cloaks();
        self.end_explosions();
        self.run_camera();
        self.run_radio();
        if self
            .ending
            .is_some_and(|(ending, _)| ending == Ending::Terminated)
        {
            self.finish(Ending::Terminated);
        }
    }

    /// The script's share of a frame (V9).
    fn run_script(&mut self) {
        self.pilot_takes_jump();
        self.flush();
        if self.is_held() {
            return;
        }
        self.pass();
        if self.is_held() {
            return;
        }
        self.world.sync();
        // The timers of a second in which a thread stopped wait for its release.
        if self.vm.tick_mark && !self.is_script_held() {
            self.run_timers();
            self.vm.tick_mark = false;
            self.check_watches();
        }
    }

    /// Ends the mission where its time has come.
    pub(crate) fn test_end(&mut self) {
        if let Some((ending, at)) = self.ending
            && self.now >= at
        {
            self.finish(ending);
        } else if self.vm.memory.variables.get(MISSION_OVER) != 0 {
            self.finish(Ending::Over);
        }
    }

    fn finish(&mut self, ending: Ending) {
        if self.over.is_some() {
            return;
        }
        self.over = Some(ending);
        let variables = &mut self.vm.memory.variables;
        variables.set(MISSION_OVER, variables.get(MISSION_OVER).max(1));
        let grade = variables.get(MISSION_SUCCESS);
        if grade != TOTAL_FAILURE {
            variables.set(LAST_SUCCESS, grade);
        }
        self.log(TraceEvent::MissionOver { ending });
    }

    /// Ends the mission after so many ticks, unless another end has begun.
    pub(crate) fn end_mission_later(&mut self, ending: Ending, ticks: u32) {
        if self.ending.is_none() {
            self.ending = Some((ending, self.now.after(ticks)));
        }
    }

    /// Human players; their ships are the first records.
    pub(crate) fn players(&self) -> u16 {
        u16::from(self.options.players)
    }

    /// Sets a game variable as the engine does.
    pub(crate) fn set_variable(&mut self, variable: u8, value: u32) {
        self.vm.memory.variables.set(variable, value);
        self.log(TraceEvent::VariableWritten {
            variable,
            value,
            thread: None,
            script: None,
        });
        self.point(Point::Variable {
            variable,
            thread: None,
            script: None,
        });
    }

    /// Adds to the log what the options want to be logged.
    pub(crate) fn log(&mut self, event: TraceEvent) {
        self.inquire_log(&event);
        self.counts.note(&event);
        if self.editor.is_some() {
            self.note_for_editor(&event);
        }
        if event.level() <= self.options.trace {
            self.trace.push(TraceEntry {
                tick: self.now,
                clock: self.clock(),
                event,
            });
        }
    }

    /// Counts what the running command asked for and the simulation does not do.
    pub(crate) fn gap(&mut self, name: &str) {
        let script = self.script_now();
        self.gap_at(name, script);
    }

    /// The same for what an instruction asked for earlier.
    pub(crate) fn gap_at(&mut self, name: &str, script: Option<u32>) {
        if self.gaps.count(name, self.now, script) {
            self.log(TraceEvent::Gap {
                name: name.to_owned(),
                script,
            });
        }
    }

    /// Applies what comes from outside at the start of a tick.
    pub(crate) fn apply_inputs(&mut self, now: Tick) {
        // What came too late for its moment is due as well.
        let due =
            |timed: &mut TimedInput| timed.tick < now || (timed.tick == now && timed.step == 0);
        let due: Vec<TimedInput> = self.waiting_inputs.extract_if(.., due).collect();
        for timed in due {
            self.apply_timed(TimedInput {
                tick: now,
                step: 0,
                ..timed
            });
        }
    }

    /// Applies an input now, and records it.
    pub(crate) fn apply_timed(&mut self, timed: TimedInput) {
        let input = timed.input.clone();
        self.log(TraceEvent::Input {
            input: input.clone(),
        });
        self.inputs.push(timed);
        self.apply(input);
    }

    fn apply(&mut self, input: Input) {
        match input {
            Input::JumpDrive => self.press_jump_drive(),
            Input::RequestBackup => self.request_backup(),
            Input::RequestLanding => self.request_landing(),
            Input::PressKey { action } => {
                self.player.keys.insert(action);
            }
            Input::ReleaseKey { action } => {
                self.player.keys.remove(&action);
            }
            Input::SetPilot { pilot } => self.player.pilot = pilot,
            Input::RaiseEvent {
                object,
                condition,
                component,
                values,
            } => self.raise_by_hand(object, condition, component, &values),
            Input::Destroy { ship, attacker } => {
                self.note_attacker(ship, attacker);
                self.destroy_object(ship, true);
            }
            Input::DestroyComponent {
                ship,
                component,
                attacker,
            } => {
                self.note_attacker(ship, attacker);
                self.destroy_component(ship, component);
            }
            Input::Damage {
                ship,
                component: None,
                amount,
                attacker,
            } => self.hit(ship, amount, attacker),
            Input::Damage {
                ship,
                component: Some(component),
                amount,
                attacker,
            } => self.hit_component(ship, component, amount, attacker),
            Input::MoveShip { ship, position } => self.move_by_hand(ship, position),
            Input::GiveOrder {
                ship,
                order,
                target,
            } => {
                self.push_order(ship, Given::new(order, target));
            }
            Input::Dock { ship, target, port } => {
                let target = OrderTarget::Ship {
                    ship: target,
                    component: Some(port),
                };
                self.push_order(ship, Given::new(crate::orders::number::DOCK, target));
            }
            Input::SetGlobal { global, value } => {
                self.vm.memory.set_global(global, value);
                self.log(TraceEvent::GlobalWritten {
                    global,
                    value,
                    thread: None,
                    script: None,
                });
                self.point(Point::Global {
                    global,
                    thread: None,
                    script: None,
                });
            }
            Input::SetVariable { variable, value } => self.set_variable(variable, value),
            Input::RunPart { part } => {
                self.start_part(part, Origin::Hand { part });
            }
        }
    }

    fn raise_by_hand(
        &mut self,
        object: u16,
        condition: u8,
        component: Option<u8>,
        values: &[InputValue],
    ) {
        let places: Vec<u32> = values
            .iter()
            .map(|value| match *value {
                InputValue::Ship(ship) => self.mission.ship_place(ship),
                InputValue::Group(group) => self.mission.group_place(group),
                InputValue::Squad(squad) => self.mission.squad_place(squad),
                InputValue::Number(number) => number,
            })
            .collect();
        let for_groups_of = match self.mission.object(object) {
            Some(Entity::Ship(ship)) if goes_to_groups(condition) => Some(ship),
            _ => None,
        };
        self.enqueue(Event {
            object: Some(object),
            for_groups_of,
            condition,
            qualifier: component.unwrap_or(WHOLE),
            values: Values::new(&places),
        });
    }

    fn note_attacker(&mut self, ship: u16, attacker: Option<u16>) {
        if let Some(attacker) = attacker
            && let Some(object) = self.world.object_mut(ship)
        {
            object.last_attacker = Some(attacker);
        }
    }

    fn move_by_hand(&mut self, ship: u16, position: [f64; 3]) {
        let place = glam::DVec3::from_array(position);
        if place.is_finite()
            && let Some(object) = self.world.object_mut(ship)
        {
            object.stop();
            object.put(place);
        }
    }

    /// Posts the end of explosions (script-vm V152).
    fn end_explosions(&mut self) {
        let now = self.now;
        let ended: Vec<u16> = self
            .world
            .explosions
            .extract_if(.., |(ends, _)| now >= *ends)
            .map(|(_, ship)| ship)
            .collect();
        for ship in ended {
            let values = Values::new(&[self.mission.ship_place(ship)]);
            let condition = crate::vm::conditions::number::EXPLOSION_SHIP;
            self.post_with_groups(ship, condition, WHOLE, values);
        }
    }
}
