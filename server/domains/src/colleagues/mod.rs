//! E-mails that the users of a bulk account send each other (docs/domain/colleagues.md).

use gridbill_core::Code;
use gridbill_core::bills::Selectable;
use gridbill_core::colleagues::{self as core, Colleague};
use gridbill_core::endpoint::Nothing;

use crate::app::App;
use crate::auth::who::Customer;
use crate::endpoint::Mount;
use crate::error::Answer;

pub mod email;
mod instructions;
mod people;
mod remind;
mod selection;
mod sql;

pub use selection::delete_expired;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetColleagues, colleagues)
        .json(core::SendInstructions, instructions::send)
        .json(core::RemindAuthoriser, remind::remind)
        .json(core::SendSelection, selection::send)
        .json(core::GetSentSelection, selection::open)
}

async fn colleagues(app: App, who: Customer, _: Nothing) -> Answer<Vec<Colleague>> {
    let people = people::others(&app.pool, &who).await?;
    Ok(people
        .into_iter()
        .map(|person| Colleague {
            may_pay: person.may_pay(),
            user_id: person.person_id.to_string(),
            name: person.name,
            email: person.email,
        })
        .collect())
}

/// Returns why none of these bills can be paid: the reason of the first bill, or "not found" if all are unknown.
fn none_payable(found: &Selectable) -> Code {
    found.left_out.first().map_or(Code::BillNotFound, |one| one.reason)
}
