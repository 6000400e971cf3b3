//! The declaration form to sign, filled in with the draft's data.

use gridbill_core::endpoint::{MediaType, Nothing};
use gridbill_core::{Code, Day};

use super::sql::draft as sql;
use crate::app::App;
use crate::auth::who::Person;
use crate::computing;
use crate::documents::declaration;
use crate::endpoint::Sent;
use crate::error::Answer;

/// Renders the form for the user's own application, in the user's language.
pub async fn download(app: App, who: Person, _: Nothing) -> Answer<Sent> {
    let application =
        sql::application(&app.pool, who.person_id, who.bulk_id.as_ref()).await?.ok_or(Code::RegistrationNotFound)?;
    let (language, today) = (who.language, Day::at(app.now()));
    let utility = app.config.utility.utility_name.clone();
    let bytes = computing::for_call(move || {
        declaration::write(language, &utility, &application.form, application.total_accounts, today)
    })
    .await??;
    Ok(Sent { name: declaration::name(language).to_owned(), media_type: MediaType::Pdf, bytes })
}
