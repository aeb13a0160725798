//! Lists of what happened that go where the moment goes.

use std::ops::Range;

use eframe::egui::{ScrollArea, Ui};
use runtime::debug::Position;

use crate::preview::{Preview, Standing};

/// Where a list of what happened stands.
#[derive(Default)]
pub(in crate::panels) struct Follow {
    /// The moment that it was brought to last.
    last: Option<Position>,
    /// The rows that were in sight.
    in_sight: Range<usize>,
}

impl Follow {
    /// A list of `count` rows, of which the first `past` came up to the moment that is shown. Another
    /// moment is brought into sight, once the list is whole; while a run plays, the end is, unless the
    /// author has scrolled away from it. `add` draws rows.
    pub(in crate::panels) fn show(
        &mut self,
        ui: &mut Ui,
        preview: &Preview,
        (row, count, past): (f32, usize, usize),
        is_whole: bool,
        add: impl FnOnce(&mut Ui, Range<usize>),
    ) {
        let now = preview.position();
        let plays = preview.standing() == Standing::Playing;
        let mut area = ScrollArea::vertical()
            .auto_shrink(false)
            .stick_to_bottom(plays);
        let moved = self.last != now && (!plays || self.last.is_none());
        let at = past.saturating_sub(1);
        if moved && !self.in_sight.contains(&at) {
            let pitch = row + ui.spacing().item_spacing.y;
            let middle = ui.available_height() / 2.0;
            area = area.vertical_scroll_offset((past as f32 * pitch - middle).max(0.0));
        }
        if is_whole {
            self.last = now;
        }
        let mut in_sight = 0..0;
        area.show_rows(ui, row, count, |ui, rows| {
            in_sight = rows.clone();
            add(ui, rows);
        });
        // The first and the last of them may be cut off.
        self.in_sight = in_sight.start.saturating_add(1)..in_sight.end.saturating_sub(1);
        if count <= in_sight.len() {
            self.in_sight = 0..count;
        }
    }
}
