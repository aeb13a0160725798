//! A gizmo as a scene of its own, for the renderer to draw on top.

use glam::{DQuat, DVec3};

use super::{Axis, Drag, Gizmo, Handle, Mode, front_arc, layout};
use crate::scene::{Form, Label, Line, Scene, Shape};
use crate::{Camera, Colour, Theme};

/// Handles that point at the eye fade from this to [`GONE`], by the sine of the angle between.
const FADES: f64 = 0.4;
const GONE: f64 = 0.2;

impl Gizmo {
    /// What to draw. `hovered` is the handle under the pointer; during a drag only the dragged
    /// handle shows, with a line to guide the eye.
    ///
    /// The labels are the axes' letters, written over their places.
    pub fn scene(
        &self,
        camera: &Camera,
        theme: &Theme,
        hovered: Option<Handle>,
        drag: Option<&Drag>,
    ) -> Scene {
        let mut scene = Scene::new();
        let Some(scale) = self.scale(camera) else {
            return scene;
        };
        let mut pen = Pen {
            scene: &mut scene,
            gizmo: self,
            camera,
            theme,
            axes: drag.map_or_else(|| self.axes(camera), Drag::axes),
            scale,
            active: drag.map(Drag::handle).or(hovered),
            only: drag.map(Drag::handle),
        };
        match self.mode {
            Mode::Move => pen.move_handles(),
            Mode::Rotate => pen.rotate_handles(),
        }
        if let Some(drag) = drag {
            pen.guide(drag);
        }
        scene
    }
}

struct Pen<'a> {
    scene: &'a mut Scene,
    gizmo: &'a Gizmo,
    camera: &'a Camera,
    theme: &'a Theme,
    axes: [DVec3; 3],
    scale: f64,
    active: Option<Handle>,
    only: Option<Handle>,
}

impl Pen<'_> {
    fn move_handles(&mut self) {
        for axis in Axis::ALL {
            if self.shows(Handle::Axis(axis)) {
                self.arm(axis);
            }
            if self.shows(Handle::Plane(axis)) {
                self.plate(axis);
            }
        }
        if self.shows(Handle::Centre) {
            let colour = self.colour(Handle::Centre, self.theme.handle);
            let radius = layout::CENTRE * self.scale;
            let normal = self.sight();
            let ring = Line::circle(self.gizmo.position, normal, radius, colour);
            self.stroke(Line { width: 2.0, ..ring });
        }
    }

    fn rotate_handles(&mut self) {
        let sight = self.sight();
        for axis in Axis::ALL {
            if !self.shows(Handle::Ring(axis)) {
                continue;
            }
            let (normal, _) = axis.of(self.axes);
            let colour = self.colour(Handle::Ring(axis), self.axis_colour(axis));
            let radius = layout::RING * self.scale;
            let whole = Line::circle(self.gizmo.position, normal, radius, faint(colour, 0.22));
            self.scene.lines.push(whole);
            let arc = front_arc(self.camera, self.gizmo.position, normal);
            let arc = arc
                .into_iter()
                .map(|out| self.gizmo.position + out * radius);
            self.stroke(Line {
                width: self.width(Handle::Ring(axis)),
                ..Line::new(arc.collect(), colour)
            });
        }
        if self.shows(Handle::ViewRing) {
            let colour = self.colour(Handle::ViewRing, self.theme.handle);
            let radius = layout::VIEW_RING * self.scale;
            let ring = Line::circle(self.gizmo.position, sight, radius, faint(colour, 0.8));
            self.stroke(Line { width: 1.5, ..ring });
        }
        if self.active == Some(Handle::Ball) {
            let colour = faint(self.theme.active_handle, 0.6);
            let radius = layout::RING * self.scale;
            self.scene
                .lines
                .push(Line::circle(self.gizmo.position, sight, radius, colour));
        }
    }

    fn arm(&mut self, axis: Axis) {
        let (along, _) = axis.of(self.axes);
        let across = along.cross(self.sight()).length();
        let strength = ((across - GONE) / (FADES - GONE)).clamp(0.0, 1.0);
        if strength == 0.0 {
            return;
        }
        let handle = Handle::Axis(axis);
        let colour = faint(self.colour(handle, self.axis_colour(axis)), strength);
        let (start, end) = layout::ARM;
        let neck = end - layout::HEAD;
        let [from, to] = [start, neck].map(|share| self.at(along * share));
        self.stroke(Line {
            width: self.width(handle),
            ..Line::new(vec![from, to], colour)
        });
        self.scene.shapes.push(Shape {
            orientation: DQuat::from_rotation_arc(DVec3::Z, along),
            colour,
            ghost: strength < 1.0,
            ..Shape::new(Form::Cone, to, layout::HEAD * self.scale)
        });
        let place = self.at(along * (end + 0.14));
        self.scene.labels.push(Label {
            colour,
            ..Label::new(axis.letter(), [10.0, 14.0], place).centred()
        });
    }

    fn plate(&mut self, axis: Axis) {
        let (normal, [u, v]) = axis.of(self.axes);
        if normal.dot(self.sight()).abs() < super::LEAST_PLATE {
            return;
        }
        let handle = Handle::Plane(axis);
        let colour = self.colour(handle, self.axis_colour(axis));
        let (middle, half) = layout::PLATE;
        let corner = |along: f64, aside: f64| {
            self.at(u * (middle + along * half) + v * (middle + aside * half))
        };
        let corners = vec![
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ];
        let place = self.at((u + v) * middle);
        // A plate's side is 1.4 of its radius, which its corners set.
        let turn = glam::DMat3::from_cols(u, v, normal);
        self.scene.shapes.push(Shape {
            orientation: DQuat::from_mat3(&turn),
            colour: faint(colour, 0.35),
            ghost: true,
            ..Shape::new(
                Form::Plate,
                place,
                half * self.scale * std::f64::consts::SQRT_2,
            )
        });
        self.stroke(Line {
            closed: true,
            ..Line::new(corners, colour)
        });
    }

    /// A line along which, or arms between which, the drag goes.
    fn guide(&mut self, drag: &Drag) {
        let from = drag.gizmo().position;
        match drag.handle() {
            Handle::Axis(axis) => {
                let (along, _) = axis.of(self.axes);
                // Far beyond the edges of any screen.
                let far = along * self.scale * 60.0;
                let colour = faint(self.axis_colour(axis), 0.7);
                self.scene
                    .lines
                    .push(Line::new(vec![from - far, from + far], colour));
            }
            Handle::Plane(_) | Handle::Centre => {
                let to = self.gizmo.position;
                self.scene.lines.push(Line {
                    dashed: true,
                    ..Line::new(vec![from, to], faint(self.theme.handle, 0.7))
                });
            }
            Handle::Ring(_) | Handle::ViewRing | Handle::Ball => self.sector(drag),
        }
    }

    fn sector(&mut self, drag: &Drag) {
        let delta = drag.delta();
        let radius = match drag.handle() {
            Handle::ViewRing => layout::VIEW_RING,
            _ => layout::RING,
        };
        let start = drag
            .taken_at()
            .unwrap_or_else(|| delta.axis.any_orthonormal_vector());
        let degrees = delta.degrees.clamp(-360.0, 360.0);
        let arc = (0..=48).map(|corner| {
            let turn = (degrees * f64::from(corner) / 48.0).to_radians();
            self.at(DQuat::from_axis_angle(delta.axis, turn) * start * radius * 0.6)
        });
        let points: Vec<DVec3> = std::iter::once(self.gizmo.position)
            .chain(arc)
            .chain([self.gizmo.position])
            .collect();
        self.scene
            .lines
            .push(Line::new(points, self.theme.active_handle));
    }

    /// A line on a dark casing, to be seen before anything.
    fn stroke(&mut self, line: Line) {
        let [r, g, b, _] = self.theme.background;
        let [.., opacity] = line.colour;
        let casing = Line {
            colour: faint([r, g, b, opacity], 0.55),
            width: line.width + 2.5,
            ..line.clone()
        };
        self.scene.lines.extend([casing, line]);
    }

    fn at(&self, offset: DVec3) -> DVec3 {
        self.gizmo.position + offset * self.scale
    }

    fn sight(&self) -> DVec3 {
        match self.camera.projection {
            crate::Projection::Perspective => {
                (self.gizmo.position - self.camera.position()).normalize_or(DVec3::Z)
            }
            crate::Projection::Orthographic => self.camera.forward(),
        }
    }

    fn shows(&self, handle: Handle) -> bool {
        self.only.is_none_or(|only| only == handle)
    }

    fn colour(&self, handle: Handle, usual: Colour) -> Colour {
        if self.active == Some(handle) {
            self.theme.active_handle
        } else {
            usual
        }
    }

    fn width(&self, handle: Handle) -> f32 {
        if self.active == Some(handle) {
            3.5
        } else {
            2.5
        }
    }

    fn axis_colour(&self, axis: Axis) -> Colour {
        axis.of([self.theme.axis_x, self.theme.axis_y, self.theme.axis_z])
            .0
    }
}

fn faint([r, g, b, a]: Colour, share: f64) -> Colour {
    // Within 0 to 255 because the share is within 0 to 1.
    [
        r,
        g,
        b,
        (f64::from(a) * share.clamp(0.0, 1.0)).round() as u8,
    ]
}
