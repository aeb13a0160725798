//! The viewport's own colours.

use crate::Colour;
use crate::scene::Highlight;

/// Colours of all that a scene does not colour itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Theme {
    /// Empty space.
    pub background: Colour,
    /// The grid's lines; their opacity is that of a line seen at ease.
    pub grid: Colour,
    /// The line along X, and handles for it.
    pub axis_x: Colour,
    /// The line along Y, and handles for it.
    pub axis_y: Colour,
    /// The line along Z, and handles for it.
    pub axis_z: Colour,
    /// Handles that belong to no axis.
    pub handle: Colour,
    /// A handle under the pointer or in use.
    pub active_handle: Colour,
    /// Outline of what is under the pointer.
    pub hovered: Colour,
    /// Outline of what is selected.
    pub selected: Colour,
    /// Outline of what was selected last.
    pub primary: Colour,
    /// Width of an outline, in points.
    pub outline_width: f32,
    /// How dark the sides of bodies are that no light falls on: 0 as bright as the others, 1 as in
    /// space. Colours that read well on a light ground would be black there.
    pub shade: f32,
}

impl Theme {
    /// For dark windows: deep space.
    pub const fn dark() -> Self {
        Self {
            background: [13, 16, 23, 255],
            grid: [128, 146, 176, 108],
            axis_x: [235, 77, 82, 255],
            axis_y: [122, 199, 67, 255],
            axis_z: [72, 138, 255, 255],
            handle: [226, 230, 238, 255],
            active_handle: [255, 224, 102, 255],
            hovered: [214, 226, 245, 255],
            selected: [255, 149, 41, 255],
            primary: [255, 211, 92, 255],
            outline_width: 2.0,
            shade: 1.0,
        }
    }

    /// For light windows.
    pub const fn light() -> Self {
        Self {
            background: [222, 226, 233, 255],
            grid: [84, 98, 122, 156],
            axis_x: [206, 42, 50, 255],
            axis_y: [70, 145, 24, 255],
            axis_z: [27, 92, 214, 255],
            handle: [60, 66, 78, 255],
            active_handle: [226, 148, 0, 255],
            hovered: [70, 90, 125, 255],
            selected: [222, 96, 0, 255],
            primary: [186, 32, 94, 255],
            outline_width: 2.0,
            shade: 0.5,
        }
    }

    /// The colour of a highlight; `None` for none.
    pub fn highlight(&self, highlight: Highlight) -> Option<Colour> {
        match highlight {
            Highlight::None => None,
            Highlight::Hovered => Some(self.hovered),
            Highlight::Selected => Some(self.selected),
            Highlight::Primary => Some(self.primary),
        }
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::dark()
    }
}
