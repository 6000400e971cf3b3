//! What about FPX payments waits for somebody at the utility: a list for staff, and a gauge for whoever watches the portal.

use std::time::Duration;

use gridbill_core::page::rows;
use gridbill_core::payments::fpx::AlertReason;
use gridbill_core::staff::{FpxAlert, FpxAlertsRequest};
use gridbill_core::{Instant, Language, Page};

use super::sql::{self, OpenAlert};
use crate::app::App;
use crate::cursor;
use crate::error::Answer;
use crate::who::Staff;

/// The name of the list, which its cursors are bound to.
const LIST: &str = "alerts of FPX";
/// How often the gauge is set.
const GAUGE_INTERVAL: Duration = Duration::from_secs(30);

/// What nobody has dealt with, newest first.
pub async fn list(app: App, who: Staff, request: FpxAlertsRequest) -> Answer<Page<FpxAlert>> {
    let after = cursor::read::<(Instant, i64)>(LIST, request.cursor.as_deref())?;
    let rows = rows(request.record_count);
    let found = sql::open_alerts(&app.pool, after, rows + 1).await?;
    let total = sql::count_open_alerts(&app.pool).await?;
    let Page { items, total, next } =
        Page::of(found, rows, total, |alert| cursor::write(LIST, &(alert.at, alert.alert_id)));
    let language = who.person.language;
    Ok(Page { items: items.into_iter().map(|alert| shown(alert, language)).collect(), total, next })
}

fn shown(alert: OpenAlert, language: Language) -> FpxAlert {
    FpxAlert {
        at: alert.at,
        reason: alert.reason,
        title: alert.reason.word(language).to_owned(),
        description: alert.reason.sentence(&alert.value, language),
        merchant_tran_id: alert.order_no,
        transaction_no: alert.transaction_no,
        bulk_id: alert.bulk_id,
        company_name: alert.company_name,
        amount: alert.amount,
        status: alert.status,
    }
}

/// Sets the gauge of /metrics for as long as the process serves them.
pub async fn measure(app: App) {
    loop {
        match sql::open_alerts_by_reason(&app.pool).await {
            Ok(counts) => {
                for reason in AlertReason::ALL {
                    let open = counts.iter().find(|(counted, _)| counted == reason).map_or(0, |(_, open)| *open);
                    metrics::gauge!("gridbill_fpx_alerts_open", "reason" => reason.code())
                        .set(f64::from(i32::try_from(open).unwrap_or(i32::MAX)));
                }
            }
            Err(error) => tracing::warn!(%error, "counting the alerts of FPX"),
        }
        tokio::time::sleep(GAUGE_INTERVAL).await;
    }
}
