//! The Executor's 95 commands (script-vm 3). Command n is rule V(200 + n).
//!
//! Each file is a family of commands; [`dispatch`] finds the routine of a number.

mod animation;
mod camera;
mod comms;
mod components;
mod display;
mod environment;
mod groups;
mod objects;
mod orders;
mod placement;
mod player;
mod script;
mod timers;
mod triggers;
mod waits;

use std::sync::LazyLock;

use formats::catalogue;
use formats::strings::decode;

use crate::bind::is_nothing;
use crate::simulation::Simulation;
use crate::vm::squads::{Reached, is_cut, walk};

/// Parameters that a command has at most.
pub(crate) const MOST_PARAMETERS: usize = 8;
/// What each ship that a command reaches costs, in instructions.
const SHIP_COST: u32 = 4;

/// A command as a script calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) command: u8,
    /// Slot of the thread.
    pub(crate) thread: usize,
    /// Cell of the first argument.
    pub(crate) first: usize,
    /// Arguments.
    pub(crate) count: usize,
    pub(crate) arguments: [u32; MOST_PARAMETERS],
    /// Place of the instruction.
    pub(crate) at: u32,
    /// Whether players' ships are left out of flight groups (V83).
    pub(crate) pass_over_players: bool,
}

impl Call {
    /// The arguments, the first pushed first.
    pub(crate) fn arguments(&self) -> &[u32] {
        self.arguments.get(..self.count).unwrap_or_default()
    }

    /// An argument.
    pub(crate) fn argument(&self, n: usize) -> u32 {
        self.arguments().get(n).copied().unwrap_or(0)
    }

    /// The low halfword of an argument.
    pub(crate) fn half(&self, n: usize) -> u16 {
        self.argument(n) as u16
    }

    /// Whether an argument says true, by its whole dword (V87).
    pub(crate) fn truth(&self, n: usize) -> bool {
        self.argument(n) != 0
    }
}

/// What a command leaves behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Its result; 0 ends the thread's run (V82).
    pub(crate) result: u32,
    /// Bytes that the thread steps back, so that it runs the command again (V84).
    pub(crate) step_back: u32,
}

impl Outcome {
    /// The common result.
    pub(crate) const DONE: Self = Self {
        result: 1,
        step_back: 0,
    };
    /// The thread goes on behind the command on its next run (V85).
    pub(crate) const YIELD: Self = Self {
        result: 0,
        step_back: 0,
    };

    /// A result of its own.
    pub(crate) const fn result(result: u32) -> Self {
        Self {
            result,
            step_back: 0,
        }
    }

    /// The thread runs the command again, from so many bytes before its end.
    pub(crate) const fn again(step_back: u32) -> Self {
        Self {
            result: 0,
            step_back,
        }
    }
}

static PARAMETERS: LazyLock<Vec<usize>> = LazyLock::new(|| {
    catalogue::commands()
        .iter()
        .map(|command| command.params.len().min(MOST_PARAMETERS))
        .collect()
});

/// Parameters of a command.
pub(crate) fn parameters(command: u8) -> usize {
    PARAMETERS.get(usize::from(command)).copied().unwrap_or(0)
}

/// Runs a command.
pub(crate) fn dispatch(simulation: &mut Simulation, call: &Call) -> Outcome {
    let run: fn(&mut Simulation, &Call) -> Outcome = match call.command {
        0x00 => script::print_ship_name,
        0x01 => timers::create_timer,
        0x02 => timers::destroy_timer,
        0x03 => groups::create_flight_group,
        0x04 => groups::destroy_flight_group,
        0x05 => waits::wait,
        0x06 => comms::play_speech,
        0x07 => waits::wait_for_speech,
        0x08 => comms::play_comms_movie,
        0x09 => waits::wait_for_movie,
        0x0A => script::print_debug_message,
        0x0B => orders::set_ai,
        0x0C => orders::clear_ai,
        0x0D => orders::set_patrol_route,
        0x0E => objects::set_pilot,
        0x0F => triggers::set_trigger_state,
        0x10 => camera::start_director_cam,
        0x11 => animation::start_ship_animation,
        0x12 => orders::ship_follow_curve,
        0x13 => orders::setup_launch,
        0x14 => orders::start_launch,
        0x15 => comms::display_subtitle,
        0x16 => orders::reset_code_priority,
        0x17 => waits::interrupt_trigger_code,
        0x18 | 0x29 => comms::comms_from_ship,
        0x19 | 0x2A => comms::comms_from_pilot,
        0x1A => objects::set_invulnerability,
        0x1B => orders::moving_ship_follow_curve,
        0x1C => objects::disable_object,
        0x1D => placement::position_relative,
        0x1E => player::when_player_last_jumped,
        0x1F => camera::start_missile_cam,
        0x20 => camera::start_chase_cam,
        0x21 => player::set_player_target,
        0x22 => objects::set_targetable,
        0x23 => comms::play_music,
        0x24 => camera::stop_director_cam,
        0x25 => player::set_action_centre,
        0x26 => orders::dock,
        0x27 | 0x2E => comms::disable_talk,
        0x28 => orders::fly,
        0x2B => objects::disable_lights,
        0x2C | 0x3C => environment::set_environment,
        0x2D => waits::multi_player_sync,
        0x2F => objects::disable_guns,
        0x30 => player::set_nav_point,
        0x31 => player::set_escort_point,
        0x32 => player::reset_after_burners,
        0x33 => objects::disable_missiles,
        0x34 => objects::disable_engines,
        0x35 => objects::disable_eject,
        0x36 => objects::set_hostile,
        0x37 => player::reset_to_spawn_positions,
        0x38 => environment::update_environment,
        0x39 => player::set_primary_target,
        0x3A => waits::wait_for_jump_or_launch,
        0x3B => objects::do_not_disturb,
        0x3D => animation::start_ship_animation,
        0x3E => placement::snap_to_point,
        0x3F => comms::play_fosters_last_stand,
        0x40 => display::open_instrument,
        0x41 => display::close_instrument,
        0x42 => components::destroy_sub_object,
        0x43 => display::set_objective,
        0x44 => player::set_rescue_probabilities,
        0x45 => player::is_ship_this_player,
        0x46 => player::set_flyback_marker,
        0x47 => player::reset_flyback_marker,
        0x48 => animation::start_ship_animation,
        0x49 => objects::set_ship_avoidance,
        0x4A => player::match_speed,
        0x4B => orders::moving_ship_backup_curve,
        0x4C => waits::wait_for_key,
        0x4D => script::terminate_mission,
        0x4E => components::turret_set_target,
        0x4F => triggers::set_any_trigger_state,
        0x50 => waits::wait_for_director_cam,
        0x51 => script::kill_all_script_execution,
        0x52 => camera::stack_director_cam,
        0x53 => display::scanner,
        0x54 => components::replace_sub_object,
        0x55 => player::fire,
        0x56 => script::multiplayer_script_sync,
        0x57 => player::friendly_fire,
        0x58 => objects::cloak,
        0x59 => player::replenish_weapons,
        0x5A => player::wills_blag,
        0x5B => display::show_hud_icon,
        0x5C => objects::disable_listing,
        0x5D => environment::disable_object_at_next_jump,
        0x5E => placement::face_ship,
        _ => script::print_ship_name,
    };
    run(simulation, call)
}

impl Simulation {
    /// The ships that a walking command reaches (V90 to V95), each with the component that is named
    /// for it.
    pub(crate) fn reached(&mut self, call: &Call) -> Vec<Reached> {
        let spared = if call.pass_over_players {
            self.players()
        } else {
            0
        };
        let mut reached = walk(&self.mission, call.argument(0), spared);
        if is_cut(&self.mission, call.argument(0)) {
            self.gap("squad of more ships than a walk reaches");
        }
        let noted = self.noted(call, 0);
        let room = self.vm.memory.has_room_for_note();
        for ship in &mut reached {
            // The first note of a cell counts, and a member's comes last.
            ship.component = noted.or(ship.component.filter(|_| room));
        }
        self.vm
            .charge(SHIP_COST.saturating_mul(u32::try_from(reached.len()).unwrap_or(u32::MAX)));
        reached
    }

    /// The component noted for an argument (V67).
    pub(crate) fn noted(&self, call: &Call, argument: usize) -> Option<u8> {
        self.vm.memory.noted(call.thread, call.first + argument)
    }

    /// The ship that an argument names, if it has a slot (V34, V89).
    pub(crate) fn ship_argument(&self, call: &Call, argument: usize) -> Option<u16> {
        let ship = self.mission.ship_index(call.argument(argument))?;
        (usize::from(ship) < crate::world::SLOTS).then_some(ship)
    }

    /// The text that an argument points at, up to its NUL; `None` where it runs past the image
    /// (V88).
    pub(crate) fn text_argument(&mut self, call: &Call, argument: usize) -> Option<String> {
        let start = usize::try_from(call.argument(argument)).ok()?;
        let tail = self.mission.bytes().get(start..)?;
        // No text of a script is longer; one that is, is none.
        let end = tail.iter().take(MOST_TEXT).position(|&byte| byte == 0)?;
        let text = tail.get(..end).map(decode);
        self.vm.charge(end as u32);
        text
    }

    /// Whether an argument names nothing.
    pub(crate) fn is_null(&self, call: &Call, argument: usize) -> bool {
        is_nothing(call.argument(argument))
    }

    /// Counts a command that does nothing yet.
    pub(crate) fn command_gap(&mut self, call: &Call) {
        self.gap(&crate::gaps::command(call.command));
    }

    /// Logs a command that only shows.
    pub(crate) fn show(&mut self, call: &Call) {
        self.log(crate::trace::TraceEvent::Shown {
            command: call.command,
            arguments: call.arguments().to_vec(),
        });
    }
}

/// Bytes of a text that are looked at.
const MOST_TEXT: usize = 4096;
