//! Everything in the mission, as a tree.

mod rows;

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{self, Id, Key, Rect, RichText, TextEdit, Ui, vec2};
use egui_ltreeview::{
    Action as TreeAction, DirPosition, DragAndDrop, RowLayout, TreeView, TreeViewState,
};
use egui_phosphor::regular as icons;
use model::edit::{Edit, EditError, Spot, rename};
use model::{AnyId, Collection, FlightGroup, FlightGroupId, Mission, Ship};

use crate::action::{Action, Command};
use crate::gesture::edit_label;
use crate::layout::Tab;
use crate::log::Level;
use crate::order::{moved, regrouped, reordered};
use crate::scene_from_mission::places_of;
use crate::selection::Selection;
use crate::theme;
use crate::view_context::ViewContext;

use super::add_menu::add_menu;
use rows::Rows;

/// A row of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Node {
    /// A heading.
    Heading(Collection),
    /// The ships that are in no flight group.
    Ungrouped,
    /// A record; flight groups hold their ships.
    Record(AnyId),
}

/// The outline: what it is searched for, which rows are open, what is being renamed.
#[derive(Default)]
pub(super) struct Outline {
    search: String,
    state: TreeViewState<Node>,
    /// The same while it is searched, when everything that was found is open.
    searched: TreeViewState<Node>,
    /// The selection that the tree was last told of.
    shown: Vec<AnyId>,
    /// Whether the selection was made elsewhere and its row is still to be scrolled to.
    seeking: bool,
    renaming: Option<Renaming>,
}

/// A record whose id is being typed anew.
struct Renaming {
    record: AnyId,
    text: String,
    fresh: bool,
}

impl Outline {
    pub(super) fn ui(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        self.header(ui, context);
        ui.separator();
        self.follow_selection(context.selection, context.mission());
        if self.renaming.is_some() {
            self.rename_row(ui, context);
        }
        let wanted = self.search.trim().to_lowercase();
        if !wanted.is_empty() && !rows::any_matches(context.mission(), &wanted) {
            self.nothing_found(ui);
            return;
        }
        egui::ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| {
                let actions = self.tree(ui, context, &wanted);
                for action in actions {
                    self.take(ui, action, context);
                }
            });
        let over = ui.rect_contains_pointer(ui.min_rect());
        let typing = ui.ctx().text_edit_focused();
        if over
            && !typing
            && let Some(record) = context.selection.last()
            && ui.input_mut(|it| it.consume_key(egui::Modifiers::NONE, Key::F2))
        {
            self.start_renaming(record);
        }
    }

    fn header(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        ui.horizontal(|ui| {
            ui.menu_button(format!("{} Add", icons::PLUS), |ui| {
                add_menu(ui, context, None);
            })
            .response
            .on_hover_text("Add a record");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if !self.search.is_empty() {
                    self.clear_button(ui, icons::X);
                }
                let field = ui.add(
                    TextEdit::singleline(&mut self.search)
                        // Its own, as the button beside it comes and goes while it is typed into.
                        .id(Id::new("outline search"))
                        .hint_text("Search names and ids")
                        .desired_width(f32::INFINITY),
                );
                let name = "Search the outline";
                field.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name)
                });
            });
        });
    }

    fn clear_button(&mut self, ui: &mut Ui, text: &str) {
        let button = ui.button(text).on_hover_text("Show everything again");
        button.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Clear the search")
        });
        if button.clicked() {
            self.search.clear();
        }
    }

    fn nothing_found(&mut self, ui: &mut Ui) {
        ui.add_space(8.0);
        ui.vertical_centered(|ui| {
            ui.weak("Nothing is called that.");
            self.clear_button(ui, "Clear the Search");
        });
    }

    /// Shows the selection that was made elsewhere, and opens the way to it.
    fn follow_selection(&mut self, selection: &Selection, mission: &Mission) {
        if self.shown == selection.records() {
            // The tree marks a row that is dragged without being selected, and would keep it so.
            let mut marked = self.state.selected().iter().cloned().filter_map(record_of);
            if marked.any(|record| !selection.contains(&record)) {
                self.mark_rows();
            }
            return;
        }
        self.shown = selection.records().to_vec();
        self.seeking = !self.shown.is_empty();
        self.mark_rows();
        for record in &self.shown {
            match record.of::<Ship>() {
                Some(id) => {
                    let ship = mission.ships.get(id.as_str());
                    let group = ship.and_then(|ship| ship.flight_group.as_ref());
                    let parent = match group {
                        Some(group) => Node::Record(AnyId::from(group)),
                        None => Node::Ungrouped,
                    };
                    self.state
                        .set_openness(Node::Heading(Collection::Ships), true);
                    self.state.set_openness(parent, true);
                }
                None => {
                    let heading = match record.collection {
                        Collection::FlightGroups => Collection::Ships,
                        other => other,
                    };
                    self.state.set_openness(Node::Heading(heading), true);
                }
            }
        }
    }

    /// Tells the tree, searched or not, which rows are selected.
    fn mark_rows(&mut self) {
        let rows: Vec<Node> = self.shown.iter().cloned().map(Node::Record).collect();
        self.searched.set_selected(rows.clone());
        self.state.set_selected(rows);
    }

    fn rename_row(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        let Some(renaming) = &mut self.renaming else {
            return;
        };
        let mut done = false;
        ui.horizontal(|ui| {
            ui.label("Id");
            let field = ui.add(
                TextEdit::singleline(&mut renaming.text)
                    .id(Id::new("rename"))
                    .desired_width(f32::INFINITY),
            );
            field.widget_info(|| {
                egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "New id")
            });
            if std::mem::take(&mut renaming.fresh) {
                field.request_focus();
                // What is typed takes the old id's place.
                let mut state = TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
                let end = CCursor::new(renaming.text.chars().count());
                let all = CCursorRange::two(CCursor::new(0), end);
                state.cursor.set_char_range(Some(all));
                state.store(ui.ctx(), field.id);
            }
            done = field.lost_focus();
        });
        if let Some(trouble) = rename_trouble(context.mission(), &renaming.record, &renaming.text) {
            ui.label(RichText::new(trouble).color(theme::palette(ui).error));
        }
        if done {
            let entered = ui.input(|input| input.key_pressed(Key::Enter));
            if entered && renaming.text != *renaming.record.id {
                ask_rename(context, &renaming.record, &renaming.text);
            }
            self.renaming = None;
        }
    }

    fn start_renaming(&mut self, record: &AnyId) {
        self.renaming = Some(Renaming {
            record: record.clone(),
            text: record.id.to_string(),
            fresh: true,
        });
    }

    fn tree(
        &mut self,
        ui: &mut Ui,
        context: &mut ViewContext<'_>,
        wanted: &str,
    ) -> Vec<TreeAction<Node>> {
        let tree_id = Id::new("outline");
        let mut menu_wants = Vec::new();
        let mission = context.mission();
        let selection = context.selection;
        let view = TreeView::new(tree_id)
            .allow_multi_selection(true)
            .row_layout(RowLayout::Compact)
            .fallback_context_menu(|ui, nodes: &Vec<Node>| {
                context_menu(ui, mission, nodes, &mut menu_wants);
            });
        let palette = *theme::palette(ui);
        // The tree shows a third of this behind the selection while another panel has the keyboard,
        // which comes out much like the fill that the selection has else.
        ui.visuals_mut().widgets.inactive.weak_bg_fill = palette.accent.linear_multiply(0.6);
        if ui.ctx().is_being_dragged(tree_id) {
            // The line where a drop goes is drawn in a share of this, and must be seen.
            let fill = &mut ui.visuals_mut().selection.bg_fill;
            *fill = fill.lerp_to_gamma(palette.accent, 0.4);
        }
        let top = ui.cursor().min;
        let sought = selection.last().filter(|_| self.seeking);
        let mut rows = Rows::new(context, wanted, palette, sought);
        let state = match wanted.is_empty() {
            true => &mut self.state,
            false => &mut self.searched,
        };
        let (_, actions) = view.show_state(ui, state, |builder| rows.build(builder));
        let found = rows.found();
        if std::mem::take(&mut self.seeking)
            && let Some(row) = found
        {
            let height = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
            let at = top + vec2(0.0, row as f32 * height);
            ui.scroll_to_rect(Rect::from_min_size(at, vec2(1.0, height)), None);
        }
        for wish in menu_wants {
            match wish {
                Wish::Do(action) => context.act(action),
                Wish::Rename(record) => self.start_renaming(&record),
            }
        }
        actions
    }

    fn take(&mut self, ui: &mut Ui, action: TreeAction<Node>, context: &mut ViewContext<'_>) {
        match action {
            TreeAction::SetSelected(nodes) => {
                let records: Vec<AnyId> = nodes.into_iter().filter_map(record_of).collect();
                if records != context.selection.records() {
                    self.shown.clone_from(&records);
                    context.select(records);
                    let other = match self.search.trim().is_empty() {
                        true => &mut self.searched,
                        false => &mut self.state,
                    };
                    other.set_selected(self.shown.iter().cloned().map(Node::Record).collect());
                }
            }
            TreeAction::Activate(activate) => {
                let record = activate.selected.into_iter().find_map(record_of);
                if let Some(record) = record {
                    activate_record(context, &record);
                }
            }
            TreeAction::Move(drop) => {
                if let Some((label, edit)) = dropped(context.mission(), &drop) {
                    context.edit(label, edit);
                    context.select(drop.source.into_iter().filter_map(record_of).collect());
                }
            }
            TreeAction::Drag(drag) => {
                // A line where a drop would do nothing would mislead.
                if dropped(context.mission(), &drag).is_none() {
                    drag.remove_drop_marker(ui);
                }
            }
            TreeAction::DragExternal(_) | TreeAction::MoveExternal(_) => {}
        }
    }
}

/// What a drop of rows does, and what the history calls it; `None` where it does nothing.
fn dropped(mission: &Mission, drop: &DragAndDrop<Node>) -> Option<(String, Edit)> {
    let records: Vec<AnyId> = drop.source.iter().cloned().filter_map(record_of).collect();
    if records.len() != drop.source.len() {
        return None;
    }
    let spot = match &drop.position {
        DirPosition::Before(Node::Record(record)) => Some(Spot::Before(record.clone())),
        DirPosition::After(Node::Record(record)) => Some(Spot::After(record.clone())),
        // The ships of no group are listed behind the groups.
        DirPosition::Before(Node::Ungrouped) => Some(Spot::End),
        DirPosition::After(_) | DirPosition::Before(_) => return None,
        DirPosition::First | DirPosition::Last => None,
    };
    let group = match &drop.target {
        Node::Record(group) => Some(group.of::<FlightGroup>()?),
        Node::Ungrouped => None,
        Node::Heading(heading) => {
            // Under the ships' heading stand the groups; ships stand in those.
            let listed = match heading {
                Collection::Ships => Collection::FlightGroups,
                other => *other,
            };
            let edit = reordered(mission, &records, listed, &spot?)?;
            return Some((edit_label("Reorder", &records), edit));
        }
    };
    if records.iter().any(|it| it.collection != Collection::Ships) {
        return None;
    }
    let spot = match drop.position {
        DirPosition::First => first_of(mission, group.as_ref()).map(Spot::Before),
        _ => spot,
    };
    let edit = regrouped(mission, &records, group.as_ref(), spot.as_ref())?;
    let stays = regrouped(mission, &records, group.as_ref(), None).is_none();
    let verb = if stays { "Reorder" } else { "Regroup" };
    Some((edit_label(verb, &records), edit))
}

/// The first ship that a flight group lists.
fn first_of(mission: &Mission, group: Option<&FlightGroupId>) -> Option<AnyId> {
    let group = group?;
    let first = mission.ships_of(group).next()?;
    Some(AnyId::from(&first.id))
}

/// Something that the context menu asks for.
enum Wish {
    Do(Action),
    Rename(AnyId),
}

fn context_menu(ui: &mut Ui, mission: &Mission, nodes: &[Node], wants: &mut Vec<Wish>) {
    ui.set_width(190.0);
    let records: Vec<AnyId> = nodes.iter().cloned().filter_map(record_of).collect();
    if let [Node::Heading(collection)] = nodes {
        if ui.button(format!("Add a {}", collection.noun())).clicked() {
            wants.push(Wish::Do(Action::Add(*collection)));
            ui.close();
        }
        return;
    }
    if records.is_empty() {
        return;
    }
    let title = match records.as_slice() {
        [one] => one.to_string(),
        many => format!("{} records", many.len()),
    };
    ui.weak(title);
    // What the menu is about is selected first, so that a command does what the menu says.
    let mut row = |ui: &mut Ui, can: bool, text: &str, action: Action| {
        let mut button = egui::Button::new(text);
        if let Action::Command(command) = &action
            && let Some(key) = command.info().keys.first()
        {
            button = button.shortcut_text(ui.ctx().format_shortcut(key));
        }
        if ui.add_enabled(can, button).clicked() {
            wants.push(Wish::Do(Action::Select(records.clone())));
            wants.push(Wish::Do(action));
            ui.close();
        }
    };
    let mut command = |ui: &mut Ui, can: bool, command: Command| {
        row(ui, can, command.info().text, Action::Command(command));
    };
    if !places_of(mission, &records).is_empty() {
        command(ui, true, Command::FrameSelection);
    }
    command(ui, true, Command::Duplicate);
    command(ui, true, Command::Delete);
    for (way, up) in [(Command::MoveUp, true), (Command::MoveDown, false)] {
        command(ui, moved(mission, &records, up).is_some(), way);
    }
    row(ui, true, "Add a Trigger", Action::Add(Collection::Triggers));
    if let [record] = records.as_slice() {
        let button = egui::Button::new("Rename the Id…").shortcut_text("F2");
        if ui.add(button).clicked() {
            wants.push(Wish::Rename(record.clone()));
            ui.close();
        }
    }
}

fn record_of(node: Node) -> Option<AnyId> {
    match node {
        Node::Record(record) => Some(record),
        Node::Heading(_) | Node::Ungrouped => None,
    }
}

/// What a double click on a record does: shows it where it is worked on.
fn activate_record(context: &mut ViewContext<'_>, record: &AnyId) {
    match record.collection {
        Collection::Ships | Collection::Curves => context.command(Command::FrameSelection),
        Collection::Triggers => context.act(Action::ShowTab(Tab::Triggers)),
        Collection::Routines => context.edit_text(record),
        _ => context.act(Action::ShowTab(Tab::Inspector)),
    }
}

/// Asks for another id of a record, wherever it is named. What cannot be is told, and nothing else
/// happens.
pub(super) fn ask_rename(context: &mut ViewContext<'_>, record: &AnyId, to: &str) {
    match renamed(context.mission(), record, to) {
        Ok((edit, renamed)) => {
            context.edit(format!("Rename {record} to {to}"), edit);
            context.select(vec![renamed]);
        }
        Err(trouble) => {
            let text = format!("{record} keeps its id: {trouble}.");
            context.act(Action::Note(Level::Warning, text));
        }
    }
}

/// The edit that renames a record, and what it is called then; else why it cannot be.
fn renamed(mission: &Mission, record: &AnyId, to: &str) -> Result<(Edit, AnyId), String> {
    let edit = rename(mission, record, to).map_err(|error| error.to_string())?;
    let renamed = AnyId {
        collection: record.collection,
        id: to.into(),
    };
    if mission.contains(&renamed) {
        return Err(EditError::IdTaken(renamed).to_string());
    }
    Ok((edit, renamed))
}

/// What is wrong with an id that is being typed, if something is.
pub(super) fn rename_trouble(mission: &Mission, record: &AnyId, typed: &str) -> Option<String> {
    if typed == &*record.id {
        return None;
    }
    renamed(mission, record, typed).err()
}
