//! The current settings, and payment windows, which close a payment method for a time.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::OperationsFact;
use gridbill_core::operations::{OperationSettings, SetMethodWindowRequest, check_window};
use gridbill_core::{Code, Topic};

use super::limits;
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::live::{self, Change};
use crate::payments::fpx::banks;
use crate::payments::windows;

pub async fn read(app: App, _: Staff, _: Nothing) -> Answer<OperationSettings> {
    let (banks, banks_at) = banks::list_known(&app.pool).await?;
    Ok(OperationSettings {
        methods: windows::methods(&app.pool, app.now()).await?,
        banks,
        banks_at,
        has_mail_server: app.mail.is_sent(),
        limits: limits::all(&app.config),
        as_of: app.now(),
    })
}

/// Sets a payment window. Refuses if a colleague has changed it since the caller loaded it, so that no change is
/// overwritten unseen.
pub async fn set_window(app: App, who: Staff, request: SetMethodWindowRequest) -> Answer<Nothing> {
    let now = app.now();
    let after = request.window.as_ref().map(|form| check_window(form, now)).transpose()?;
    let method = request.payment_method;
    let mut tx = app.begin().await?;
    let before = windows::lock(&mut tx, method, now).await?;
    if before != request.seen.filter(|seen| seen.to > now) {
        return Err(Code::WindowChanged.into());
    }
    if before == after {
        return Ok(Nothing {});
    }
    windows::set(&mut tx, method, after).await?;
    let fact = OperationsFact::MethodWindowSet { before, after };
    let about = method.word(who.person.language);
    facts::record(&app.context(), &mut tx, Entry::by(&who.person, Subject::Method(method), fact, about)).await?;
    // For all users who are about to pay with this method.
    live::publish(&mut *tx, Change::of(&[Topic::Gateway]).for_all_users()).await?;
    tx.commit().await?;
    Ok(Nothing {})
}
