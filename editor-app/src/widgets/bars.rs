//! Bars of controls, and how they wrap.

use eframe::egui::{self, Ui};

/// The bar at the top of a panel, which begins where the rows below it do.
pub(crate) fn top_bar(name: &'static str) -> egui::Panel {
    let margin = egui::Margin::symmetric(0, 2);
    egui::Panel::top(name).frame(egui::Frame::NONE.inner_margin(margin))
}

/// A group of controls in a row that wraps. It stays together where it fits into a row at all, and a
/// line parts it from the group before it in the same row.
pub(crate) fn group<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let id = ui.id().with(("group", name));
    let height = ui.spacing().interact_size.y;
    let gap = ui.spacing().item_spacing.x;
    // How wide it was when it was drawn last.
    let width: Option<f32> = ui.data(|data| data.get_temp(id));
    let row = ui.max_rect();
    if ui.cursor().left() > row.left() + 0.5 {
        let line = 6.0 + 2.0 * gap;
        match width {
            Some(width) if width + line > ui.available_size_before_wrap().x => ui.end_row(),
            _ => {
                ui.separator();
            }
        }
    }
    if width.is_some_and(|width| width > row.width()) {
        return add(ui);
    }
    let size = egui::vec2(width.unwrap_or_default(), height);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let shown = ui.allocate_ui_with_layout(size, layout, add);
    let drawn = shown.response.rect.width();
    if width.is_none_or(|width| (width - drawn).abs() > 0.5) {
        ui.data_mut(|data| data.insert_temp(id, drawn));
        ui.ctx().request_repaint();
    }
    shown.inner
}
