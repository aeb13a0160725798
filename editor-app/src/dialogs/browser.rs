//! Our own way of choosing a file, for desktops that have none.

use std::fs;
use std::path::{Path, PathBuf};

use eframe::egui::{self, Align, Context, Id, Key, Layout, Modal, RichText, ScrollArea, TextEdit};
use egui_phosphor::regular::{ARROW_UP, FILE_TEXT, FOLDER};

use crate::answer::Purpose;

/// A folder's contents, and the name that is being chosen.
pub(super) struct Browser {
    purpose: Purpose,
    folder: PathBuf,
    folder_text: String,
    name: String,
    entries: Vec<Entry>,
    /// Why the folder cannot be listed.
    trouble: Option<String>,
    /// A file that a save would replace, once the author chose it.
    replaces: Option<PathBuf>,
    first_frame: bool,
}

struct Entry {
    name: String,
    path: PathBuf,
    is_folder: bool,
}

impl Browser {
    pub(super) fn new(purpose: Purpose, folder: &Path, name: &str) -> Self {
        let mut browser = Self {
            purpose,
            folder: PathBuf::new(),
            folder_text: String::new(),
            name: name.to_owned(),
            entries: Vec::new(),
            trouble: None,
            replaces: None,
            first_frame: true,
        };
        browser.go(folder);
        browser
    }

    fn go(&mut self, folder: &Path) {
        self.folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        self.folder_text = self.folder.display().to_string();
        self.entries.clear();
        self.trouble = None;
        self.replaces = None;
        match fs::read_dir(&self.folder) {
            Err(error) => self.trouble = Some(format!("{}: {error}", self.folder_text)),
            Ok(listed) => {
                let purpose = self.purpose;
                self.entries = listed
                    .filter_map(Result::ok)
                    .map(|entry| Entry {
                        name: entry.file_name().to_string_lossy().into_owned(),
                        is_folder: entry.path().is_dir(),
                        path: entry.path(),
                    })
                    .filter(|entry| !entry.name.starts_with('.'))
                    .filter(|entry| entry.is_folder || purpose.shows(&entry.name))
                    .collect();
                self.entries
                    .sort_by_key(|it| (!it.is_folder, it.name.to_lowercase()));
            }
        }
    }

    /// Draws the browser. `None` while it is open, then the file, if one was chosen.
    pub(super) fn ui(&mut self, context: &Context) -> Option<Option<PathBuf>> {
        let mut answer = None;
        let modal = Modal::new(Id::new("file browser")).show(context, |ui| {
            ui.set_width(560.0);
            ui.heading(self.purpose.title());
            self.folder_row(ui);
            self.list(ui, &mut answer);
            self.name_row(ui, &mut answer);
        });
        if answer.is_none() && modal.should_close() {
            answer = Some(None);
        }
        answer
    }

    fn folder_row(&mut self, ui: &mut egui::Ui) {
        ui.horizontal(|ui| {
            let up = ui.button(ARROW_UP).on_hover_text("To the folder above");
            if up.clicked()
                && let Some(above) = self.folder.parent().map(Path::to_path_buf)
            {
                self.go(&above);
            }
            let label = ui.label("Folder");
            let field = ui
                .add(TextEdit::singleline(&mut self.folder_text).desired_width(f32::INFINITY))
                .labelled_by(label.id);
            if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                let folder = PathBuf::from(&self.folder_text);
                self.go(&folder);
            }
        });
    }

    fn list(&mut self, ui: &mut egui::Ui, answer: &mut Option<Option<PathBuf>>) {
        let mut enter = None;
        let height = 260.0;
        egui::Frame::group(ui.style()).show(ui, |ui| {
            ScrollArea::vertical()
                .max_height(height)
                .min_scrolled_height(height)
                .show(ui, |ui| {
                    ui.set_min_size(egui::vec2(ui.available_width(), height));
                    if let Some(trouble) = &self.trouble {
                        ui.label(trouble);
                    } else if self.entries.is_empty() {
                        ui.weak(match self.purpose {
                            Purpose::Game => "No files here.",
                            Purpose::PlayTest | Purpose::SaveTest => "No tests here.",
                            _ => "No missions here.",
                        });
                    }
                    for entry in &self.entries {
                        let icon = if entry.is_folder { FOLDER } else { FILE_TEXT };
                        let chosen = !entry.is_folder && entry.name == self.name;
                        let row = ui.selectable_label(chosen, format!("{icon}  {}", entry.name));
                        if row.double_clicked() && !entry.is_folder && !self.purpose.writes() {
                            *answer = Some(Some(entry.path.clone()));
                        } else if row.clicked() {
                            if entry.is_folder {
                                enter = Some(entry.path.clone());
                            } else {
                                self.name = entry.name.clone();
                                self.replaces = None;
                            }
                        }
                    }
                });
        });
        if let Some(folder) = enter {
            self.go(&folder);
        }
    }

    fn name_row(&mut self, ui: &mut egui::Ui, answer: &mut Option<Option<PathBuf>>) {
        let mut done = false;
        ui.horizontal(|ui| {
            let label = ui.label("File");
            let field = ui
                .add(TextEdit::singleline(&mut self.name).desired_width(f32::INFINITY))
                .labelled_by(label.id);
            if std::mem::take(&mut self.first_frame) {
                field.request_focus();
            }
            if field.changed() {
                self.replaces = None;
            }
            done = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        });
        if let Some(path) = &self.replaces {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = format!("{name} is there already; press the button again to replace it.");
            let colour = crate::theme::palette(ui).warning;
            ui.label(RichText::new(text).color(colour));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("Cancel").clicked() {
                *answer = Some(None);
            }
            let verb = match (self.purpose, &self.replaces) {
                (Purpose::Open, _) => "Open",
                (Purpose::PlayTest, _) => "Play",
                (Purpose::Game, _) => "Choose",
                (_, Some(_)) => "Replace",
                (Purpose::Save, None) => "Save",
                (Purpose::Export | Purpose::IntoGame, None) => "Export",
                (Purpose::SaveTest, None) => "Save",
            };
            let enabled = !self.name.trim().is_empty();
            done |= ui.add_enabled(enabled, egui::Button::new(verb)).clicked();
            if done && enabled {
                self.choose(answer);
            }
        });
    }

    fn choose(&mut self, answer: &mut Option<Option<PathBuf>>) {
        let path = self.folder.join(self.name.trim());
        if path.is_dir() {
            self.name.clear();
            self.go(&path);
            return;
        }
        let path = self.purpose.with_ending(path);
        if !self.purpose.writes() && !path.is_file() {
            self.trouble = Some(format!("there is no file {}", path.display()));
        } else if self.purpose.writes() && path.exists() && self.replaces.as_ref() != Some(&path) {
            self.replaces = Some(path);
        } else {
            *answer = Some(Some(path));
        }
    }
}
