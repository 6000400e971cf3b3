//! Invariant 5: only transitions that core's state machine allows happen.

use gridbill_core::payments::{Event, PaymentMethod, Status, initial_status, next_status};
use sqlx::PgConnection;

use super::{Finding, finding, sql};

pub async fn look(db: &mut PgConnection) -> sqlx::Result<Finding> {
    let transitions = sql::transitions(db).await?;
    let broken = transitions.iter().filter(|transition| !allowed(transition).unwrap_or(false)).map(|transition| {
        let sql::Transition { method, from_status, kind, to_status, times, example } = transition;
        let from = from_status.map_or_else(|| "the beginning".to_owned(), |from| from.to_string());
        format!("{method}: {kind} from {from} to {to_status}, {times} times, such as {example}")
    });
    Ok(finding(5, "only the transitions of the state machine happen", broken.collect()))
}

/// Whether core allows the transition; `None` when a word or number is unknown.
fn allowed(transition: &sql::Transition) -> Option<bool> {
    let method = PaymentMethod::from_code(&transition.method)?;
    let event = Event::from_kind(&transition.kind)?;
    let to = status(transition.to_status)?;
    Some(match transition.from_status {
        None => initial_status(method) == (event, to),
        Some(from) => next_status(status(from)?, event) == Ok(to),
    })
}

fn status(code: i16) -> Option<Status> {
    Status::try_from(u8::try_from(code).ok()?).ok()
}
