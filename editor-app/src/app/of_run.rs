//! What the author is told about a run: where it can be asked to go, what an action costs, and where
//! a step led that led far.

use model::AnyId;
use model::diagnostic::Place;
use runtime::debug::Position;
use runtime::{Input, TICKS_PER_SECOND};

use eframe::egui::Context;

use crate::breakpoints::line_start;
use crate::log::Level;
use crate::preview::{BackTo, PreviewAction, Standing, StepBy, time_text};
use crate::words::counted;

use super::App;

/// A step that was asked for and has not come to its end.
pub(super) struct Stepping {
    action: PreviewAction,
    from: Position,
    /// The text that the run stood in, if it stood at a line.
    text: Option<AnyId>,
}

impl App {
    /// Runs to the statement of the caret's line, as a breakpoint set there would stop it.
    pub(super) fn run_to_caret(&mut self, context: &Context) {
        if let Some((owner, at)) = self.panels.routine_caret() {
            let text = self.document.mission().body(&owner);
            let start = line_start(text.map_or("", |it| it.text.as_str()), at);
            let place = Place::text(owner, start..start);
            self.preview(context, PreviewAction::RunTo(place));
        }
    }

    /// Whether a run has a statement to come to at a place or behind it; if not, that is said.
    pub(super) fn leads_somewhere(&mut self, place: &Place) -> bool {
        let (Some(owner), Some(span)) = (&place.record, &place.span) else {
            return false;
        };
        let mission = self.document.mission();
        let found = match self.preview.has_run() {
            true => self.preview.statement_at(place, mission).is_some(),
            false => {
                let map = &self.analysis.findings().source_map;
                map.statement_from(owner, span.start).is_some()
            }
        };
        if !found {
            let text = mission.body(owner).map_or("", |it| it.text.as_str());
            let before = text.get(..span.start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let text = format!(
                "No statement stands at line {line} of {owner} or behind it, so there is nothing to \
                 run to."
            );
            self.note(Level::Info, text);
        }
        found
    }

    /// Says what an action costs: inputs that do not come again, and what is forgotten.
    pub(super) fn tell_cost(&mut self, action: &PreviewAction) {
        // A linked game takes nothing in, and says so itself.
        if self.preview.is_linked() {
            return;
        }
        let inputs = self.preview.inputs();
        let text = match action {
            PreviewAction::Restart if !inputs.is_empty() && !self.settings.keep_inputs => {
                let (many, are) = counted_are(inputs.len());
                format!(
                    "Restart: {many} {are} not handed in again. With \"Restart hands them in again\" \
                     in Inputs they are."
                )
            }
            PreviewAction::DropInput(place) => match inputs.get(*place) {
                Some(timed) => format!(
                    "Taken out: {} at {}. What was handed in besides comes again.",
                    self.preview.input_words(&timed.input),
                    time_text(timed.tick)
                ),
                None => return,
            },
            PreviewAction::DropInputs => {
                format!("Taken out: {}", counted(inputs.len(), "input"))
            }
            PreviewAction::Input(input) => match self.told_of_input(input) {
                Some(text) => text,
                None => return,
            },
            PreviewAction::Pilot(pilot) => {
                match self.told_of_input(&Input::SetPilot { pilot: *pilot }) {
                    Some(text) => text,
                    None => return,
                }
            }
            _ => return,
        };
        self.note(Level::Info, text);
    }

    /// When what is handed in comes to the run, and what is forgotten by that; nothing of a run that
    /// plays on.
    fn told_of_input(&self, input: &Input) -> Option<String> {
        let now = self.preview.position()?;
        let words = self.preview.input_words(input);
        let at_once =
            !now.is_end() && matches!(input, Input::SetGlobal { .. } | Input::SetVariable { .. });
        let is_past =
            now.tick < self.preview.head() || (now.tick == self.preview.head() && !now.is_end());
        let plays = self.preview.standing() != Standing::Still;
        if !is_past && (plays || at_once) {
            return None;
        }
        let when = match at_once {
            true => "at once".to_owned(),
            false => format!("at the next tick, {}", time_text(now.tick.after(1))),
        };
        let mut text = format!("{words}: {when}.");
        if is_past {
            let later = self.preview.inputs().iter();
            let later = later
                .filter(|it| it.tick > now.tick || (it.tick == now.tick && it.step > now.step));
            text += &format!(" What came after {} is forgotten", time_text(now.tick));
            text += &match later.count() {
                0 => ".".to_owned(),
                lost => format!(", {} with it.", counted(lost, "input")),
            };
        }
        Some(text)
    }

    /// Remembers a step, to say where it led.
    pub(super) fn begin_step(&mut self, action: &PreviewAction) {
        // A linked game does not go back, and says so itself.
        let is_step = !self.preview.is_linked()
            && matches!(
                action,
                PreviewAction::Step(StepBy::Over | StepBy::Into | StepBy::Out)
                    | PreviewAction::Back(_)
                    | PreviewAction::BackToRecord(_)
                    | PreviewAction::BackToVariable(_)
            );
        let from = self.preview.position();
        self.stepping = from.filter(|_| is_step).map(|from| Stepping {
            action: action.clone(),
            from,
            text: self.preview.stopped_at().map(|(owner, _)| owner),
        });
    }

    /// Says where a step led, once it is done, if that is another place than its name promises.
    pub(super) fn mind_steps(&mut self) {
        let preview = &self.preview;
        if preview.standing() != Standing::Still || !preview.has_obeyed() {
            return;
        }
        let Some(Stepping { action, from, text }) = self.stepping.take() else {
            return;
        };
        let Some(now) = preview.position() else {
            return;
        };
        let script = preview.stopped().and_then(|stop| stop.script);
        let line = script.and_then(|script| preview.line_of(script));
        let place = line
            .as_ref()
            .map_or_else(String::new, |it| format!(" at {it}"));
        let time = time_text(now.tick);
        let said = match action {
            PreviewAction::Step(step) if text.is_none() => {
                let name = match step {
                    StepBy::Into => "Step Into",
                    StepBy::Out => "Step Out",
                    _ => "Step Over",
                };
                match preview.stopped() {
                    // The next line that there is, a tick further, is where one looks for it.
                    Some(_) if now.tick.0 <= from.tick.0.saturating_add(1) => return,
                    Some(_) => format!(
                        "The run stood at no line, so {name} ran on by {:.2} s to the next that runs, \
                         {time}{place}.",
                        f64::from(now.tick.since(from.tick)) / f64::from(TICKS_PER_SECOND)
                    ),
                    None => format!("{name} came to no line: none runs up to {time}."),
                }
            }
            PreviewAction::Back(back) if now == from => match back {
                BackTo::Stop => "There is no stop before this moment, so the run stays.",
                BackTo::Event => "No event was raised before this moment, so the run stays.",
                BackTo::Statement => "No line ran before this moment, so the run stays.",
                BackTo::At(_) => "That did not happen before this moment, so the run stays.",
            }
            .to_owned(),
            PreviewAction::BackToRecord(_) | PreviewAction::BackToVariable(_) if now == from => {
                "That did not happen before this moment, so the run stays.".to_owned()
            }
            PreviewAction::Back(BackTo::Statement) => {
                let now_in = line.as_ref().map(|it| &it.owner);
                match (text, now_in) {
                    (Some(left), Some(owner)) if left != *owner => {
                        format!("Step Back left {}: it stands{place} now, {time}.", left.id)
                    }
                    _ => return,
                }
            }
            _ => return,
        };
        self.note(Level::Info, said);
    }
}

/// Inputs in words, and the verb that goes with so many.
fn counted_are(many: usize) -> (String, &'static str) {
    let are = if many == 1 { "is" } else { "are" };
    (counted(many, "input"), are)
}
