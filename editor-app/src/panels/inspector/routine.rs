//! Fields of routines.

use eframe::egui::Ui;
use model::{Body, CodeStyle, Routine, RoutineChange};

use crate::view_context::ViewContext;
use crate::widgets::{Choice, text_field};

use super::fields::{Field, Gestures, fields};

pub(super) fn ui(ui: &mut Ui, context: &mut ViewContext<'_>, gestures: &mut Gestures) {
    fields::<Routine>(ui, context, gestures, |ui, fields| {
        fields.name(ui, |routine| routine.name.clone(), RoutineChange::Name);
        fields.flag(
            ui,
            Field::new(
                "Starts",
                "Runs as the mission starts, before any trigger is armed. One routine should.",
            ),
            |routine| routine.start,
            RoutineChange::Start,
        );
        fields.flag(
            ui,
            Field::new(
                "Part",
                "Others can call it. Without this it is only a block that triggers share.",
            ),
            |routine| routine.part,
            RoutineChange::Part,
        );
        fields.flag(
            ui,
            Field::new(
                "Has a block",
                "A part without a block is there in name; a call of it does nothing.",
            ),
            |routine| routine.body.is_some(),
            |on| RoutineChange::Body(on.then(Body::default)),
        );
        if let [routine] = fields.records.as_slice() {
            let routine = routine.clone();
            let help =
                "Names of what callers push, in order and parted by commas; `arg.NAME` reads one.";
            let current = routine.arguments.join(", ");
            let salt = ("arguments", &routine.id);
            let typed = fields.row(ui, "Arguments", help, |ui, _| {
                text_field(ui, salt, "Arguments", &current)
            });
            if let Some(text) = typed {
                let names: Vec<String> = text
                    .split(',')
                    .map(|name| name.trim().to_owned())
                    .filter(|name| !name.is_empty())
                    .collect();
                fields.set("arguments", None, |_| {
                    RoutineChange::Arguments(names.clone())
                });
            }
            if let Some(body) = &routine.body {
                let body = body.clone();
                fields.choice(
                    ui,
                    Field::new(
                        "Code style",
                        "Which compiler's code it becomes; both run alike.",
                    ),
                    |routine| routine.body.as_ref().map(|it| it.style).unwrap_or_default(),
                    |style| style_text(*style).to_owned(),
                    || {
                        [CodeStyle::Shipped, CodeStyle::Rules]
                            .map(|it| Choice::new(it, style_text(it)))
                            .to_vec()
                    },
                    move |style| {
                        RoutineChange::Body(Some(Body {
                            style,
                            ..body.clone()
                        }))
                    },
                );
            }
        }
    });
    if ui.button("Edit the Text").clicked()
        && let Some(record) = context.selection.last()
    {
        context.edit_text(record);
    }
}

/// A style's name.
pub(super) fn style_text(style: CodeStyle) -> &'static str {
    match style {
        CodeStyle::Shipped => "as the shipped missions",
        CodeStyle::Rules => "as rules text",
    }
}
