//! The editor link. What a page or a table says of the carried-over link, each fact in our own words by
//! its number; a test's name or a comment in it names those that it proves.
//!
//! The bytes
//! * LINK-01: a message is a tag, a 0 and its payload's size, then the payload; little-endian.
//! * LINK-02: a payload larger than the original's block, 0xD4A08 bytes, ends the connection.
//! * LINK-03: so does an editor that has more than four times that waiting while the game takes none.
//! * LINK-04: the original's tags keep their payloads.
//! * LINK-05: own payloads are `key=value` lines, except the mission's file; who reads them passes over
//!   keys that he does not know.
//!
//! The connection
//! * LINK-06: the game listens at 127.0.0.1 alone, at 22539 or the port that is asked for.
//! * LINK-07: it takes one editor at a time; another waits until the first has gone.
//! * LINK-08: an editor is there as long as it stays connected.
//! * LINK-09: an editor may be there before the first mission's script starts.
//!
//! While no mission plays
//! * LINK-10: the original's messages wait for the next start, and so does whatever came after one.
//! * LINK-11: own messages are read as they come; a request for the file or the state is ignored.
//!
//! The start
//! * LINK-12: Mission started, then Mission file, come as a mission's script starts.
//! * LINK-13: the start parts wait for the flags of an editor that is linked, a second at most.
//! * LINK-14: with no editor linked the start waits for nothing.
//! * LINK-15: a start part that is held holds the start; its thread goes on from where it stopped.
//! * LINK-16: the mission's ticks count from the end of its start.
//!
//! The run
//! * LINK-17: messages are read all along, so that a hold in mid-mission can be released.
//! * LINK-18: a thread that stops is told by the offset of its byte.
//! * LINK-19: run control 0 pauses and lets go on, by the low byte of its second word.
//! * LINK-20: 1 runs on, 2 steps into, 3 steps over; 1 does nothing while nothing is held or released.
//! * LINK-21: 4 runs a part at once, if the mission has it.
//! * LINK-22: commands past 4 do nothing.
//! * LINK-23: the editor hears whether the first thread has finished once for each fifth second of the
//!   script's clock, while the script is neither held nor released.
//! * LINK-24: a hold stops the script and its clock, while the ships fly on; a pause stops all ticks.
//! * LINK-25: a copy of the flags takes no more than the payload has.
//! * LINK-26: 0x13 does nothing, and nothing reads what 0x16 and 0x17 set.
//! * LINK-27: a tag that no editor sends is logged and passed over.
//! * LINK-28: as the editor goes, its hold, its step and its pause go.
//! * LINK-29: the original's live edits are made as they come.
//! * LINK-43 (ours): a message with a place that is no number, or too far away to reckon with, is logged
//!   with its field and value, and passed over as a whole.
//! * LINK-44 (ours): as the game goes, the mission that it plays ends, and the editor is told.
//!
//! Own messages
//! * LINK-30: Hello comes as an editor connects, with protocol 2, a version, the game and its dialect.
//! * LINK-31: an editor that connects in mid-mission is told the mission and sent its file.
//! * LINK-32: Mission ended comes as the mission ends.
//! * LINK-33: Get mission is answered with the file as the game runs it, its globals as they stand.
//! * LINK-34: Get state is answered with the script's state.
//! * LINK-35: a console line is passed over, with a word in the log, where there is no console.
//!
//! The state
//! * LINK-36: clock, hold, step, pause and whether the first thread has finished.
//! * LINK-37: threads by slot: where in the script, none outside it; depth, wake, whether one waits for
//!   its trigger, and the trigger that started it, where one did.
//! * LINK-38: globals by index; variables by name, one without a name by its number where it is not 0.
//! * LINK-39: ships in play, made and not destroyed: the current order by its name, by its number if it
//!   has none, or none; and the slot of the ship that it is aimed at, where it is aimed at one.
//! * LINK-40: what the script did since the last state, in order: triggers that fired by index, commands
//!   that ran by number, when by the script's clock in milliseconds.
//! * LINK-41: 512 of these at most; the oldest are dropped first, and how many is told.
//! * LINK-42: they are kept only while an editor is linked, and a state clears them.

#[path = "../common/mod.rs"]
mod common;

mod editor;
mod floats;
mod frames;
mod hostile;
mod messages;
mod process;
mod session;
mod session_run;
mod session_state;
mod socket;
mod states;
