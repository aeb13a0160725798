//! The script's timers (script-vm V103 to V110).

use crate::simulation::Simulation;
use crate::trace::TraceEvent;

use super::interpret::part;
use super::machine::Start;
use super::thread::{NO_FRAME, Origin};

/// Timers that exist.
pub(crate) const TIMERS: usize = 16;

/// A timer in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timer {
    /// The part that it runs.
    pub(crate) part: i32,
    /// Seconds from one run to the next.
    pub(crate) period: u16,
    /// Runs left; 0 for ever.
    pub(crate) left: u16,
    /// Seconds to the next run.
    pub(crate) countdown: u16,
    pub(crate) id: u16,
    /// Clock value of its last run.
    pub(crate) last: u32,
}

impl Simulation {
    /// Makes a timer (V106); with the table full, none.
    pub(crate) fn create_timer(&mut self, id: u16, part: i32, period: u16, count: u16) {
        self.destroy_timer(id);
        let extra = u16::from(period == 1);
        let timer = Timer {
            part,
            period,
            left: count,
            countdown: period + extra,
            id,
            last: 0,
        };
        // Part -1 marks an entry as free, so that such a timer is none.
        let free = self
            .vm
            .timers
            .iter_mut()
            .find(|timer| timer.is_none() && part != -1);
        let made = free.is_some();
        if let Some(free) = free {
            *free = Some(timer);
        }
        self.log(TraceEvent::TimerMade { timer: id, made });
    }

    /// Frees all timers with an ID (V110).
    pub(crate) fn destroy_timer(&mut self, id: u16) {
        for timer in &mut self.vm.timers {
            if timer.is_some_and(|timer| timer.id == id) {
                *timer = None;
            }
        }
    }

    /// Runs the timers, once a second of the clock (V104).
    pub(crate) fn run_timers(&mut self) {
        let clock = self.clock();
        let mut visits = self.vm.timers.iter().flatten().count();
        for index in 0..TIMERS {
            if visits == 0 {
                break;
            }
            let Some(Some(timer)) = self.vm.timers.get_mut(index) else {
                continue;
            };
            visits -= 1;
            if timer.last == clock {
                continue;
            }
            timer.countdown = timer.countdown.wrapping_sub(1);
            if timer.countdown == 0 {
                self.fire_timer(index, clock);
            }
        }
    }

    /// A timer has run out (V105).
    fn fire_timer(&mut self, index: usize, clock: u32) {
        let Some(Some(timer)) = self.vm.timers.get_mut(index) else {
            return;
        };
        timer.last = clock;
        let (id, number) = (timer.id, timer.part);
        let ends = timer.left == 1;
        timer.left = timer.left.saturating_sub(1);
        if ends {
            self.destroy_timer(id);
        } else {
            timer.countdown = timer.period;
        }
        self.log(TraceEvent::TimerFired {
            timer: id,
            part: number,
        });
        let block = u8::try_from(number)
            .ok()
            .and_then(|number| part(&self.mission, 0, number))
            .and_then(|part| part.block);
        self.start_thread(Start {
            block,
            slot: None,
            deferred: true,
            frame: NO_FRAME,
            origin: Origin::Timer {
                timer: id,
                part: number,
            },
        });
    }
}
