//! The look of a text in the script language: colours, line numbers, running lines, underlines.

use std::ops::Range;
use std::sync::Arc;

use eframe::egui::text::{CCursor, LayoutJob, TextFormat};
use eframe::egui::{
    Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, TextStyle, Ui, Visuals,
    pos2,
};
use model::diagnostic::Severity;
use model::routine::Scope;
use model::routine::assist::{TokenClass, highlight};

use crate::theme::{self, Palette};

use super::typing::character_of;

/// The colours of a text, kept while it stays the same.
#[derive(Default)]
pub(super) struct Colours {
    kept: Option<(Key, LayoutJob)>,
}

#[derive(PartialEq)]
struct Key {
    text: String,
    /// Names mean other things in another state of the mission.
    revision: u64,
    dark: bool,
    font: FontId,
}

impl Colours {
    /// The text laid out in its colours. Lines are not wrapped.
    pub(super) fn layout(
        &mut self,
        ui: &Ui,
        text: &str,
        revision: u64,
        scope: &Scope<'_>,
    ) -> Arc<Galley> {
        let key = Key {
            text: text.to_owned(),
            revision,
            dark: ui.visuals().dark_mode,
            font: TextStyle::Monospace.resolve(ui.style()),
        };
        let job = match &self.kept {
            Some((kept, job)) if *kept == key => job.clone(),
            _ => {
                let job = job(text, &key.font, theme::palette(ui), ui.visuals(), scope);
                self.kept = Some((key, job.clone()));
                job
            }
        };
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    }
}

fn job(
    text: &str,
    font: &FontId,
    palette: &Palette,
    visuals: &Visuals,
    scope: &Scope<'_>,
) -> LayoutJob {
    let mut job = LayoutJob::default();
    let plain = TextFormat::simple(font.clone(), visuals.text_color());
    let mut done = 0;
    for (range, class) in highlight(text, scope) {
        let colour = colour(class, palette, visuals);
        job.append(
            text.get(done..range.start).unwrap_or_default(),
            0.0,
            plain.clone(),
        );
        let word = text.get(range.clone()).unwrap_or_default();
        job.append(word, 0.0, TextFormat::simple(font.clone(), colour));
        done = range.end;
    }
    job.append(text.get(done..).unwrap_or_default(), 0.0, plain);
    job
}

fn colour(class: TokenClass, palette: &Palette, visuals: &Visuals) -> Color32 {
    let code = &palette.code;
    match class {
        TokenClass::Keyword => code.keyword,
        TokenClass::Command | TokenClass::Instruction => code.command,
        TokenClass::Record(_) | TokenClass::Label => code.record,
        TokenClass::Symbol | TokenClass::Variable | TokenClass::Value => code.symbol,
        TokenClass::Number => code.number,
        TokenClass::Text => code.text,
        TokenClass::Comment => code.comment,
        TokenClass::Operator => visuals.text_color(),
        TokenClass::Unknown => palette.error,
    }
}

/// A text as it stands on the screen.
pub(super) struct OnScreen<'a> {
    pub(super) text: &'a str,
    pub(super) galley: &'a Galley,
    pub(super) at: Pos2,
}

impl OnScreen<'_> {
    /// Where a byte of the text is.
    pub(super) fn place(&self, byte: usize) -> Rect {
        let cursor = CCursor::new(character_of(self.text, byte));
        self.galley
            .pos_from_cursor(cursor)
            .translate(self.at.to_vec2())
    }

    /// The rows that a run of the text covers, each from its first to its last character.
    fn rows(&self, span: &Range<usize>) -> Vec<Rect> {
        let end = span.end.min(self.text.len());
        let start = span.start.min(end);
        let mut rows = Vec::new();
        let mut at = start;
        for line in self
            .text
            .get(start..end)
            .unwrap_or_default()
            .split_inclusive('\n')
        {
            let shown = line.trim_end_matches('\n').len();
            rows.push(self.place(at).union(self.place(at + shown)));
            at += line.len();
        }
        if rows.is_empty() {
            rows.push(self.place(start));
        }
        rows
    }

    /// The numbers of the lines, right of the margin's left edge.
    pub(super) fn line_numbers(
        &self,
        painter: &Painter,
        right: f32,
        font: &FontId,
        colour: Color32,
    ) {
        let clip = painter.clip_rect();
        for (i, row) in self.galley.rows.iter().enumerate() {
            let y = self.at.y + row.pos.y;
            if y + row.size.y >= clip.top() && y <= clip.bottom() {
                let number = (i + 1).to_string();
                painter.text(
                    pos2(right, y),
                    Align2::RIGHT_TOP,
                    number,
                    font.clone(),
                    colour,
                );
            }
        }
    }

    /// A band behind the line that a link led to.
    pub(super) fn marked(&self, at: Option<usize>, across: Rect, visuals: &Visuals) -> Vec<Shape> {
        let band = at.map(|at| {
            let row = self.place(at.min(self.text.len()));
            let band = Rect::from_x_y_ranges(across.x_range(), row.y_range());
            let fill = visuals.selection.bg_fill.gamma_multiply(0.6);
            Shape::rect_filled(band, 0.0, fill)
        });
        band.into_iter().collect()
    }

    /// A band behind the lines that a run is at.
    pub(super) fn running(
        &self,
        spans: &[Range<usize>],
        across: Rect,
        palette: &Palette,
    ) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for span in spans {
            let row = self.place(span.start.min(self.text.len()));
            let band = Rect::from_x_y_ranges(across.x_range(), row.y_range());
            shapes.push(Shape::rect_filled(band, 0.0, palette.running));
            let mark = Rect::from_min_max(band.min, pos2(band.left() + 3.0, band.bottom()));
            shapes.push(Shape::rect_filled(mark, 0.0, palette.accent));
        }
        shapes
    }

    /// Waves under what is wrong.
    pub(super) fn underline(
        &self,
        painter: &Painter,
        span: &Range<usize>,
        severity: Severity,
        palette: &Palette,
    ) {
        let stroke = Stroke::new(1.2, palette.severity(severity));
        for row in self.rows(span) {
            let right = row.right().max(row.left() + 6.0);
            let y = row.bottom() - 1.0;
            let mut points = Vec::new();
            let mut x = row.left();
            while x <= right {
                let down = if points.len() % 2 == 0 { 0.0 } else { 2.0 };
                points.push(pos2(x, y - down));
                x += 2.5;
            }
            painter.add(Shape::line(points, stroke));
        }
    }
}
