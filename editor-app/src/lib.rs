//! Sortie, the editor: the window, its panels, the command line, and every side effect.
//!
//! This crate joins the others: it opens files ([`mission_file`]), holds the open mission
//! ([`document`]), shows it ([`app`], [`panels`]), compiles and runs it on workers ([`analysis`],
//! [`preview`]), holds runs to what their authors promise ([`mission_test`]) and does all that without a
//! window too ([`cli`]). It leaves the bytes to `formats`, the meaning to `model`, the running to
//! `runtime` and the drawing to `render`.
//!
//! A panel only looks: it takes a [`view_context::ViewContext`] and pushes an [`action::Action`];
//! the app carries actions out, after the frame. Start reading at [`app::App`].
// Input must never end the program.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub mod action;
pub mod addition;
pub mod analysis;
pub mod answer;
pub mod app;
pub mod breakpoints;
pub mod cli;
pub mod dialogs;
pub mod dock;
pub mod document;
pub mod file_watch;
pub mod files;
pub mod gesture;
pub mod layout;
pub mod live_link;
pub mod log;
pub mod mission_file;
pub mod mission_test;
pub mod new_record;
pub mod order;
pub mod panels;
pub mod preview;
pub mod renames;
mod saved_texts;
pub mod scene_from_mission;
pub mod scene_from_snapshot;
pub mod selection;
pub mod settings;
pub mod terminal;
pub mod theme;
pub mod view_context;
pub mod widgets;
pub mod words;
