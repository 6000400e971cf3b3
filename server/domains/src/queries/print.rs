//! A query as a PDF.

use gridbill_core::endpoint::MediaType;
use gridbill_core::queries::PrintQueryRequest;

use super::load;
use crate::app::App;
use crate::auth::who::Customer;
use crate::computing;
use crate::documents::query;
use crate::endpoint::Sent;
use crate::error::Answer;

pub async fn print(app: App, who: Customer, request: PrintQueryRequest) -> Answer<Sent> {
    let details = load(&app, &who, &request.query_id).await?;
    let (language, now) = (who.person.language, app.now());
    let name = query::name(language, &details);
    let bytes = computing::for_call(move || query::write(language, &app.config.utility, &details, now)).await??;
    Ok(Sent { name, media_type: MediaType::Pdf, bytes })
}
