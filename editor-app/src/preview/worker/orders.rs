//! What the window asks of a run, carried out.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::TryRecvError;
use std::time::Instant;

use runtime::Back;
use runtime::debug::{At, Step};

use crate::mission_test::MissionTest;

use super::super::control::{BackTo, Control, StepBy};
use super::super::{FASTEST, why_lines};
use super::{Ends, NOT_LOOKED, REPORT_EVERY, Standing, WhyAnswer, Worker};

impl Worker {
    /// Takes orders. During a replay those that need the run wait for its end.
    pub(super) fn obey_all(&mut self, orders: Vec<Control>) {
        self.obeyed += orders.len() as u64;
        self.carry_out(orders);
    }

    /// Obeys orders in turn; of several moments to look at, one after another, only the last counts.
    pub(super) fn carry_out(&mut self, orders: impl IntoIterator<Item = Control>) {
        let mut sought = None;
        for order in orders {
            if self.replay.is_some() && order.needs_the_run() {
                self.waiting.push(order);
                continue;
            }
            match order {
                Control::Seek(tick) => sought = Some(tick),
                Control::Play(false) => self.obey(order),
                order => {
                    if let Some(tick) = sought.take() {
                        self.run.seek(tick);
                    }
                    self.obey(order);
                }
            }
        }
        if let Some(tick) = sought {
            self.run.seek(tick);
        }
    }

    fn obey(&mut self, order: Control) {
        match order {
            Control::Play(playing) => {
                let may = playing && !self.run.current().is_over();
                self.standing = match may {
                    true => Standing::Playing,
                    false => Standing::Still,
                };
                self.step = None;
                self.due = 0.0;
            }
            Control::Speed(speed) => self.speed = speed.clamp(0.0, FASTEST),
            Control::Advance(ticks) => {
                // The start is a tick of its own.
                let start = u32::from(self.run.head().trace().is_empty());
                self.run_on(ticks.saturating_add(start));
            }
            Control::Seek(tick) => self.run.seek(tick),
            Control::SeekTo(position) => self.run.seek_to(position),
            Control::Input(input) => {
                let within = self.run.stop().is_some();
                let cut = self.run.input(input);
                // What the tick that it stands in had told may go another way as well.
                let cut = cut.or_else(|| within.then(|| self.run.head().now()));
                if cut.is_some() {
                    self.cut = cut;
                    self.told = self.run.head().trace().clone();
                    // It told of what is another run now.
                    self.why = None;
                }
            }
            Control::Stops(stops) => self.stops = stops,
            Control::ForgetHits(breakpoint) => self.run.forget_hits(breakpoint),
            Control::Rename(renames) => {
                self.names = self.names.renamed(&renames);
                if let Some(replay) = &mut self.replay {
                    replay.names = replay.names.renamed(&renames);
                }
            }
            Control::Step(step) => {
                self.step = Some(self.step_of(step));
                self.standing = Standing::Stepping;
            }
            Control::Back(back) => {
                self.standing = Standing::Still;
                self.back(back);
            }
            Control::MakeTest(path, mission) => {
                // What was handed in and has not come yet is part of the test as well.
                let mut head = self.run.head().clone();
                while !head.waiting_inputs().is_empty() && !head.is_over() {
                    head.tick();
                }
                if !head.waiting_inputs().is_empty() {
                    let text = "The mission is over before all of the inputs come; those are not in \
                                the test";
                    self.notes.push((false, text.to_owned()));
                }
                let test = MissionTest::from_run(&head, &mission, &self.names);
                self.test = Some((path, test.map_err(|error| error.to_string())));
            }
            Control::WhyNot {
                record,
                trigger,
                from,
            } => {
                let until = self.run.position();
                let why = self.run.why_not(trigger, from, until);
                self.why = Some(Arc::new(WhyAnswer {
                    trigger: record,
                    from,
                    until,
                    lines: why_lines(&why, &self.names),
                }));
            }
            Control::Replace(replacement) => self.replace(*replacement),
        }
    }

    /// A step from where the run stands.
    fn step_of(&self, step: StepBy) -> Step {
        let thread = self.run.stop().and_then(|stop| stop.thread);
        let depth = thread.and_then(|thread| self.run.current().thread_depth(thread));
        match (step, thread.zip(depth)) {
            (StepBy::Over, Some((thread, depth))) => Step::Over { thread, depth },
            (StepBy::Out, Some((thread, depth))) => Step::Out { thread, depth },
            (StepBy::To(script), _) => Step::To { script },
            (StepBy::Event, _) => Step::Next {
                at: At::Event {
                    condition: None,
                    object: None,
                },
            },
            (StepBy::Into, Some((thread, _))) => Step::Into {
                thread: Some(thread),
            },
            // Where no thread runs, the next one that does.
            (StepBy::Into | StepBy::Over | StepBy::Out, None) => Step::Into { thread: None },
        }
    }

    /// Goes back to something. A pause, and a window that no longer looks, break the search off.
    fn back(&mut self, back: BackTo) {
        let back = match back {
            BackTo::Statement => Back::Statement,
            BackTo::Event => Back::To(At::Event {
                condition: None,
                object: None,
            }),
            BackTo::Stop => Back::Stop(Arc::clone(&self.stops)),
            BackTo::At(at) => Back::To(at),
        };
        let Ends { orders, looked, .. } = &self.ends;
        let (came, context) = (&mut self.came, &self.context);
        let mut broken_off = false;
        let mut shown = Instant::now();
        self.run.back_while(&back, |tick| {
            loop {
                match orders.try_recv() {
                    Ok(order) => {
                        broken_off |= matches!(order, Control::Play(false));
                        came.push_back(order);
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return ControlFlow::Break(()),
                }
            }
            if broken_off {
                return ControlFlow::Break(());
            }
            if shown.elapsed() >= REPORT_EVERY {
                shown = Instant::now();
                looked.store(tick.0, Ordering::Relaxed);
                context.request_repaint();
            }
            ControlFlow::Continue(())
        });
        looked.store(NOT_LOOKED, Ordering::Relaxed);
        if broken_off {
            let text = "The search was broken off, so the run stays where it was";
            self.notes.push((true, text.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;
    use std::sync::mpsc::{Sender, channel};

    use model::compile::compile;
    use runtime::debug::{Breakpoint, Stops};
    use runtime::{Options, Recording};

    use super::*;
    use crate::document::Document;
    use crate::preview::Names;

    /// A worker with ten seconds of the example behind it that would have stopped at its start alone,
    /// and the window's end of its orders.
    fn worker() -> (Worker, Sender<Control>) {
        let document = Document::example();
        let image = compile(document.mission()).image.unwrap();
        let mut run = Recording::start(Arc::new(image), Options::default());
        run.advance(1_000);
        let created = At::Command { command: 0x03 };
        let stops = Stops {
            breakpoints: vec![Breakpoint::new(1, created)],
            faults: false,
        };
        let (control, orders) = channel();
        let ends = Ends {
            orders,
            reports: channel().0,
            looked: Arc::new(AtomicU32::new(NOT_LOOKED)),
        };
        let context = eframe::egui::Context::default();
        let names = Names::new(document.mission());
        let worker = Worker::new(run, names, 1.0, Arc::new(stops), ends, context);
        (worker, control)
    }

    #[test]
    fn a_pause_breaks_a_search_off_and_other_orders_wait_for_its_end() {
        let (mut worker, control) = worker();
        let here = worker.run.position();
        control.send(Control::Speed(2.0)).unwrap();
        control.send(Control::Play(false)).unwrap();
        worker.obey_all(vec![Control::Back(BackTo::Stop)]);
        assert_eq!(worker.run.position(), here);
        assert_eq!(worker.came.len(), 2, "they come next");
        let [(good, note)] = worker.notes.as_slice() else {
            panic!("{:?}", worker.notes);
        };
        assert!(*good && note.contains("broken off"), "{note}");
        assert_eq!(worker.ends.looked.load(Ordering::Relaxed), NOT_LOOKED);

        worker.came.clear();
        control.send(Control::Speed(2.0)).unwrap();
        worker.obey_all(vec![Control::Back(BackTo::Stop)]);
        assert!(worker.run.position() < here);
        assert_eq!(worker.notes.len(), 1);
    }

    #[test]
    fn a_search_ends_with_its_window() {
        let (mut worker, control) = worker();
        let here = worker.run.position();
        drop(control);
        worker.obey_all(vec![Control::Back(BackTo::Stop)]);
        assert_eq!(worker.run.position(), here);
    }
}
