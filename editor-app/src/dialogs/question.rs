//! Questions with a few answers.

use std::path::PathBuf;

use eframe::egui::{self, Context, Id, Key, Modal, RichText, ScrollArea};
use formats::yaml::Position;
use model::AnyId;
use model::edit::Edit;

use crate::answer::{Answer, Purpose, Then};

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// There is work that no file has.
    Unsaved {
        /// What the mission is called.
        name: String,
        /// What the author is about to do.
        then: Then,
    },
    /// The file on disk is no longer what was read.
    ChangedOutside {
        /// The file's name.
        name: String,
        /// Whether there is work here that a reload would lose.
        dirty: bool,
    },
    /// Others refer to what is to be taken out.
    Referenced {
        /// What is to be taken out.
        records: Vec<AnyId>,
        /// Who refers to it, each in a few words.
        referrers: Vec<String>,
    },
    /// There is a file where one is to be written.
    Replace {
        /// What is to be written.
        purpose: Purpose,
        /// The file.
        path: PathBuf,
        /// What comes after.
        then: Option<Then>,
    },
    /// A game's program has no folder for missions beside it.
    NoMissions {
        /// The program.
        program: PathBuf,
        /// Where the mission is to go, in a folder that is made.
        path: PathBuf,
    },
    /// A trigger is to run something else than the text that it has.
    ReplaceText {
        /// The trigger.
        trigger: String,
        /// Makes a routine of the text.
        keep: Box<Edit>,
        /// Drops it.
        drop: Box<Edit>,
    },
    /// A file could not be opened.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, place by place.
        problems: Vec<(Option<Position>, String)>,
    },
}

impl Question {
    /// Draws the question; an answer ends it.
    pub(super) fn ui(&self, context: &Context) -> Option<Answer> {
        let mut answer = None;
        let modal = Modal::new(Id::new("question")).show(context, |ui| {
            ui.set_max_width(520.0);
            match self {
                Self::Unsaved { name, then } => unsaved(ui, name, then, &mut answer),
                Self::ChangedOutside { name, dirty } => changed(ui, name, *dirty, &mut answer),
                Self::Referenced { records, referrers } => {
                    referenced(ui, records, referrers, &mut answer);
                }
                Self::Replace {
                    purpose,
                    path,
                    then,
                } => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    ui.heading(format!("Replace {name}?"));
                    ui.label(format!(
                        "{} is there already; it is kept as {name}.bak beside it.",
                        path.display()
                    ));
                    ui.add_space(8.0);
                    ui.horizontal(|ui| {
                        if ui.button("Replace").clicked() {
                            answer = Some(Answer::Picked(*purpose, path.clone(), then.clone()));
                        }
                        if first_choice(ui, "Cancel") {
                            answer = Some(Answer::Never);
                        }
                    });
                }
                Self::NoMissions { program, path } => {
                    no_missions(ui, program, path, &mut answer);
                }
                Self::ReplaceText {
                    trigger,
                    keep,
                    drop,
                } => replace_text(ui, trigger, keep, drop, &mut answer),
                Self::Unreadable { path, problems } => unreadable(ui, path, problems, &mut answer),
            }
        });
        // Esc and a click beside the question are the answer that changes nothing; what another program
        // wrote is then asked about again before a save.
        let left = modal.should_close() || context.input(|input| input.key_pressed(Key::Escape));
        if answer.is_none() && left {
            answer = Some(Answer::Never);
        }
        answer
    }
}

/// The button that Enter presses unless the author moves on to another: the answer that loses nothing.
/// It shows that it has the keyboard. True once it is pressed.
fn first_choice(ui: &mut egui::Ui, text: &str) -> bool {
    let button = ui.button(text);
    let layer = ui.layer_id();
    let (opens, free) = ui.memory(|memory| {
        let opens = !memory.areas().visible_last_frame(&layer);
        (opens, memory.focused().is_none())
    });
    // As the question opens, something behind it may still have the keyboard.
    if opens || free {
        button.request_focus();
    }
    button.clicked()
}

fn unsaved(ui: &mut egui::Ui, name: &str, then: &Then, answer: &mut Option<Answer>) {
    ui.heading("Save your changes?");
    ui.label(format!(
        "{name} has changes that no file has yet. Without saving they are gone."
    ));
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if first_choice(ui, "Save") {
            *answer = Some(Answer::SaveAnd(then.clone()));
        }
        if ui.button("Don't Save").clicked() {
            *answer = Some(Answer::DiscardAnd(then.clone()));
        }
        if ui.button("Cancel").clicked() {
            *answer = Some(Answer::Never);
        }
    });
}

fn changed(ui: &mut egui::Ui, name: &str, dirty: bool, answer: &mut Option<Answer>) {
    ui.heading("The file changed outside");
    if dirty {
        ui.label(format!(
            "Another program changed {name}, and you have changes here too. Reloading takes the file, \
             and Undo brings yours back; keeping goes on with yours, and the next save replaces the \
             file (it is kept as {name}.bak)."
        ));
    } else {
        ui.label(format!(
            "Another program changed {name}. You have no changes here."
        ));
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        // With work here, going on with it loses nothing; without, the file is the newer.
        let reload = match dirty {
            true => ui.button("Reload").clicked(),
            false => first_choice(ui, "Reload"),
        };
        let keep = match dirty {
            true => first_choice(ui, "Keep Mine"),
            false => ui.button("Keep Mine").clicked(),
        };
        if reload {
            *answer = Some(Answer::Reload);
        }
        if keep {
            *answer = Some(Answer::KeepOurs);
        }
        if ui.button("Decide Later").clicked() {
            *answer = Some(Answer::Never);
        }
    });
}

fn referenced(
    ui: &mut egui::Ui,
    records: &[AnyId],
    referrers: &[String],
    answer: &mut Option<Answer>,
) {
    let what = match records {
        [one] => one.to_string(),
        many => format!("{} records", many.len()),
    };
    ui.heading(format!("Delete {what}?"));
    ui.label(
        "Others refer to it. Fields that do are cleared; routines keep their text, where the name \
         becomes an error.",
    );
    ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
        for referrer in referrers {
            ui.label(RichText::new(format!("•  {referrer}")).small());
        }
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if ui.button("Delete and Clear").clicked() {
            *answer = Some(Answer::Delete(records.to_vec()));
        }
        if first_choice(ui, "Cancel") {
            *answer = Some(Answer::Never);
        }
    });
}

fn no_missions(
    ui: &mut egui::Ui,
    program: &std::path::Path,
    path: &std::path::Path,
    answer: &mut Option<Answer>,
) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ui.heading("Make a folder for missions?");
    ui.label(format!(
        "There is no folder missions beside {}. A game has one, so this may be another program, or a \
         copy in a folder without the game. The folder would be made, with the mission in it as {name}.",
        program.display()
    ));
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if ui.button("Make It").clicked() {
            *answer = Some(Answer::Picked(Purpose::IntoGame, path.to_path_buf(), None));
        }
        if first_choice(ui, "Cancel") {
            *answer = Some(Answer::Never);
        }
    });
}

fn replace_text(
    ui: &mut egui::Ui,
    trigger: &str,
    keep: &Edit,
    drop: &Edit,
    answer: &mut Option<Answer>,
) {
    ui.heading("What becomes of the trigger's text?");
    ui.label(format!(
        "{trigger} has a text of its own, and is to run something else."
    ));
    ui.add_space(8.0);
    let label = format!("Set what runs of trigger {trigger}");
    ui.horizontal(|ui| {
        if ui.button("Keep It as a Routine").clicked() {
            *answer = Some(Answer::Edit(label.clone(), Box::new(keep.clone())));
        }
        if ui.button("Drop the Text").clicked() {
            *answer = Some(Answer::Edit(label.clone(), Box::new(drop.clone())));
        }
        if ui.button("Cancel").clicked() {
            *answer = Some(Answer::Never);
        }
    });
}

fn unreadable(
    ui: &mut egui::Ui,
    path: &std::path::Path,
    problems: &[(Option<Position>, String)],
    answer: &mut Option<Answer>,
) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ui.heading(format!("{name} cannot be opened"));
    ui.label("Nothing was opened or changed. What is wrong:");
    let mut all = String::new();
    ScrollArea::vertical().max_height(280.0).show(ui, |ui| {
        for (position, message) in problems {
            let line = match position {
                Some(at) => format!("{}:{}  {message}", at.line, at.column),
                None => message.clone(),
            };
            ui.label(&line);
            all.push_str(&line);
            all.push('\n');
        }
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if first_choice(ui, "OK") {
            *answer = Some(Answer::Never);
        }
        if ui.button("Copy").clicked() {
            ui.ctx().copy_text(all);
        }
    });
}
