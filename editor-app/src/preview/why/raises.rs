//! What raises the event of each condition (script-vm V150 to V161).

/// What raises a condition's event, in a full sentence; `None` for no condition.
pub fn what_raises(condition: u8) -> Option<&'static str> {
    Some(match condition {
        0x00 => {
            "a shot of a ship of the mission that wears shield, armor or a component down. A hit on a \
             component is told of the ship and of the component. Groups hear of it too."
        }
        0x01 => {
            "a ship begins to explode or its pilot ejects, or a component goes. A ship is told of once. \
             A flight group or squad hears of each member, but only a trigger that repeats always fires \
             before the last one is destroyed."
        }
        0x02 => "a ship's launch ends. Groups hear of it too.",
        0x03 => {
            "the director's camera comes to the end of a curve that ends there, or past a place on a \
             curve that the point marks."
        }
        0x04 => {
            "once a second, any other ship within 4,000 of a nav point or waypoint; or a ship that \
             follows a curve comes to its end."
        }
        0x05 => "once a second, any other ship within 20 of the ship's own radii.",
        0x06 => {
            "once a second, any other ship within as many of the ship's own radii as the trigger says. \
             All such triggers of one ship hear of what any of them finds."
        }
        0x07 => "the ship picks something up. Groups hear of it too.",
        0x08 => {
            "the player presses JUMP DRIVE while the script offers a jump with flag[jump_ready]."
        }
        0x09 => "a jump or a warp in ends. Groups hear of it too.",
        0x0A => {
            "a jump in through a gate ends; the event brings the gate's ship. Groups hear of it too."
        }
        0x0B => {
            "the player presses JUMP DRIVE while the script offers a warp with flag[warp_ready]."
        }
        0x0C => "the player flies through the hoop.",
        0x0D => {
            "the player's first call for backup while the script allows one with flag[backup_available]."
        }
        0x0E => "a Ripper takes hold of something. Groups hear of it too.",
        0x0F => "a Ripper lets go of something. Groups hear of it too.",
        0x10 => "a ship begins to cloak. It is told to that ship alone, without a value.",
        0x11 => "a ship begins to show itself. It is told to that ship alone, without a value.",
        0x1C => "the player flies into the object; it is told to the player's ship.",
        0x1D => "the player flies out of the object; it is told to the player's ship.",
        0x1E => "the ship is in its berth.",
        0x1F => "a limpet car has fetched its pod and left its port.",
        0x22 => "the largest explosion of a ship ends.",
        0x12..=0x1B | 0x20 | 0x21 => "nothing that is known of the game does.",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_has_its_sentence() {
        for row in formats::catalogue::conditions() {
            let raises = what_raises(row.index).unwrap();
            assert!(raises.ends_with('.'), "{}", row.name);
        }
        assert_eq!(what_raises(0x23), None);
    }
}
