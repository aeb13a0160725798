//! Draws a plain 3D scene and answers what the pointer touches in it.
//!
//! This crate knows shapes, lines and labels at places in game space ([`scene`]), a camera that
//! orbits, pans, zooms and flies ([`camera`]), a grid whose step follows the zoom ([`grid`]),
//! picking ([`picking`]), label placing ([`labels`]), a move and rotate gizmo ([`gizmo`]), director
//! curves as mathematics ([`curves`]), and how to put all that on a GL target ([`renderer`]).
//!
//! It leaves to others: what a shape stands for, windows and widgets, and the drawing of text. It
//! opens no files and keeps no mission; whoever has one builds a [`Scene`] from it.
//!
//! # Spaces
//!
//! *Game space* is what goes in and comes out: f64, X right, Y **down**, Z forward, right-handed,
//! in the game's units, commonly 10^7 from the origin (engine-facts 2). *Screen space* is the
//! viewport in points: whatever unit the caller measures its pointer in, from the viewport's
//! top-left corner, y down. Everything is made relative to the eye in f64 before it becomes f32, so
//! that nothing shakes far from the origin; [`spaces`] is the one place that turns game axes into
//! the view's.
//!
//! # Where to start
//!
//! [`Scene`] and [`Shape`], then [`Camera`], then [`Renderer::draw`].
//!
//! ```
//! use glam::{DVec2, DVec3};
//! use render::{Camera, Form, PickId, Scene, Shape, picking, spaces};
//!
//! let place = DVec3::new(1.2e7, 0.0, -3.0e7);
//! let mut scene = Scene::new();
//! scene.shapes.push(Shape {
//!     pick: Some(PickId(7)),
//!     orientation: spaces::orientation_from_degrees(90.0, 0.0, 0.0),
//!     ..Shape::new(Form::Fighter, place, 600.0)
//! });
//!
//! let mut camera = Camera::new(DVec2::new(1280.0, 800.0));
//! if let Some(bounds) = scene.bounds() {
//!     camera.frame(bounds);
//! }
//! let hits = picking::pick(&scene, &camera, DVec2::new(640.0, 400.0), 5.0);
//! assert_eq!(hits.first().map(|hit| hit.pick), Some(PickId(7)));
//! ```
#![warn(missing_docs)]
// Input must never end the program.
#![warn(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

pub mod scene;
pub mod spaces;

pub mod bounds;
pub mod camera;

pub mod curves;
pub mod grid;
pub mod theme;

pub mod forms;
pub mod mesh;

pub mod lines;
pub mod ships;

pub mod gizmo;
pub mod labels;
pub mod picking;

pub mod renderer;

pub use bounds::Bounds;
pub use camera::{AxisView, Camera, Projection, Ray};
pub use curves::Curve;
pub use gizmo::{Delta, Drag, Gizmo};
pub use grid::Grid;
pub use mesh::Mesh;
pub use renderer::{Area, Frame, Renderer};
pub use scene::{Form, Highlight, Label, Line, MeshId, PickId, Scene, Shape};
pub use theme::Theme;

/// The GL library whose types [`Renderer`] takes, so that callers need not name its version.
pub use three_d;

/// A colour as sRGB red, green, blue and opacity, each 0 to 255; not premultiplied.
pub type Colour = [u8; 4];
