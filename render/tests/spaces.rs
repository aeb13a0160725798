//! Game axes and a record's angles, against engine-facts 2.

use glam::{DMat3, DQuat, DVec3};
use proptest::prelude::*;
use render::spaces::{
    DOWN, Eye, FORWARD, RIGHT, degrees_from_orientation, degrees_towards, orientation_from_degrees,
};

#[track_caller]
fn close(got: DVec3, want: DVec3) {
    assert!(got.abs_diff_eq(want, 1e-9), "got {got}, want {want}");
}

#[test]
fn the_frame_is_right_handed() {
    assert_eq!(RIGHT.cross(DOWN), FORWARD);
}

#[test]
fn single_angles_turn_as_specified() {
    // "Yaw 90 puts the nose on +X; positive pitch lifts the nose (to -Y); positive roll lowers the
    // right side."
    let nose = |yaw, pitch, roll| orientation_from_degrees(yaw, pitch, roll) * FORWARD;
    close(nose(0.0, 0.0, 0.0), DVec3::Z);
    close(nose(90.0, 0.0, 0.0), DVec3::X);
    close(nose(0.0, 90.0, 0.0), DVec3::NEG_Y);
    close(orientation_from_degrees(0.0, 0.0, 90.0) * RIGHT, DVec3::Y);
}

#[test]
fn angles_combine_as_specified() {
    // M = Ry(yaw)·Rx(pitch)·Rz(roll), written out with row-major literals.
    fn rows(rows: [[f64; 3]; 3]) -> DMat3 {
        DMat3::from_cols_array_2d(&rows).transpose()
    }
    let (sy, cy) = 30_f64.to_radians().sin_cos();
    let (sp, cp) = 20_f64.to_radians().sin_cos();
    let (sr, cr) = 10_f64.to_radians().sin_cos();
    let ry = rows([[cy, 0.0, sy], [0.0, 1.0, 0.0], [-sy, 0.0, cy]]);
    let rx = rows([[1.0, 0.0, 0.0], [0.0, cp, -sp], [0.0, sp, cp]]);
    let rz = rows([[cr, -sr, 0.0], [sr, cr, 0.0], [0.0, 0.0, 1.0]]);
    let want = ry * rx * rz;
    let got = orientation_from_degrees(30.0, 20.0, 10.0);
    close(got * RIGHT, want.x_axis);
    close(got * DOWN, want.y_axis);
    close(got * FORWARD, want.z_axis);
}

#[test]
fn looking_straight_up_or_down_keeps_the_heading() {
    let [yaw, pitch, roll] = degrees_from_orientation(orientation_from_degrees(40.0, 90.0, 0.0));
    assert!((yaw - 40.0).abs() < 1e-6 && (pitch - 90.0).abs() < 1e-6 && roll == 0.0);
    assert_eq!(degrees_towards(DVec3::new(0.0, -2.0, 0.0)), [0.0, 90.0]);
    assert_eq!(degrees_towards(DVec3::new(0.0, 2.0, 0.0)), [0.0, -90.0]);
}

#[test]
fn the_eye_subtracts_before_it_turns() {
    let far = DVec3::new(1e8, -3e7, 2e8);
    let eye = Eye::new(far, orientation_from_degrees(90.0, 0.0, 0.0));
    // Heading along +X: +X is ahead, +Z is to the left, +Y is down.
    close(
        eye.camera_from_point(far + DVec3::new(0.25, 0.0, 0.0)),
        DVec3::new(0.0, 0.0, 0.25),
    );
    close(
        eye.camera_from_point(far + DVec3::new(0.0, 0.0, 2.0)),
        DVec3::new(-2.0, 0.0, 0.0),
    );
    close(
        eye.camera_from_point(far + DVec3::new(0.0, 3.0, 0.0)),
        DVec3::new(0.0, 3.0, 0.0),
    );
    let turned = eye.camera_from_orientation(DQuat::IDENTITY);
    close(turned * DVec3::X, DVec3::Z);
}

proptest! {
    #[test]
    fn angles_come_back(yaw in -179.0..179.0, pitch in -89.0..89.0, roll in -179.0..179.0) {
        let orientation = orientation_from_degrees(yaw, pitch, roll);
        let got = degrees_from_orientation(orientation);
        for (got, want) in got.into_iter().zip([yaw, pitch, roll]) {
            prop_assert!((got - want).abs() < 1e-6, "{got} for {want}");
        }
    }

    #[test]
    fn directions_come_back(yaw in -179.0..179.0, pitch in -89.0..89.0) {
        let nose = orientation_from_degrees(yaw, pitch, 0.0) * FORWARD;
        let [got_yaw, got_pitch] = degrees_towards(nose * 1e6);
        prop_assert!((got_yaw - yaw).abs() < 1e-6 && (got_pitch - pitch).abs() < 1e-6);
    }
}
