//! A field of one number, which is dragged or typed.

use std::ops::RangeInclusive;

use eframe::egui::text::{CCursor, CCursorRange};
use eframe::egui::text_edit::TextEditState;
use eframe::egui::{
    self, Direction, DragValue, Id, Key, Layout, Modifiers, Response, Stroke, TextEdit, TextStyle,
    Ui, WidgetInfo, emath::Numeric, vec2,
};

use crate::theme;

use super::name_control;

/// A number, and how it is shown and entered.
#[derive(Debug, Clone)]
pub struct NumberField<'a, T> {
    /// What it is called, for readers of the screen and where something is wrong.
    pub label: &'a str,
    /// The number.
    pub value: T,
    /// What may be entered. A file may hold what no author would enter; looking at it changes nothing.
    pub range: RangeInclusive<T>,
    /// Its unit, or nothing.
    pub suffix: &'a str,
    /// Change per point of a drag, and per press of an arrow key.
    pub speed: f64,
    /// What stands in place of a number, where several that differ are shown as one.
    pub instead: Option<&'a str>,
    /// Width in points; what is longer is cut, so that nothing beside it moves.
    pub width: f32,
}

/// What was done to a number.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry<T> {
    /// A drag or the arrow keys brought it here, and may bring it further.
    Held(T),
    /// It was typed.
    Typed(T),
    /// What was typed is no such number, as this says; the number is what it was.
    Refused(String),
}

/// A text that is being typed in place of a number.
#[derive(Clone, Default)]
struct Typing {
    text: String,
    /// The text of the number as it was.
    first: String,
}

/// Draws a number: a drag changes it, and so does text, once the author leaves it or presses Enter; Esc
/// puts back what was there.
///
/// Text that is no such number is framed in red with what is wanted, and changes nothing.
pub fn number_field<T: Numeric>(
    ui: &mut Ui,
    field: &NumberField<'_, T>,
) -> (Response, Option<Entry<T>>) {
    let size = vec2(field.width, ui.spacing().interact_size.y);
    let layout = Layout::centered_and_justified(Direction::LeftToRight);
    ui.allocate_ui_with_layout(size, layout, |ui| {
        let id = ui.next_auto_id();
        let is_typing = ui.is_enabled()
            && ui.memory_mut(|memory| {
                memory.interested_in_focus(id, ui.layer_id());
                memory.has_focus(id)
            });
        let (response, entry) = if is_typing {
            typed(ui, id, field)
        } else {
            dragged(ui, id, field)
        };
        name_control(&response, field.label);
        (response, entry)
    })
    .inner
}

/// The number as a handle to drag.
fn dragged<T: Numeric>(
    ui: &mut Ui,
    id: Id,
    field: &NumberField<'_, T>,
) -> (Response, Option<Entry<T>>) {
    let whole = match field.instead {
        Some(instead) => instead.to_owned(),
        None => format!("{}{}", text_of(field.value), field.suffix),
    };
    let room = field.width - 2.0 * ui.spacing().button_padding.x;
    let shown = fitting(ui, &whole, room);
    let is_cut = shown != whole;
    let mut value = field.value;
    let drag = DragValue::new(&mut value)
        .range(field.range.clone())
        .clamp_existing_to_range(false)
        .speed(field.speed)
        .custom_formatter(move |_, _| shown.clone());
    let mut response = ui.add(drag);
    if is_cut {
        response = response.on_hover_text(whole);
    }
    let entry = if response.lost_focus() {
        left(ui, id, field)
    } else {
        ui.data_mut(|data| data.remove::<Typing>(id));
        let differs = value.to_f64().to_bits() != field.value.to_f64().to_bits();
        differs.then_some(Entry::Held(value))
    };
    (response, entry)
}

/// The number as a text.
fn typed<T: Numeric>(
    ui: &mut Ui,
    id: Id,
    field: &NumberField<'_, T>,
) -> (Response, Option<Entry<T>>) {
    let (up, down) = ui.input_mut(|input| {
        (
            input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp) as f64,
            input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown) as f64,
        )
    });
    let stepped = (up != down).then(|| {
        let value = field.value.to_f64() + (up - down) * field.speed;
        let (start, end) = (field.range.start().to_f64(), field.range.end().to_f64());
        T::from_f64(value.max(start).min(end))
    });
    let first = match (stepped, field.instead) {
        (Some(value), _) => text_of(value),
        (None, Some(instead)) => instead.to_owned(),
        (None, None) => text_of(field.value),
    };
    // Where the number was changed by something else, the text is out of date.
    let kept = ui
        .data_mut(|data| data.get_temp::<Typing>(id))
        .filter(|typing| typing.first == first);
    let is_new = kept.is_none();
    if kept
        .as_ref()
        .is_some_and(|typing| typing.problem(field).is_some())
    {
        ui.visuals_mut().selection.stroke = Stroke::new(1.5, theme::palette(ui).error);
    }
    let mut typing = kept.unwrap_or_else(|| Typing {
        text: first.clone(),
        first,
    });
    let edit = TextEdit::singleline(&mut typing.text)
        .id(id)
        .margin(ui.spacing().button_padding)
        .desired_width(field.width - 2.0 * ui.spacing().button_padding.x);
    let response = ui.add(edit);
    if is_new {
        select_all(ui, id, &typing.text);
    }
    response.widget_info(|| WidgetInfo::drag_value(true, field.value.to_f64()));
    let problem = typing.problem(field);
    ui.data_mut(|data| data.insert_temp(id, typing));
    if response.lost_focus() {
        return (response, left(ui, id, field));
    }
    if let Some(problem) = problem {
        response.show_tooltip_text(problem);
    }
    (response, stepped.map(Entry::Held))
}

/// What becomes of a text that the author has left.
fn left<T: Numeric>(ui: &Ui, id: Id, field: &NumberField<'_, T>) -> Option<Entry<T>> {
    let typing = ui.data_mut(|data| data.remove_temp::<Typing>(id))?;
    let cancelled = ui.input(|input| input.key_pressed(Key::Escape));
    if cancelled || typing.text == typing.first {
        return None;
    }
    let Some(value) = read(&typing.text, field) else {
        return typing.problem(field).map(Entry::Refused);
    };
    let same = value.to_f64().to_bits() == field.value.to_f64().to_bits();
    (field.instead.is_some() || !same).then_some(Entry::Typed(value))
}

impl Typing {
    /// What is wrong with the text, if anything is.
    fn problem<T: Numeric>(&self, field: &NumberField<'_, T>) -> Option<String> {
        let is_fine = self.text == self.first || read(&self.text, field).is_some();
        (!is_fine).then(|| {
            format!(
                "{} takes {}, not \"{}\".",
                field.label,
                wanted(field),
                self.text.trim()
            )
        })
    }
}

fn select_all(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
}

/// The number of a text, if it is one that the field takes.
fn read<T: Numeric>(text: &str, field: &NumberField<'_, T>) -> Option<T> {
    let text = text.trim().replace('\u{2212}', "-");
    let text = text.strip_suffix(field.suffix).unwrap_or(&text).trim();
    let number = if T::INTEGRAL {
        text.parse::<i64>().ok()? as f64
    } else {
        // Straight to single precision, so that it is rounded once.
        f64::from(formats::yaml::parse_f32(text).filter(|it| it.is_finite())?)
    };
    let (start, end) = (field.range.start().to_f64(), field.range.end().to_f64());
    (start..=end).contains(&number).then(|| T::from_f64(number))
}

/// What a field takes, in words.
fn wanted<T: Numeric>(field: &NumberField<'_, T>) -> String {
    let noun = if T::INTEGRAL {
        "a whole number"
    } else {
        "a number"
    };
    let (start, end) = (*field.range.start(), *field.range.end());
    if start.to_f64() <= f64::from(f32::MIN) && end.to_f64() >= f64::from(f32::MAX) {
        format!("{noun}, as 1200, -0.5 or 1e6")
    } else {
        format!("{noun} from {} to {}", text_of(start), text_of(end))
    }
}

/// A number with every digit that the file holds: the shortest text that reads back as the same.
fn text_of<T: Numeric>(value: T) -> String {
    let value = value.to_f64();
    if T::INTEGRAL {
        return value.to_string();
    }
    // What is not whole is held in single precision.
    let value = value as f32;
    let plain = value.to_string();
    let with_exponent = format!("{value:e}");
    // Thirty zeros tell less than `1e30`.
    let is_long = plain.len() > 12 && with_exponent.len() < plain.len();
    if is_long { with_exponent } else { plain }
}

/// A text cut to a width.
fn fitting(ui: &Ui, text: &str, width: f32) -> String {
    let font = TextStyle::Button.resolve(ui.style());
    let fits = |text: &str| {
        let colour = egui::Color32::PLACEHOLDER;
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), font.clone(), colour);
        galley.size().x <= width
    };
    let mut cut = text.to_owned();
    while !cut.is_empty() {
        let shown = match cut.len() == text.len() {
            true => cut.clone(),
            false => format!("{cut}…"),
        };
        if fits(&shown) {
            return shown;
        }
        cut.pop();
    }
    "…".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field<T: Numeric>(range: RangeInclusive<T>) -> NumberField<'static, T> {
        NumberField {
            label: "Yaw",
            value: *range.start(),
            range,
            suffix: "°",
            speed: 1.0,
            instead: None,
            width: 80.0,
        }
    }

    #[test]
    fn only_numbers_of_the_kind_are_read() {
        let whole = field(-90i16..=90);
        for (text, number) in [("30", 30), (" -7 ", -7), ("+5°", 5), ("\u{2212}90", -90)] {
            assert_eq!(read(text, &whole), Some(number), "{text}");
        }
        for text in ["30.5", "91", "abc", "", "1e1", "10+5", "0x10"] {
            assert_eq!(read(text, &whole), None, "{text}");
        }
        let real = field(f32::MIN..=f32::MAX);
        for (text, number) in [("1e30", 1e30), ("-0.5", -0.5), ("16777217", 16_777_216.0)] {
            assert_eq!(read(text, &real), Some(number), "{text}");
        }
        for text in ["1e39", ".inf", "nan", "1000+5", "1,5", "-"] {
            assert_eq!(read(text, &real), None, "{text}");
        }
    }

    #[test]
    fn a_refusal_says_what_is_wanted() {
        let typing = |text: &str| Typing {
            text: text.to_owned(),
            first: "3".to_owned(),
        };
        assert_eq!(
            typing("30.5").problem(&field(0u8..=254)).unwrap(),
            "Yaw takes a whole number from 0 to 254, not \"30.5\"."
        );
        assert_eq!(
            typing("abc").problem(&field(f32::MIN..=f32::MAX)).unwrap(),
            "Yaw takes a number, as 1200, -0.5 or 1e6, not \"abc\"."
        );
        assert_eq!(typing("3").problem(&field(5u8..=9)), None, "as it was");
    }

    #[test]
    fn every_digit_is_in_the_text() {
        for (value, text) in [
            (0.1f32, "0.1"),
            (-0.0, "-0"),
            (16_777_216.0, "16777216"),
            (1e30, "1e30"),
            (0.333_333_34, "0.33333334"),
        ] {
            assert_eq!(text_of(value), text);
            assert_eq!(text.parse::<f32>().unwrap().to_bits(), value.to_bits());
        }
        assert_eq!(text_of(u32::MAX), "4294967295");
    }
}
