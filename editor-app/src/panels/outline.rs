//! Everything in the mission, as a tree.

use eframe::egui::{self, Id, Key, RichText, TextEdit, Ui};
use egui_ltreeview::{
    Action as TreeAction, NodeBuilder, RowLayout, TreeView, TreeViewBuilder, TreeViewState,
};
use egui_phosphor::regular as icons;
use model::edit::{Edit, rename};
use model::{AnyId, Collection, FlightGroup, Mission, Record, Ship, ShipChange};

use crate::action::{Action, Command};
use crate::gesture::edit_label;
use crate::layout::Tab;
use crate::selection::Selection;
use crate::theme;
use crate::view_context::ViewContext;

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
    /// The selection that the tree was last told of.
    shown: Vec<AnyId>,
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
        egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let wanted = self.search.trim().to_lowercase();
            let actions = self.tree(ui, context, &wanted);
            for action in actions {
                self.take(action, context);
            }
        });
        let over = ui.rect_contains_pointer(ui.min_rect());
        let typing = ui.ctx().text_edit_focused();
        if over && !typing && ui.input_mut(|it| it.consume_key(egui::Modifiers::NONE, Key::F2)) {
            self.start_renaming(context.selection);
        }
    }

    fn header(&mut self, ui: &mut Ui, context: &mut ViewContext<'_>) {
        ui.horizontal(|ui| {
            ui.menu_button(format!("{} Add", icons::PLUS), |ui| {
                for collection in Collection::ALL {
                    let noun = collection.noun();
                    if ui
                        .button(format!("{}  {}", icon(collection), capital(noun)))
                        .clicked()
                    {
                        context.act(Action::Add(collection));
                        ui.close();
                    }
                }
            })
            .response
            .on_hover_text("Add a record");
            let field = ui.add(
                TextEdit::singleline(&mut self.search)
                    .hint_text("Search names and ids")
                    .desired_width(f32::INFINITY),
            );
            field.widget_info(|| {
                egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Search the outline")
            });
        });
    }

    /// Shows the selection that was made elsewhere, and opens the way to it.
    fn follow_selection(&mut self, selection: &Selection, mission: &Mission) {
        if self.shown == selection.records() {
            return;
        }
        self.shown = selection.records().to_vec();
        self.state
            .set_selected(self.shown.iter().cloned().map(Node::Record).collect());
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
            }
            done = field.lost_focus();
        });
        if done {
            let entered = ui.input(|input| input.key_pressed(Key::Enter));
            if entered && renaming.text != *renaming.record.id {
                ask_rename(context, &renaming.record, &renaming.text);
            }
            self.renaming = None;
        }
    }

    fn start_renaming(&mut self, selection: &Selection) {
        if let Some(record) = selection.last() {
            self.renaming = Some(Renaming {
                record: record.clone(),
                text: record.id.to_string(),
                fresh: true,
            });
        }
    }

    fn tree(
        &mut self,
        ui: &mut Ui,
        context: &mut ViewContext<'_>,
        wanted: &str,
    ) -> Vec<TreeAction<Node>> {
        let mut menu_wants = Vec::new();
        let view = TreeView::new(Id::new("outline"))
            .allow_multi_selection(true)
            .row_layout(RowLayout::Compact)
            .fallback_context_menu(|ui, nodes: &Vec<Node>| {
                context_menu(ui, nodes, &mut menu_wants);
            });
        let palette = *theme::palette(ui);
        let (_, actions) = view.show_state(ui, &mut self.state, |builder| {
            let rows = Rows {
                context,
                wanted,
                palette,
            };
            rows.build(builder);
        });
        for wish in menu_wants {
            match wish {
                Wish::Do(action) => context.act(action),
                Wish::Rename => self.start_renaming(context.selection),
            }
        }
        actions
    }

    fn take(&mut self, action: TreeAction<Node>, context: &mut ViewContext<'_>) {
        match action {
            TreeAction::SetSelected(nodes) => {
                let records: Vec<AnyId> = nodes.into_iter().filter_map(record_of).collect();
                if records != context.selection.records() {
                    self.shown.clone_from(&records);
                    context.select(records);
                }
            }
            TreeAction::Activate(activate) => {
                let record = activate.selected.into_iter().find_map(record_of);
                if let Some(record) = record {
                    activate_record(context, &record);
                }
            }
            TreeAction::Move(drop) => {
                let ships: Vec<_> = drop
                    .source
                    .into_iter()
                    .filter_map(record_of)
                    .filter_map(|record| record.of::<Ship>())
                    .collect();
                let group = match drop.target {
                    Node::Record(record) => record.of::<FlightGroup>().map(Some),
                    Node::Ungrouped => Some(None),
                    Node::Heading(_) => None,
                };
                if let (Some(group), false) = (group, ships.is_empty()) {
                    let edits = ships
                        .iter()
                        .map(|ship| Edit::change(ship, ShipChange::FlightGroup(group.clone())));
                    let records: Vec<AnyId> = ships.iter().map(AnyId::from).collect();
                    context.edit(edit_label("Regroup", &records), Edit::All(edits.collect()));
                }
            }
            TreeAction::Drag(_) | TreeAction::DragExternal(_) | TreeAction::MoveExternal(_) => {}
        }
    }
}

/// Something that the context menu asks for.
enum Wish {
    Do(Action),
    Rename,
}

fn context_menu(ui: &mut Ui, nodes: &[Node], wants: &mut Vec<Wish>) {
    ui.set_width(180.0);
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
    let mut row = |ui: &mut Ui, text: &str, action: Action| {
        if ui.button(text).clicked() {
            wants.push(Wish::Do(Action::Select(records.clone())));
            wants.push(Wish::Do(action));
            ui.close();
        }
    };
    row(
        ui,
        "Frame in Viewport",
        Action::Command(Command::FrameSelection),
    );
    row(ui, "Add a Trigger", Action::Add(Collection::Triggers));
    row(ui, "Duplicate", Action::Command(Command::Duplicate));
    row(ui, "Delete", Action::Command(Command::Delete));
    if let [_] = records.as_slice()
        && ui.button("Rename the Id…").clicked()
    {
        wants.push(Wish::Rename);
        ui.close();
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
        Collection::Routines => context.act(Action::ShowTab(Tab::Routine)),
        _ => context.act(Action::ShowTab(Tab::Inspector)),
    }
}

/// Asks for another id of a record, wherever it is named.
pub(super) fn ask_rename(context: &mut ViewContext<'_>, record: &AnyId, to: &str) {
    match rename(context.mission(), record, to) {
        Ok(edit) => {
            let renamed = AnyId {
                collection: record.collection,
                id: to.into(),
            };
            context.edit(format!("Rename {record}"), edit);
            context.select(vec![renamed]);
        }
        Err(error) => context.act(Action::Note(crate::log::Level::Warning, error.to_string())),
    }
}

/// The rows of the tree.
struct Rows<'a, 'c> {
    context: &'a ViewContext<'c>,
    wanted: &'a str,
    palette: theme::Palette,
}

impl Rows<'_, '_> {
    fn build(&self, builder: &mut TreeViewBuilder<'_, Node>) {
        let mission = self.context.mission();
        self.ships(builder, mission);
        for collection in [
            Collection::Squads,
            Collection::Formations,
            Collection::Curves,
            Collection::Triggers,
            Collection::Routines,
            Collection::Globals,
        ] {
            let ids: Vec<AnyId> = mission
                .ids(collection)
                .into_iter()
                .filter(|id| self.matches(id))
                .collect();
            // A search shows what it found, not where it found nothing.
            if ids.is_empty() && !self.wanted.is_empty() {
                continue;
            }
            self.heading(builder, collection, ids.len());
            for id in ids {
                self.leaf(builder, id);
            }
            builder.close_dir();
        }
    }

    fn ships(&self, builder: &mut TreeViewBuilder<'_, Node>, mission: &Mission) {
        let shown: Vec<&Ship> = mission
            .ships
            .iter()
            .filter(|ship| self.matches(&ship.any_id()))
            .collect();
        let any_group = mission
            .flight_groups
            .iter()
            .any(|it| self.matches(&it.any_id()));
        if shown.is_empty() && !any_group && !self.wanted.is_empty() {
            return;
        }
        self.heading(builder, Collection::Ships, shown.len());
        for group in &mission.flight_groups {
            let own = group.any_id();
            let ships: Vec<AnyId> = shown
                .iter()
                .filter(|ship| ship.flight_group.as_ref() == Some(&group.id))
                .map(|ship| ship.any_id())
                .collect();
            if !self.wanted.is_empty() && ships.is_empty() && !self.matches(&own) {
                continue;
            }
            builder.node(
                NodeBuilder::dir(Node::Record(own.clone()))
                    .default_open(true)
                    .label(self.text(&own)),
            );
            for ship in ships {
                self.leaf(builder, ship);
            }
            builder.close_dir();
        }
        let known = |ship: &Ship| {
            ship.flight_group
                .as_ref()
                .is_some_and(|id| mission.flight_groups.contains(id.as_str()))
        };
        let ungrouped: Vec<AnyId> = shown
            .iter()
            .filter(|ship| !known(ship))
            .map(|ship| ship.any_id())
            .collect();
        if !ungrouped.is_empty() {
            builder.node(
                NodeBuilder::dir(Node::Ungrouped)
                    .default_open(true)
                    .activatable(false)
                    .label(RichText::new("In no flight group").weak()),
            );
            for ship in ungrouped {
                self.leaf(builder, ship);
            }
            builder.close_dir();
        }
        builder.close_dir();
    }

    fn heading(
        &self,
        builder: &mut TreeViewBuilder<'_, Node>,
        collection: Collection,
        count: usize,
    ) {
        let open = !self.wanted.is_empty() || collection == Collection::Ships;
        let text = format!("{}  {}  {count}", icon(collection), collection.title());
        builder.node(
            NodeBuilder::dir(Node::Heading(collection))
                .default_open(open)
                .drop_allowed(false)
                .label(RichText::new(text).strong()),
        );
    }

    fn leaf(&self, builder: &mut TreeViewBuilder<'_, Node>, id: AnyId) {
        let text = self.text(&id);
        builder.node(
            NodeBuilder::leaf(Node::Record(id))
                .activatable(true)
                .label(text),
        );
    }

    /// A record's row: its id, its name where that says more, a sign where something is wrong.
    fn text(&self, id: &AnyId) -> RichText {
        let mission = self.context.mission();
        let mut text = id.id.to_string();
        if let Some(name) = mission.display_name(id)
            && name != &*id.id
            && !name.is_empty()
        {
            text = format!("{text}  ·  {name}");
        }
        let worst = self.context.worst(id);
        if let Some(severity) = worst {
            text = format!("{text}  {}", theme::severity_icon(severity));
        }
        let text = RichText::new(text);
        if let Some(severity) = worst {
            return text.color(self.palette.severity(severity));
        }
        match id
            .of::<Ship>()
            .and_then(|id| mission.ships.get(id.as_str()))
        {
            Some(ship) => text.color(self.palette.kind(ship.kind)),
            None => text,
        }
    }

    fn matches(&self, id: &AnyId) -> bool {
        if self.wanted.is_empty() {
            return true;
        }
        let mission = self.context.mission();
        let kind = id
            .of::<Ship>()
            .and_then(|id| mission.ships.get(id.as_str()))
            .map(|ship| formats::catalogue::kind_title(ship.kind))
            .unwrap_or_default();
        let text = format!(
            "{} {} {} {kind}",
            id.id,
            mission.display_name(id).unwrap_or_default(),
            id.collection.noun()
        )
        .to_lowercase();
        self.wanted
            .split_whitespace()
            .all(|word| text.contains(word))
    }
}

/// The sign of a collection.
pub(super) fn icon(collection: Collection) -> &'static str {
    match collection {
        Collection::Globals => icons::HASH,
        Collection::FlightGroups => icons::USERS_THREE,
        Collection::Ships => icons::ROCKET,
        Collection::Squads => icons::STACK,
        Collection::Formations => icons::DOTS_NINE,
        Collection::Curves => icons::PATH,
        Collection::Triggers => icons::LIGHTNING,
        Collection::Routines => icons::CODE,
    }
}

/// Text with its first letter large.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
