//! `gridbill admin`. `create` adds the first member of staff of a new portal, where no other user could add them.

use anyhow::anyhow;
use gridbill_core::fact::PortalActor;
use gridbill_core::number::Email;
use gridbill_core::permission::Role;
use gridbill_core::staff::check_staff_user;
use gridbill_core::{Language, Problem};

use super::admins::{added, staff_added_fact};
use crate::app::App;
use crate::error::Error;
use crate::facts::{self, Actor, Entry, Subject};
use crate::identity::factors::reset::ResetFactors;

#[derive(Debug, clap::Subcommand)]
pub enum Admin {
    /// Add a member of staff, and print the address for activating their account. It is also sent by e-mail.
    Create(Create),
    /// Remove all second factors of a user who lost them, and tell the user by e-mail. For the only administrator, whom
    /// no other user can help.
    ResetFactors(ResetFactors),
}

#[derive(Debug, clap::Args)]
pub struct Create {
    #[arg(long)]
    pub email: String,
    #[arg(long)]
    pub name: String,
    /// The mobile number without country code.
    #[arg(long)]
    pub mobile: String,
    /// The role: pccrAdmin, glbAccountManager or ict.
    #[arg(long)]
    pub role: String,
}

/// Adds the member of staff, and returns the address for activating the account.
/// Fails with With the message of the refusal, or when the database does not answer.
pub async fn create(app: &App, new: &Create) -> anyhow::Result<String> {
    let role = Role::from_code(&new.role);
    let user = check_staff_user(Some(&new.email), &new.name, "", &new.mobile, role).map_err(|it| sentences(&it))?;
    let email = Email::parse(&new.email).map_err(|code| sentences(&code.into()))?.normal();
    let mut tx = app.pool.begin().await?;
    let person_id = app.random.uuid();
    let link = added(app, &mut tx, person_id, &email, &user, Language::En).await.map_err(told)?;
    let actor = Actor::Portal(PortalActor::AdminCreate);
    let entry = Entry::of(Subject::Person(person_id), actor, staff_added_fact(person_id, user, None), &email);
    facts::record(&app.context(), &mut tx, entry).await.map_err(told)?;
    tx.commit().await?;
    Ok(link.address)
}

fn told(error: Error) -> anyhow::Error {
    match error {
        Error::Refused(problem) => sentences(&problem),
        Error::Internal(error) => error,
    }
}

/// Returns the messages of all fields.
fn sentences(problem: &Problem) -> anyhow::Error {
    let of = |problem: &Problem| problem.sentence(Language::En);
    let fields: Vec<_> = problem.fields.iter().map(|(_, problem)| of(problem)).collect();
    anyhow!(if fields.is_empty() { of(problem) } else { fields.join(" ") })
}
