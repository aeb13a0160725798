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

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable as _;

    use super::*;

    /// Where the words of three groups stand in a row of a width.
    fn placed(width: f32) -> Vec<egui::Rect> {
        let names = ["Start", "Port", "Link", "Quit"];
        let mut harness = Harness::builder()
            .with_size([width + 16.0, 200.0])
            .build_ui(|ui| {
                ui.horizontal_wrapped(|ui| {
                    group(ui, "one", |ui| ui.label("Start"));
                    group(ui, "two", |ui| {
                        ui.label("Port");
                        ui.add_space(40.0);
                        ui.label("Link");
                    });
                    group(ui, "three", |ui| ui.label("Quit"));
                });
            });
        harness.run_steps(4);
        let rects = names.map(|name| harness.get_by_label(name).rect());
        rects.to_vec()
    }

    #[test]
    fn a_group_stays_together_as_a_row_wraps() {
        let wide = placed(400.0);
        assert!(wide.iter().all(|it| it.top() == wide[0].top()), "{wide:?}");
        // "Start" and "Port" would still fit beside each other.
        let narrow = placed(130.0);
        assert!(narrow[1].top() > narrow[0].bottom(), "{narrow:?}");
        assert_eq!(narrow[1].top(), narrow[2].top(), "{narrow:?}");
        assert_eq!(narrow[1].left(), narrow[0].left(), "{narrow:?}");
    }
}
