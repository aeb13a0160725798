//! Records in a sentence, for lists and listings.

use formats::catalogue::condition;

use crate::routine::Body;
use crate::trigger::{Operand, Repeat, Run, Subject, Trigger};

/// A trigger in a sentence: "When flight group convoy is destroyed (Killer: any player), once, run
/// `call lost`." A text of more lines ends in an ellipsis, as the sentence tells its first only.
pub fn trigger_sentence(trigger: &Trigger) -> String {
    let mut out = format!("When {} {}", subject(trigger), event(trigger));
    let asked = asked(trigger);
    if !asked.is_empty() {
        out.push_str(&format!(" ({})", asked.join(", ")));
    }
    let end = if goes_on(trigger) { " …" } else { "." };
    out.push_str(&format!(
        ", {}, {}{end}",
        repeat(trigger.repeat),
        run(trigger)
    ));
    out
}

/// Whose event a trigger waits for.
pub fn subject(trigger: &Trigger) -> String {
    let subject = match &trigger.subject {
        None => "nobody".to_owned(),
        Some(Subject::Ship(id)) => id.to_string(),
        Some(Subject::FlightGroup(id)) => format!("flight group {id}"),
        Some(Subject::Squad(id)) => format!("squad {id}"),
        Some(Subject::Object(id)) => format!("object {id}"),
    };
    match trigger.component {
        Some(component) => format!("component {component} of {subject}"),
        None => subject,
    }
}

/// What happens to the subject.
pub fn event(trigger: &Trigger) -> String {
    match trigger.condition {
        0x00 => "is shot at",
        0x01 => "is destroyed",
        0x02 => "has launched",
        0x03 => "is reached by the camera",
        0x04 => "is reached by a ship",
        0x05 => "is approached within 20 radii",
        0x06 => return approach(trigger),
        0x07 => "scoops something up",
        0x08 => "takes the jump that is offered",
        0x09 => "has jumped in",
        0x0A => "lets a ship in as a gate",
        0x0B => "takes the warp that is offered",
        0x0C => "is flown through",
        0x0D => "calls for backup",
        0x0E => "grabs something as a Ripper",
        0x0F => "drops something as a Ripper",
        0x10 => "cloaks",
        0x11 => "decloaks",
        0x12 => "is targeted",
        0x1A => "is caught by a tractor beam",
        0x1B => "gets out of a tractor beam",
        0x1C => "is entered",
        0x1D => "is left",
        0x1E => "has docked",
        0x1F => "has undocked",
        0x20 => "is being chased",
        other => {
            return match condition(other) {
                Some(condition) => format!("gets {}", condition.symbol()),
                None => format!("gets condition {other}"),
            };
        }
    }
    .to_owned()
}

fn approach(trigger: &Trigger) -> String {
    match trigger.operands.get(1) {
        Some(Operand::Number(radii)) => format!("is approached within {radii} radii"),
        _ => "is approached".to_owned(),
    }
}

/// What is asked of the event's values, each as "label: value".
fn asked(trigger: &Trigger) -> Vec<String> {
    let values = condition(trigger.condition)
        .map(|it| it.values.as_slice())
        .unwrap_or_default();
    let mut asked = Vec::new();
    for (at, operand) in trigger.operands.iter().enumerate() {
        // A proximity's distance is in the sentence already.
        if trigger.condition == 0x06 && at == 1 {
            continue;
        }
        if let Some(operand) = operand_text(operand) {
            let label = values
                .get(at)
                .map_or_else(|| at.to_string(), |it| it.label.clone());
            asked.push(format!("{label}: {operand}"));
        }
    }
    asked
}

/// An operand in words; `None` where nothing is asked.
pub fn operand_text(operand: &Operand) -> Option<String> {
    Some(match operand {
        Operand::Unset => return None,
        Operand::AnyPlayer => "any player".to_owned(),
        Operand::Ship(id) => id.to_string(),
        Operand::FlightGroup(id) => format!("flight group {id}"),
        Operand::Squad(id) => format!("squad {id}"),
        Operand::Number(value) => value.to_string(),
    })
}

/// How often a trigger fires, in words.
pub fn repeat(repeat: Repeat) -> String {
    match repeat {
        Repeat::Once => "once".to_owned(),
        Repeat::Always => "always".to_owned(),
        Repeat::Counted { left, .. } => format!("{left} times"),
        Repeat::Other { mode, .. } => format!("by repeat mode {mode}"),
    }
}

/// What a trigger runs, in words.
pub fn run(trigger: &Trigger) -> String {
    match &trigger.run {
        Run::Nothing | Run::Link(_) => "run nothing".to_owned(),
        Run::Routine(id) => format!("run {id}"),
        Run::Body(body) => match statements(body).next() {
            Some(line) => format!("run `{line}`"),
            None => "run an empty block".to_owned(),
        },
    }
}

/// Whether a trigger's own text goes on behind the line that [`run`] tells.
fn goes_on(trigger: &Trigger) -> bool {
    trigger
        .body()
        .is_some_and(|body| statements(body).nth(1).is_some())
}

/// The lines of a text that say something.
fn statements(body: &Body) -> impl Iterator<Item = &str> {
    let lines = body.text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{FlightGroupId, TriggerId};

    #[test]
    fn a_trigger_reads_as_a_sentence() {
        let mut trigger = Trigger::new(TriggerId::new("t").unwrap());
        trigger.subject = Some(Subject::FlightGroup(FlightGroupId::new("convoy").unwrap()));
        trigger.operands = [const { Operand::Unset }; 5];
        if let Some(killer) = trigger.operands.first_mut() {
            *killer = Operand::AnyPlayer;
        }
        trigger.run = Run::Body(Body::new("# why\ncall lost\n"));
        assert_eq!(
            trigger_sentence(&trigger),
            "When flight group convoy is destroyed (Killer: any player), once, run `call lost`."
        );
        trigger.run = Run::Body(Body::new("# why\n\nif lost >= 3:\n    call lost\n"));
        assert!(
            trigger_sentence(&trigger).ends_with("once, run `if lost >= 3:` …"),
            "the rest of the text is not told"
        );
    }
}
