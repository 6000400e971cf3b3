//! Open FPX alerts, which staff must handle.

use gridbill_core::list::Sort;
use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::payments::Status;
use gridbill_core::payments::fpx::AlertReason;
use gridbill_core::payments::staff::{FpxAlert, FpxAlertsRequest};
use gridbill_core::{Instant, Language, Money, Page};

use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::{self as lists, Filter, Key, List, NewestFirst, columns};

pub async fn list(app: App, who: Staff, request: FpxAlertsRequest) -> Answer<Page<FpxAlert>> {
    let language = who.person.language;
    let page = lists::page(&app.pool, &OpenAlerts, Sort::default(), request.page()).await?;
    Ok(page.map(|alert| shown(alert, language)))
}

/// The open alerts, newest first.
struct OpenAlerts;

impl List for OpenAlerts {
    type Row = OpenAlert;
    type By = NewestFirst;
    const NAME: &'static str = "alerts of FPX";
    const FROM: (&'static str, &'static str) =
        (
            "(select alert_id, at, order_no, settled_at, reason, value, f.amount, coalesce(f.payment_id, r.payment_id) as payment_id
              from fpx_alert f left join fpx_request r using (order_no))",
            "a",
        );

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("a.at", "timestamptz"), Key::new("a.alert_id", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("a.settled_at is null", &[]);
    }
}

/// An open alert with its payment.
struct OpenAlert {
    alert_id: i64,
    at: Instant,
    reason: AlertReason,
    value: String,
    order_no: String,
    transaction_no: TransactionNo,
    bulk_id: BulkId,
    company_name: String,
    /// The money that was taken, or else the payment's amount.
    amount: Money,
    status: Status,
}

columns! { OpenAlert, "join payment p using (payment_id) join bulk_account b using (bulk_id)" =>
    alert_id: "a.alert_id",
    at: "a.at",
    reason: "a.reason",
    value: "a.value",
    order_no: "a.order_no",
    transaction_no: "p.transaction_no",
    bulk_id: "p.bulk_id",
    company_name: "b.company_name",
    amount: "coalesce(a.amount, p.amount)",
    status: "p.status",
}

fn shown(alert: OpenAlert, language: Language) -> FpxAlert {
    FpxAlert {
        alert_id: alert.alert_id.to_string(),
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
        is_settled_by_hand: alert.reason.is_settled_by_hand(),
    }
}
