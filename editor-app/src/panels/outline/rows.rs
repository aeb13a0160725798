//! The rows of the outline's tree.

use eframe::egui::{
    Align, Color32, CursorIcon, Label, Layout, RichText, Ui, UiBuilder, WidgetInfo, WidgetType,
};
use egui_ltreeview::{CloserState, NodeBuilder, TreeViewBuilder};
use egui_phosphor::regular as icons;
use model::{AnyId, Collection, Mission, Record as _, Ship};

use crate::theme::{self, icon};
use crate::view_context::ViewContext;

use super::Node;

/// Room at the right of a row for the scroll bar.
const MARGIN: f32 = 8.0;
/// The collections with a heading of their own, below that of the ships and their groups.
const BELOW_SHIPS: [Collection; 6] = [
    Collection::Squads,
    Collection::Formations,
    Collection::Curves,
    Collection::Triggers,
    Collection::Routines,
    Collection::Globals,
];

/// The rows of the tree, one after another.
pub(super) struct Rows<'a, 'c> {
    context: &'a ViewContext<'c>,
    wanted: &'a str,
    palette: theme::Palette,
    /// The record whose row is asked for, and the row's number once it is met.
    sought: Option<&'a AnyId>,
    found: Option<usize>,
    /// Rows so far, those in closed branches left out.
    count: usize,
}

/// What a row shows.
struct Row {
    text: RichText,
    /// Signs at its right edge, each with a colour and with what it says.
    signs: Vec<(&'static str, Option<Color32>, &'static str)>,
}

/// Whether anything in the mission is called by the words.
pub(super) fn any_matches(mission: &Mission, wanted: &str) -> bool {
    Collection::ALL
        .into_iter()
        .flat_map(|collection| mission.ids(collection))
        .any(|id| matches(mission, &id, wanted))
}

impl<'a, 'c> Rows<'a, 'c> {
    pub(super) fn new(
        context: &'a ViewContext<'c>,
        wanted: &'a str,
        palette: theme::Palette,
        sought: Option<&'a AnyId>,
    ) -> Self {
        Self {
            context,
            wanted,
            palette,
            sought,
            found: None,
            count: 0,
        }
    }

    /// The number of the row that was sought, counted from 0, if it was there.
    pub(super) fn found(&self) -> Option<usize> {
        self.found
    }

    pub(super) fn build(&mut self, builder: &mut TreeViewBuilder<'_, Node>) {
        let mission = self.context.mission();
        self.ships(builder, mission);
        for collection in BELOW_SHIPS {
            let ids: Vec<AnyId> = mission
                .ids(collection)
                .into_iter()
                .filter(|id| self.matches(id))
                .collect();
            // A search shows what it found, not where it found nothing.
            if ids.is_empty() && !self.wanted.is_empty() {
                continue;
            }
            let open = self.heading(builder, collection, ids.len());
            for id in ids {
                self.leaf(builder, id, open);
            }
            builder.close_dir();
        }
    }

    fn ships(&mut self, builder: &mut TreeViewBuilder<'_, Node>, mission: &Mission) {
        let shown: Vec<&Ship> = mission
            .ships
            .iter()
            .filter(|ship| self.matches(&ship.any_id()))
            .collect();
        let groups_found = mission
            .flight_groups
            .iter()
            .filter(|it| self.matches(&it.any_id()))
            .count();
        let searching = !self.wanted.is_empty();
        if searching && shown.is_empty() && groups_found == 0 {
            return;
        }
        // What a search found is counted whole; else a heading counts what it is named for.
        let count = shown.len() + if searching { groups_found } else { 0 };
        let has_rows = count > 0 || groups_found > 0;
        let open = self.heading_over(builder, Collection::Ships, count, has_rows);
        for group in &mission.flight_groups {
            let own = group.any_id();
            let ships: Vec<AnyId> = shown
                .iter()
                .filter(|ship| ship.flight_group.as_ref() == Some(&group.id))
                .map(|ship| ship.any_id())
                .collect();
            if searching && ships.is_empty() && !self.matches(&own) {
                continue;
            }
            self.branch(builder, Node::Record(own), open, ships);
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
            self.branch(builder, Node::Ungrouped, open, ungrouped);
        }
        builder.close_dir();
    }

    /// A flight group, or the ships of none.
    fn branch(
        &mut self,
        builder: &mut TreeViewBuilder<'_, Node>,
        node: Node,
        visible: bool,
        ships: Vec<AnyId>,
    ) {
        let row = match &node {
            Node::Record(group) => self.record(group),
            _ => Row {
                text: RichText::new("In no flight group").weak(),
                signs: Vec::new(),
            },
        };
        self.count_row(&node, visible);
        let builder_node = if ships.is_empty() {
            // There is nothing to open, but ships can be dropped into it.
            NodeBuilder::dir(node).closer(no_closer)
        } else {
            NodeBuilder::dir(node)
        };
        let open = builder.node(
            builder_node
                .default_open(true)
                .activatable(false)
                .label_ui(move |ui| row.ui(ui)),
        );
        for ship in ships {
            self.leaf(builder, ship, visible && open);
        }
        builder.close_dir();
    }

    fn heading(
        &mut self,
        builder: &mut TreeViewBuilder<'_, Node>,
        collection: Collection,
        count: usize,
    ) -> bool {
        self.heading_over(builder, collection, count, count > 0)
    }

    fn heading_over(
        &mut self,
        builder: &mut TreeViewBuilder<'_, Node>,
        collection: Collection,
        count: usize,
        has_rows: bool,
    ) -> bool {
        let searching = !self.wanted.is_empty();
        let found = if searching { " found" } else { "" };
        let text = format!(
            "{}  {}  {count}{found}",
            icon(collection),
            collection.title()
        );
        let row = Row {
            text: RichText::new(text).strong(),
            signs: Vec::new(),
        };
        let node = Node::Heading(collection);
        self.count_row(&node, true);
        let builder_node = if has_rows {
            NodeBuilder::dir(node)
        } else {
            NodeBuilder::dir(node).closer(no_closer)
        };
        builder.node(
            builder_node
                .default_open(searching || collection == Collection::Ships)
                .drop_allowed(false)
                .label_ui(move |ui| row.ui(ui)),
        )
    }

    fn leaf(&mut self, builder: &mut TreeViewBuilder<'_, Node>, id: AnyId, visible: bool) {
        let row = self.record(&id);
        let node = Node::Record(id);
        self.count_row(&node, visible);
        builder.node(
            NodeBuilder::leaf(node)
                .activatable(true)
                .label_ui(move |ui| row.ui(ui)),
        );
    }

    /// Counts a row, and minds whether it is the one that is sought.
    fn count_row(&mut self, node: &Node, visible: bool) {
        if !visible {
            return;
        }
        if let (Node::Record(record), Some(sought)) = (node, self.sought)
            && record == sought
        {
            self.found = Some(self.count);
        }
        self.count += 1;
    }

    /// A record's row: its id, its name where that says more, and signs of what one has to know.
    fn record(&self, id: &AnyId) -> Row {
        let mission = self.context.mission();
        let mut text = id.id.to_string();
        if let Some(name) = mission.display_name(id)
            && name != &*id.id
            && !name.is_empty()
        {
            text = format!("{text}  ·  {name}");
        }
        let ship = id
            .of::<Ship>()
            .and_then(|id| mission.ships.get(id.as_str()));
        let worst = self.context.worst(id);
        let own_colour = match (worst, ship) {
            (Some(severity), _) => Some(self.palette.severity(severity)),
            (None, Some(ship)) => Some(self.palette.kind(ship.kind)),
            (None, None) => None,
        };
        let text = RichText::new(text);
        let text = match own_colour {
            Some(colour) => text.color(colour),
            None => text,
        };
        let mut signs = Vec::new();
        if let Some(severity) = worst {
            let help = "There is something to tell of it; see Problems";
            let colour = Some(self.palette.severity(severity));
            signs.push((theme::severity_icon(severity), colour, help));
        }
        let info = mission.editor_info(id);
        if info.is_some_and(|it| it.locked) {
            signs.push((
                icons::LOCK_SIMPLE,
                None,
                "Locked: not picked in the viewport",
            ));
        }
        if info.is_some_and(|it| it.hidden) {
            signs.push((icons::EYE_SLASH, None, "Hidden: left out of the viewport"));
        }
        let first = mission.ships.at(0);
        if ship.is_some_and(|it| it.is_vessel() && first.is_some_and(|first| first.id == it.id)) {
            let colour = Some(self.palette.accent);
            signs.push((
                icons::STEERING_WHEEL,
                colour,
                "The first ship: the player's",
            ));
        }
        Row { text, signs }
    }

    fn matches(&self, id: &AnyId) -> bool {
        matches(self.context.mission(), id, self.wanted)
    }
}

impl Row {
    fn ui(&self, ui: &mut Ui) {
        // Laid out apart from the tree, which would widen with a long name rather than cut it.
        let space = ui.available_rect_before_wrap();
        let right = Layout::right_to_left(Align::Center);
        let mut ui = ui.new_child(UiBuilder::new().max_rect(space).layout(right));
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(MARGIN);
        for (sign, colour, help) in &self.signs {
            let text = RichText::new(*sign);
            let text = match colour {
                Some(colour) => text.color(*colour),
                None => text.weak(),
            };
            let label = ui.add(Label::new(text).selectable(false));
            label.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, *help));
            label.on_hover_text(*help);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(self.text.clone()).selectable(false).truncate());
        });
    }
}

/// What a branch without rows shows in place of an arrow.
fn no_closer(ui: &mut Ui, closer: CloserState) {
    if closer.is_hovered {
        ui.ctx().set_cursor_icon(CursorIcon::Default);
    }
}

fn matches(mission: &Mission, id: &AnyId, wanted: &str) -> bool {
    if wanted.is_empty() {
        return true;
    }
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
    wanted.split_whitespace().all(|word| text.contains(word))
}
