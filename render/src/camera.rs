//! The camera of a viewport: where it looks from, how the pointer moves it, and the way between
//! game space and the screen.

use glam::{DQuat, DVec2, DVec3};

use crate::Bounds;
use crate::spaces::{DOWN, Eye, FORWARD, RIGHT, orientation_from_degrees};

/// An orbit camera: it looks at a focus from a distance.
///
/// Up on the screen is game -Y, so the camera never rolls. All lengths are game units, all screen
/// lengths points (see the crate's page), all angles degrees with the signs of a placed ship's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// What it turns about and what stays in the middle of the screen.
    pub focus: DVec3,
    /// From the eye to the focus, within [`Camera::DISTANCES`].
    pub distance: f64,
    /// Where it heads about Y; 0 looks along +Z, 90 along +X.
    pub yaw: f64,
    /// How far it looks up; -90 looks straight down.
    pub pitch: f64,
    /// From the upper to the lower edge of the picture in perspective.
    pub field_of_view: f64,
    /// Perspective, or without it.
    pub projection: Projection,
    /// Width and height of the viewport in points.
    pub viewport: DVec2,
    /// How far [`Camera::fly`] goes in a second, in game units.
    pub fly_speed: f64,
}

/// How depth shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Projection {
    /// What is far is small.
    #[default]
    Perspective,
    /// What is far is as large as what is near; parallels stay parallel.
    Orthographic,
}

/// A view along one of the game's axes, named by the side of an unturned ship that it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AxisView {
    /// From above: X to the right, Z up.
    Top,
    /// From below: X to the right, Z down.
    Bottom,
    /// Onto the nose: X to the left, Y down.
    Front,
    /// Onto the engines: X to the right, Y down.
    Back,
    /// Onto the left side: Z to the left, Y down.
    Left,
    /// Onto the right side: Z to the right, Y down.
    Right,
}

/// What lies under one point of the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Where it starts, in game space.
    pub origin: DVec3,
    /// Where it leads; of length 1.
    pub direction: DVec3,
    /// The least parameter along it that can be seen: the near plane's in perspective, none without.
    pub start: f64,
}

impl Camera {
    /// The least and the greatest distance from the focus.
    pub const DISTANCES: (f64, f64) = (1.0, 1e12);
    /// How far a point of dragging turns the camera, in degrees.
    const DEGREES_PER_POINT: f64 = 0.3;
    /// The near plane, as a share of the distance to the focus.
    const NEAR: f64 = 1e-4;
    /// The least radius that framing leaves room for, so that a lone sign is not put to the eye.
    const LEAST_FRAME: f64 = 500.0;

    /// A perspective camera that looks down on the origin from behind, for a viewport of the given
    /// size in points.
    pub fn new(viewport: DVec2) -> Self {
        Self {
            focus: DVec3::ZERO,
            distance: 50_000.0,
            yaw: 30.0,
            pitch: -25.0,
            field_of_view: 45.0,
            projection: Projection::Perspective,
            viewport,
            fly_speed: 20_000.0,
        }
    }

    /// Turns camera axes (right, down, into the picture) into game space.
    pub fn orientation(&self) -> DQuat {
        orientation_from_degrees(self.yaw, self.pitch, 0.0)
    }

    /// To the right on the screen, in game space.
    pub fn right(&self) -> DVec3 {
        self.orientation() * RIGHT
    }

    /// Down the screen, in game space.
    pub fn down(&self) -> DVec3 {
        self.orientation() * DOWN
    }

    /// Into the picture, in game space.
    pub fn forward(&self) -> DVec3 {
        self.orientation() * FORWARD
    }

    /// Where the eye is, in game space.
    pub fn position(&self) -> DVec3 {
        self.focus - self.forward() * self.distance
    }

    /// The eye's place and turn.
    pub fn eye(&self) -> Eye {
        Eye::new(self.position(), self.orientation())
    }

    /// The least depth that is drawn, in game units; without perspective nothing is too near.
    pub fn near(&self) -> f64 {
        self.distance * Self::NEAR
    }

    /// How many points one game unit across the view takes at a depth along it.
    pub fn points_per_unit(&self, depth: f64) -> f64 {
        match self.projection {
            Projection::Perspective => self.focal_length() / depth.max(self.near()),
            Projection::Orthographic => self.focal_length() / self.distance,
        }
    }

    /// How many game units across the view one point covers at a depth along it.
    pub fn units_per_point(&self, depth: f64) -> f64 {
        self.points_per_unit(depth).recip()
    }

    /// How far the eye would be from the screen, in points.
    pub fn focal_length(&self) -> f64 {
        0.5 * self.size().y / (0.5 * self.field_of_view).to_radians().tan()
    }

    /// The middle of the viewport, in points.
    pub fn centre(&self) -> DVec2 {
        0.5 * self.size()
    }

    /// Where a place in game space is on the screen, and how deep along the view, in game units.
    /// `None` nearer than the near plane, or behind the eye, in perspective.
    pub fn project_with_depth(&self, point: DVec3) -> Option<(DVec2, f64)> {
        self.project_from_camera(self.eye().camera_from_point(point))
    }

    /// Where a place in game space is on the screen, which may be past its edges; see
    /// [`Camera::project_with_depth`].
    pub fn project(&self, point: DVec3) -> Option<DVec2> {
        Some(self.project_with_depth(point)?.0)
    }

    /// As [`Camera::project_with_depth`], for a place in camera axes relative to the eye: for many
    /// places, take [`Camera::eye`] once.
    pub fn project_from_camera(&self, place: DVec3) -> Option<(DVec2, f64)> {
        if self.projection == Projection::Perspective && place.z < self.near() {
            return None;
        }
        let screen = self.centre() + place.truncate() * self.points_per_unit(place.z);
        screen.is_finite().then_some((screen, place.z))
    }

    /// A direction in game space as the screen shows it near its middle: x to the right, y down, z
    /// into the picture; for signs of the axes.
    pub fn direction_on_screen(&self, direction: DVec3) -> DVec3 {
        self.eye().camera_from_game * direction
    }

    /// What lies under a point of the screen.
    pub fn ray(&self, screen: DVec2) -> Ray {
        let offset = screen - self.centre();
        let orientation = self.orientation();
        match self.projection {
            Projection::Perspective => {
                let into = offset.extend(self.focal_length()).normalize();
                Ray {
                    origin: self.position(),
                    direction: orientation * into,
                    start: self.near() / into.z,
                }
            }
            Projection::Orthographic => {
                let across = offset * self.units_per_point(self.distance);
                Ray {
                    origin: self.position() + orientation * across.extend(0.0),
                    direction: orientation * FORWARD,
                    start: f64::NEG_INFINITY,
                }
            }
        }
    }

    /// The place under a point of the screen that is as deep as the focus.
    pub fn at_focus_depth(&self, screen: DVec2) -> DVec3 {
        let across = (screen - self.centre()) * self.units_per_point(self.distance);
        self.focus + self.orientation() * across.extend(0.0)
    }

    /// Turns about the focus, as when the pointer drags the scene by this many points.
    pub fn orbit(&mut self, dx: f64, dy: f64) {
        self.turn(dx, dy);
    }

    /// Turns about the eye, as when the pointer moves by this many points.
    pub fn look(&mut self, dx: f64, dy: f64) {
        let position = self.position();
        self.turn(dx, dy);
        self.focus = position + self.forward() * self.distance;
    }

    /// Slides so that the focus follows the pointer by this many points.
    pub fn pan(&mut self, dx: f64, dy: f64) {
        let across = DVec3::new(dx, dy, 0.0) * self.units_per_point(self.distance);
        self.move_focus(self.focus - self.orientation() * across);
    }

    /// Multiplies the distance; what is under the pointer at the depth of the focus stays there.
    /// Less than 1 goes nearer.
    pub fn zoom_to(&mut self, pointer: DVec2, factor: f64) {
        self.zoom_at(self.at_focus_depth(pointer), factor);
    }

    /// Multiplies the distance; the given place stays where it is on the screen.
    pub fn zoom_at(&mut self, point: DVec3, factor: f64) {
        let (least, most) = Self::DISTANCES;
        let distance = (self.distance * factor).clamp(least, most);
        let factor = distance / self.distance;
        let focus = point + (self.focus - point) * factor;
        if factor.is_finite() && focus.is_finite() {
            self.distance = distance;
            self.focus = focus;
        }
    }

    /// Flies for `seconds` along a direction in camera axes (right, down, into the picture) at
    /// [`Camera::fly_speed`] times its length.
    pub fn fly(&mut self, direction: DVec3, seconds: f64) {
        let way = self.orientation() * direction * (self.fly_speed * seconds);
        self.move_focus(self.focus + way);
    }

    /// Puts a box into the middle, as large as it fits, keeping the view's direction.
    pub fn frame(&mut self, bounds: Bounds) {
        let half = (0.5 * self.field_of_view).to_radians().tan();
        // The narrower side of the viewport decides.
        let half = half * (self.size().x / self.size().y).min(1.0);
        let radius = bounds.radius().max(Self::LEAST_FRAME);
        let (least, most) = Self::DISTANCES;
        let distance = 1.1 * radius / half.atan().sin();
        if distance.is_finite() && bounds.centre().is_finite() {
            self.distance = distance.clamp(least, most);
            self.focus = bounds.centre();
        }
    }

    /// Looks along an axis without perspective, at the same focus and size.
    pub fn set_axis_view(&mut self, view: AxisView) {
        let [yaw, pitch] = view.degrees();
        self.yaw = yaw;
        self.pitch = pitch;
        self.projection = Projection::Orthographic;
    }

    /// The axis view that this camera has, if it looks along an axis without perspective.
    pub fn axis_view(&self) -> Option<AxisView> {
        let yaw = self.yaw.rem_euclid(360.0);
        AxisView::ALL.into_iter().find(|view| {
            let [view_yaw, view_pitch] = view.degrees();
            self.projection == Projection::Orthographic
                && self.pitch == view_pitch
                && yaw == view_yaw.rem_euclid(360.0)
        })
    }

    /// A camera on the way from one to another, `share` (0 to 1) of it; turns the short way and
    /// changes the distance evenly by factors. The projection and the viewport are `to`'s.
    pub fn between(from: &Camera, to: &Camera, share: f64) -> Camera {
        let turn = (to.yaw - from.yaw + 180.0).rem_euclid(360.0) - 180.0;
        Camera {
            focus: from.focus.lerp(to.focus, share),
            distance: from.distance * (to.distance / from.distance).powf(share),
            yaw: from.yaw + turn * share,
            pitch: from.pitch + (to.pitch - from.pitch) * share,
            ..*to
        }
    }

    /// The viewport's size, never empty, so that a hidden panel divides nothing by zero.
    fn size(&self) -> DVec2 {
        self.viewport.max(DVec2::ONE)
    }

    fn turn(&mut self, dx: f64, dy: f64) {
        let yaw = self.yaw + dx * Self::DEGREES_PER_POINT;
        let pitch = self.pitch - dy * Self::DEGREES_PER_POINT;
        if yaw.is_finite() && pitch.is_finite() {
            self.yaw = (yaw + 180.0).rem_euclid(360.0) - 180.0;
            self.pitch = pitch.clamp(-90.0, 90.0);
        }
    }

    fn move_focus(&mut self, focus: DVec3) {
        if focus.is_finite() {
            self.focus = focus;
        }
    }
}

impl AxisView {
    /// Every axis view.
    pub const ALL: [AxisView; 6] = [
        AxisView::Top,
        AxisView::Bottom,
        AxisView::Front,
        AxisView::Back,
        AxisView::Left,
        AxisView::Right,
    ];

    /// The camera's yaw and pitch.
    pub fn degrees(self) -> [f64; 2] {
        match self {
            AxisView::Top => [0.0, -90.0],
            AxisView::Bottom => [0.0, 90.0],
            AxisView::Front => [180.0, 0.0],
            AxisView::Back => [0.0, 0.0],
            AxisView::Left => [90.0, 0.0],
            AxisView::Right => [-90.0, 0.0],
        }
    }

    /// The view from the other side.
    pub fn opposite(self) -> AxisView {
        match self {
            AxisView::Top => AxisView::Bottom,
            AxisView::Bottom => AxisView::Top,
            AxisView::Front => AxisView::Back,
            AxisView::Back => AxisView::Front,
            AxisView::Left => AxisView::Right,
            AxisView::Right => AxisView::Left,
        }
    }
}

impl Ray {
    /// The place at a parameter, in game units from the origin.
    pub fn at(&self, parameter: f64) -> DVec3 {
        self.origin + self.direction * parameter
    }

    /// Where it meets the plane through a place; `None` if it runs along the plane or meets it out
    /// of sight.
    pub fn meet_plane(&self, place: DVec3, normal: DVec3) -> Option<DVec3> {
        let slope = self.direction.dot(normal);
        let parameter = (place - self.origin).dot(normal) / slope;
        (slope.abs() > 1e-9 * normal.length() && parameter >= self.start)
            .then(|| self.at(parameter))
    }

    /// Where it first meets a sphere, as a parameter; `None` if it misses or leaves it out of sight.
    pub fn meet_sphere(&self, centre: DVec3, radius: f64) -> Option<f64> {
        let middle = (centre - self.origin).dot(self.direction);
        let miss_squared = (centre - self.at(middle)).length_squared();
        let half_squared = radius * radius - miss_squared;
        // What is not a number misses too.
        let half = (half_squared >= 0.0).then(|| half_squared.sqrt())?;
        [middle - half, middle + half]
            .into_iter()
            .find(|parameter| *parameter >= self.start)
    }

    /// How far along an endless line, in lengths of `along` from `place`, the ray comes closest to
    /// it; `None` if they run side by side or the place is out of the ray's sight.
    pub fn nearest_on_line(&self, place: DVec3, along: DVec3) -> Option<f64> {
        let between = place - self.origin;
        let (aa, ad) = (along.length_squared(), along.dot(self.direction));
        let area = aa - ad * ad;
        if area <= 1e-9 * aa {
            return None;
        }
        let (ba, bd) = (between.dot(along), between.dot(self.direction));
        let on_line = (ad * bd - ba) / area;
        let on_ray = bd + on_line * ad;
        (on_ray >= self.start).then_some(on_line)
    }
}
