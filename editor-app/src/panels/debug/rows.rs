//! What the rows of the panels are made of: cells, links, triangles, copying.

use std::hash::Hash;

use eframe::egui::{
    self, Align, Button, Id, Label, Layout, Rect, Response, RichText, Sense, TextWrapMode, Ui,
    UiBuilder, WidgetInfo, WidgetType, vec2,
};
use egui_phosphor::regular as icons;
use model::AnyId;
use model::diagnostic::Place;
use runtime::Tick;

use crate::action::Action;
use crate::breakpoints::{BreakpointAction, On};
use crate::preview::{Line, PreviewAction, time_text};
use crate::view_context::ViewContext;

/// Height of a row, in points.
pub(super) const ROW: f32 = 21.0;
/// Width of a time, in points.
pub(super) const TIME: f32 = 62.0;
/// How far what is unfolded stands to the right, in points.
const INDENT: f32 = 22.0;

/// A row of cells that can be pointed at as a whole.
pub(super) fn row(
    ui: &mut Ui,
    id: impl Hash + std::fmt::Debug,
    striped: bool,
    cells: impl FnOnce(&mut Ui),
) -> Response {
    let size = vec2(ui.available_width(), ROW);
    let rect = Rect::from_min_size(ui.cursor().min, size);
    // Asked for before its cells, so that these come first.
    let response = ui.interact(rect, ui.id().with(Id::new(id)), Sense::click());
    if response.hovered() || response.context_menu_opened() {
        let fill = ui.visuals().widgets.hovered.weak_bg_fill;
        ui.painter()
            .rect_filled(rect, 0.0, fill.gamma_multiply(0.6));
    } else if striped {
        let fill = ui.visuals().faint_bg_color;
        ui.painter().rect_filled(rect, 0.0, fill);
    }
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    let layout = Layout::left_to_right(Align::Center);
    let builder = UiBuilder::new().id_salt(response.id);
    ui.scope_builder(builder.max_rect(rect).layout(layout), |ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
        ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
        ui.set_min_size(size);
        cells(ui);
    });
    let left = rect.bottom() - ui.cursor().top();
    if left > 0.0 {
        ui.add_space(left);
    }
    ui.spacing_mut().item_spacing.y = spacing;
    response
}

/// Whether a row of the usual height would be seen; if not, its room is taken.
pub(super) fn skips(ui: &mut Ui) -> bool {
    let size = vec2(ui.available_width(), ROW);
    let rect = Rect::from_min_size(ui.cursor().min, size);
    let unseen = !ui.is_rect_visible(rect);
    if unseen {
        ui.add_space(ROW);
    }
    unseen
}

/// A list of rows of the usual height, of which only those in sight are drawn; `add` draws one by its
/// place.
pub(super) fn long_list(ui: &mut Ui, count: usize, mut add: impl FnMut(&mut Ui, usize)) {
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    let (clip, top) = (ui.clip_rect(), ui.cursor().top());
    let row_at = |y: f32| ((y - top) / ROW).floor().max(0.0) as usize;
    let first = row_at(clip.top()).min(count);
    let last = row_at(clip.bottom()).saturating_add(1).clamp(first, count);
    ui.add_space(first as f32 * ROW);
    for at in first..last {
        add(ui, at);
    }
    ui.add_space((count - last) as f32 * ROW);
    ui.spacing_mut().item_spacing.y = spacing;
}

/// A cell of a width; what does not fit is cut off.
pub(super) fn cell<R>(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let rect = Rect::from_min_size(ui.cursor().min, vec2(width.max(8.0), ROW));
    let layout = Layout::left_to_right(Align::Center);
    let clip = ui.clip_rect().intersect(rect);
    ui.scope_builder(UiBuilder::new().max_rect(rect).layout(layout), |ui| {
        ui.set_clip_rect(clip);
        ui.set_min_size(rect.size());
        add(ui)
    })
    .inner
}

/// Text that is cut off where it has no room, and whole under the pointer.
pub(super) fn text(ui: &mut Ui, text: impl Into<RichText>) -> Response {
    let text = text.into();
    let whole = text.text().to_owned();
    ui.add(Label::new(text).truncate().selectable(false))
        .on_hover_text(whole)
}

/// The heads of columns.
pub(super) fn heads(ui: &mut Ui, columns: &[(&str, f32)]) {
    row(ui, "heads", false, |ui| {
        for (title, width) in columns {
            cell(ui, *width, |ui| {
                ui.add(
                    Label::new(RichText::new(*title).strong())
                        .truncate()
                        .selectable(false),
                )
            });
        }
    });
}

/// A triangle that folds and unfolds what stands below a row; whether it is unfolded.
pub(super) fn triangle(ui: &mut Ui, id: Id, name: &str) -> bool {
    let mut open = is_open(ui, id);
    let icon = if open {
        icons::CARET_DOWN
    } else {
        icons::CARET_RIGHT
    };
    let button = ui.add(
        Button::new(icon)
            .frame(false)
            .min_size(vec2(16.0, ROW - 4.0)),
    );
    let verb = if open { "Fold" } else { "Unfold" };
    button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("{verb} {name}")));
    if button.clicked() {
        open = !open;
        ui.data_mut(|data| data.insert_temp(id, open));
        // Its sign was drawn as it was.
        ui.ctx().request_repaint();
    }
    open
}

/// Whether what stands below a row is unfolded.
pub(super) fn is_open(ui: &Ui, id: Id) -> bool {
    ui.data(|data| data.get_temp(id)).unwrap_or(false)
}

/// What is unfolded below a row.
pub(super) fn unfolded(ui: &mut Ui, id: Id, add: impl FnOnce(&mut Ui)) {
    ui.push_id(id, |ui| below(ui, add));
}

fn below(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.add_space(INDENT);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            add(ui);
            ui.add_space(4.0);
        });
    });
}

/// A label with what stands behind it.
pub(super) fn field(ui: &mut Ui, label: &str, add: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.weak(label);
        add(ui);
    });
}

/// A time that a click goes to; weak where it is later than the moment that is shown.
pub(super) fn time_link(ui: &mut Ui, context: &mut ViewContext<'_>, tick: Tick) -> Response {
    let text = time_text(tick);
    if context.preview.is_linked() {
        // No link leads back to a moment.
        return ui.monospace(text);
    }
    let colour = ui.visuals().text_color();
    let shown = RichText::new(text.clone()).monospace().color(colour);
    let button = ui
        .add(Button::new(shown).frame(false))
        .on_hover_cursor(egui::CursorIcon::PointingHand)
        .on_hover_text("Show the run at this moment");
    button.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, text.clone()));
    if button.clicked() {
        context.act(Action::Preview(PreviewAction::Seek(tick)));
    }
    button
}

/// A link that readers of the screen know for one: where labels can be selected, it would be a label
/// to them.
pub(super) fn link(ui: &mut Ui, text: String) -> Response {
    ui.scope(|ui| {
        ui.style_mut().interaction.selectable_labels = false;
        ui.link(text)
    })
    .inner
}

/// A record's id that a click goes to.
pub(super) fn record_link(ui: &mut Ui, context: &mut ViewContext<'_>, record: &AnyId) -> Response {
    let link = link(ui, record.id.to_string());
    if link.clicked() {
        context.go_to(Place::record(record.clone()));
    }
    link.on_hover_text(format!("Go to {record}"))
}

/// A record's id, or what is said where the mission has none.
pub(super) fn record_or(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    record: Option<&AnyId>,
    other: impl FnOnce() -> String,
) {
    match record {
        Some(record) => {
            record_link(ui, context, record);
        }
        None => {
            text(ui, other());
        }
    }
}

/// A line of the author's text that a click goes to.
pub(super) fn line_link(ui: &mut Ui, context: &mut ViewContext<'_>, line: &Line) -> Response {
    let link = link(ui, line.to_string());
    if link.clicked() {
        context.go_to(Place::text(line.owner.clone(), line.span.clone()));
    }
    link.on_hover_text(format!("Go to line {} of {}", line.number, line.owner))
}

/// The line of an instruction, where it came from one.
pub(super) fn script_link(ui: &mut Ui, context: &mut ViewContext<'_>, script: Option<u32>) {
    if let Some(line) = script.and_then(|script| context.preview.line_of(script)) {
        line_link(ui, context, &line);
    }
}

/// The line of an instruction as text; empty where it came from none.
pub(super) fn script_text(context: &ViewContext<'_>, script: Option<u32>) -> String {
    script
        .and_then(|script| context.preview.line_of(script))
        .map_or_else(String::new, |line| line.to_string())
}

/// Lets a right click on a row copy it.
pub(in crate::panels) fn copy_menu(
    response: &Response,
    context: &mut ViewContext<'_>,
    text: impl FnOnce() -> String,
) {
    row_menu(response, context, text, |_, _| {});
}

/// Lets a right click on a row copy it, or do something else with it.
pub(super) fn row_menu(
    response: &Response,
    context: &mut ViewContext<'_>,
    text: impl FnOnce() -> String,
    more: impl FnOnce(&mut Ui, &mut ViewContext<'_>),
) {
    response.context_menu(|ui| {
        if ui.button("Copy Row").clicked() {
            context.act(Action::Copy(text()));
            ui.close();
        }
        more(ui, context);
    });
}

const NO_RUN: &str = "Nothing runs yet; Play (F5) starts the mission.";
const NO_WAY_BACK: &str = "A linked game goes only onward.";
/// Why it cannot be said of a linked game why a trigger did not fire.
pub(in crate::panels) const NO_WHY: &str = "A linked game does not tell which events it met a trigger with. A run of the editor's own does.";

/// What the debugger does about a trigger, a global or a variable, in a menu: stop at it, go back to
/// it, and why it did not fire.
pub(in crate::panels) fn debug_menu(ui: &mut Ui, context: &mut ViewContext<'_>, on: &On) {
    let (stop, back) = match on {
        On::Trigger { .. } => ("Stop When It Fires", "Back to Its Last Firing"),
        _ => ("Stop When It Is Written", "Back to Its Last Write"),
    };
    ui.separator();
    let linked = context.preview.is_linked();
    let own = context.preview.has_run() && !linked;
    if let On::Trigger { trigger } = on
        && ui
            .add_enabled(own, Button::new("Why Not?"))
            .on_hover_text("Why it did not fire")
            .on_disabled_hover_text(if linked { NO_WHY } else { NO_RUN })
            .clicked()
    {
        context.act(Action::Preview(PreviewAction::WhyNot {
            trigger: trigger.clone(),
            from: Tick(0),
        }));
        ui.close();
    }
    match context.breakpoints.on(on).map(|it| it.id) {
        Some(id) => {
            if ui.button("Remove Its Breakpoint").clicked() {
                context.act(Action::Breakpoint(BreakpointAction::Remove(id)));
                ui.close();
            }
        }
        None => {
            if ui.button(stop).clicked() {
                context.act(Action::Breakpoint(BreakpointAction::Add(on.clone())));
                ui.close();
            }
        }
    }
    if ui
        .add_enabled(own, Button::new(back))
        .on_disabled_hover_text(if linked { NO_WAY_BACK } else { NO_RUN })
        .clicked()
    {
        let back = match on {
            On::Variable { variable } => Some(PreviewAction::BackToVariable(*variable)),
            on => on.record().cloned().map(PreviewAction::BackToRecord),
        };
        if let Some(back) = back {
            context.act(Action::Preview(back));
        }
        ui.close();
    }
}

/// A button that copies all that a panel shows, its columns parted by tabs.
pub(in crate::panels) fn copy_button(
    ui: &mut Ui,
    context: &mut ViewContext<'_>,
    what: &str,
    text: impl FnOnce(&ViewContext<'_>) -> String,
) {
    let button = ui.button(icons::COPY);
    let name = format!("Copy {what}");
    button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
    if button
        .on_hover_text(format!("{name} as text, columns parted by tabs"))
        .clicked()
    {
        let text = text(context);
        context.act(Action::Copy(text));
    }
}

/// A field that a list is searched by.
pub(super) fn search(ui: &mut Ui, wanted: &mut String, name: &str) -> Response {
    let field = ui.add(
        egui::TextEdit::singleline(wanted)
            .hint_text("Search")
            .desired_width(110.0),
    );
    field.widget_info(|| {
        let mut info = WidgetInfo::labeled(WidgetType::TextEdit, true, name);
        info.current_text_value = Some(wanted.clone());
        info
    });
    field
}

/// Rows of cells as text.
pub(super) fn tabbed<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> String {
    let lines: Vec<_> = rows.into_iter().map(|row| row.join("\t")).collect();
    lines.join("\n")
}
