//! Colours and fonts.

use eframe::egui::{
    self, Color32, Context, CornerRadius, FontDefinitions, FontFamily, FontId, Stroke, TextStyle,
    Visuals,
};
use formats::catalogue::{Class, Side, ship_type};
use model::Collection;
use model::diagnostic::Severity;

use crate::log::Level;

/// Colours that are not egui's own.
#[derive(Debug, Clone, Copy)]
pub struct Palette {
    /// Errors.
    pub error: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Hints.
    pub hint: Color32,
    /// What went well.
    pub success: Color32,
    /// Selection, and what is being done.
    pub accent: Color32,
    /// Friendly ships.
    pub friendly: Color32,
    /// Hostile ships.
    pub hostile: Color32,
    /// Neutral ships.
    pub neutral: Color32,
    /// Nav points, waypoints, points.
    pub sign: Color32,
    /// Curves and curve points.
    pub curve: Color32,
    /// The line that a run is at.
    pub running: Color32,
    /// Text in the script language, by what it is.
    pub code: CodeColours,
}

/// Colours of the script language.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the names say it")]
pub struct CodeColours {
    pub keyword: Color32,
    pub command: Color32,
    pub record: Color32,
    pub symbol: Color32,
    pub number: Color32,
    pub text: Color32,
    pub comment: Color32,
}

const DARK: Palette = Palette {
    error: Color32::from_rgb(244, 108, 108),
    warning: Color32::from_rgb(232, 178, 82),
    hint: Color32::from_rgb(116, 170, 232),
    success: Color32::from_rgb(112, 200, 132),
    accent: Color32::from_rgb(255, 170, 64),
    friendly: Color32::from_rgb(98, 164, 255),
    hostile: Color32::from_rgb(240, 98, 88),
    neutral: Color32::from_rgb(168, 174, 186),
    sign: Color32::from_rgb(126, 214, 150),
    curve: Color32::from_rgb(214, 144, 240),
    running: Color32::from_rgb(74, 66, 24),
    code: CodeColours {
        keyword: Color32::from_rgb(204, 150, 240),
        command: Color32::from_rgb(112, 190, 255),
        record: Color32::from_rgb(140, 216, 168),
        symbol: Color32::from_rgb(240, 192, 116),
        number: Color32::from_rgb(228, 164, 128),
        text: Color32::from_rgb(208, 206, 130),
        comment: Color32::from_rgb(128, 138, 150),
    },
};

const LIGHT: Palette = Palette {
    error: Color32::from_rgb(190, 32, 40),
    warning: Color32::from_rgb(150, 94, 0),
    hint: Color32::from_rgb(28, 96, 178),
    success: Color32::from_rgb(28, 120, 56),
    accent: Color32::from_rgb(196, 98, 0),
    friendly: Color32::from_rgb(32, 100, 210),
    hostile: Color32::from_rgb(196, 44, 40),
    neutral: Color32::from_rgb(96, 102, 114),
    sign: Color32::from_rgb(24, 128, 72),
    curve: Color32::from_rgb(140, 62, 176),
    running: Color32::from_rgb(255, 240, 176),
    code: CodeColours {
        keyword: Color32::from_rgb(128, 44, 168),
        command: Color32::from_rgb(12, 92, 172),
        record: Color32::from_rgb(20, 112, 66),
        symbol: Color32::from_rgb(146, 84, 0),
        number: Color32::from_rgb(164, 64, 22),
        text: Color32::from_rgb(112, 98, 0),
        comment: Color32::from_rgb(104, 112, 124),
    },
};

/// The colours of the theme that a surface has.
pub fn palette(ui: &egui::Ui) -> &'static Palette {
    palette_of(ui.visuals().dark_mode)
}

/// The colours of a theme.
pub fn palette_of(dark: bool) -> &'static Palette {
    if dark { &DARK } else { &LIGHT }
}

impl Palette {
    /// The colour of a diagnostic.
    pub fn severity(&self, severity: Severity) -> Color32 {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Hint => self.hint,
        }
    }

    /// The colour of a log entry; `None` for the text's own.
    pub fn level(&self, level: Level) -> Option<Color32> {
        match level {
            Level::Info => None,
            Level::Success => Some(self.success),
            Level::Warning => Some(self.warning),
            Level::Error => Some(self.error),
        }
    }

    /// The colour of a placed object, by its kind.
    pub fn kind(&self, kind: u16) -> Color32 {
        match ship_type(kind) {
            Some(ship_type) if ship_type.class == Class::Planet => self.neutral,
            Some(ship_type) => self.side(ship_type.side),
            None if kind == formats::records::Ship::KIND_CURVE_POINT => self.curve,
            None => self.sign,
        }
    }

    /// The colour of a side.
    pub fn side(&self, side: Side) -> Color32 {
        match side {
            Side::Friendly => self.friendly,
            Side::Hostile => self.hostile,
            Side::Neutral => self.neutral,
        }
    }
}

/// The sign of a severity.
pub fn severity_icon(severity: Severity) -> &'static str {
    use egui_phosphor::regular::{INFO, WARNING, X_CIRCLE};
    match severity {
        Severity::Error => X_CIRCLE,
        Severity::Warning => WARNING,
        Severity::Hint => INFO,
    }
}

/// The sign of what is said.
pub fn level_icon(level: Level) -> &'static str {
    use egui_phosphor::regular::{CHECK_CIRCLE, INFO, WARNING, X_CIRCLE};
    match level {
        Level::Info => INFO,
        Level::Success => CHECK_CIRCLE,
        Level::Warning => WARNING,
        Level::Error => X_CIRCLE,
    }
}

/// The edge of a note that passes over the window: a line around it, since on its own ground it would
/// not be seen in either theme.
pub const NOTE_EDGE: egui::Shadow = egui::Shadow {
    offset: [0, 0],
    blur: 0,
    spread: 1,
    color: Color32::from_rgb(140, 146, 158),
};

/// Installs fonts, once.
pub fn install_fonts(context: &Context) {
    let mut fonts = FontDefinitions::default();
    egui_phosphor::add_to_fonts(&mut fonts, egui_phosphor::Variant::Regular);
    // Signs stand in lists of code too.
    if let Some(monospace) = fonts.families.get_mut(&FontFamily::Monospace) {
        monospace.push("phosphor".to_owned());
    }
    context.set_fonts(fonts);
}

/// Installs a theme's colours and sizes.
pub fn install(context: &Context, dark: bool) {
    let mut visuals = if dark {
        Visuals::dark()
    } else {
        Visuals::light()
    };
    let palette = palette_of(dark);
    if dark {
        visuals.panel_fill = Color32::from_rgb(27, 30, 36);
        visuals.window_fill = Color32::from_rgb(33, 37, 44);
        visuals.extreme_bg_color = Color32::from_rgb(18, 20, 25);
        visuals.faint_bg_color = Color32::from_rgb(33, 36, 43);
        visuals.override_text_color = Some(Color32::from_rgb(214, 219, 228));
        visuals.selection.bg_fill = Color32::from_rgb(92, 62, 20);
        visuals.selection.stroke = Stroke::new(1.0, palette.accent);
        visuals.hyperlink_color = palette.hint;
        // Dark on dark, a box that is not checked needs an edge to be seen, and a mark that is at rest
        // must not look switched off.
        visuals.widgets.inactive.bg_stroke = Stroke::new(1.0, Color32::from_rgb(84, 91, 104));
        visuals.widgets.inactive.fg_stroke = Stroke::new(1.5, Color32::from_rgb(232, 236, 243));
    } else {
        visuals.panel_fill = Color32::from_rgb(244, 245, 248);
        visuals.window_fill = Color32::from_rgb(247, 248, 250);
        visuals.extreme_bg_color = Color32::WHITE;
        visuals.faint_bg_color = Color32::from_rgb(234, 236, 241);
        visuals.override_text_color = Some(Color32::from_rgb(30, 34, 42));
        visuals.selection.bg_fill = Color32::from_rgb(255, 224, 178);
        visuals.selection.stroke = Stroke::new(1.0, palette.accent);
        visuals.hyperlink_color = palette.hint;
        // Light on light, a control needs an edge to be seen.
        visuals.widgets.inactive.bg_stroke = Stroke::new(1.0, Color32::from_rgb(168, 174, 186));
        visuals.widgets.inactive.fg_stroke = Stroke::new(1.5, Color32::from_rgb(30, 34, 42));
        visuals.weak_text_alpha = 0.75;
    }
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(3);
    }
    context.set_theme(if dark {
        egui::Theme::Dark
    } else {
        egui::Theme::Light
    });
    context.set_visuals(visuals);
    context.all_styles_mut(|style| {
        style.spacing.item_spacing = egui::vec2(6.0, 4.0);
        style.spacing.button_padding = egui::vec2(6.0, 2.0);
        style
            .text_styles
            .insert(TextStyle::Body, FontId::new(13.0, FontFamily::Proportional));
        style.text_styles.insert(
            TextStyle::Button,
            FontId::new(13.0, FontFamily::Proportional),
        );
        style.text_styles.insert(
            TextStyle::Small,
            FontId::new(11.0, FontFamily::Proportional),
        );
        style.text_styles.insert(
            TextStyle::Monospace,
            FontId::new(13.0, FontFamily::Monospace),
        );
        style.text_styles.insert(
            TextStyle::Heading,
            FontId::new(16.0, FontFamily::Proportional),
        );
    });
}

/// The sign of a collection.
pub fn icon(collection: Collection) -> &'static str {
    match collection {
        Collection::Globals => egui_phosphor::regular::HASH,
        Collection::FlightGroups => egui_phosphor::regular::USERS_THREE,
        Collection::Ships => egui_phosphor::regular::ROCKET,
        Collection::Squads => egui_phosphor::regular::STACK,
        Collection::Formations => egui_phosphor::regular::DOTS_NINE,
        Collection::Curves => egui_phosphor::regular::PATH,
        Collection::Triggers => egui_phosphor::regular::LIGHTNING,
        Collection::Routines => egui_phosphor::regular::CODE,
    }
}
