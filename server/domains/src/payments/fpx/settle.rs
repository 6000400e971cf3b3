//! Settles by hand the alerts that neither money nor an answer from FPX ends (docs/fpx.md#alerts).

use gridbill_core::Code;
use gridbill_core::fact::OperationsFact;
use gridbill_core::payments::officers::check_reason;
use gridbill_core::payments::staff::{FpxAlertSettled, SettleFpxAlert};

use super::sql;
use crate::endpoint::{Act, Tx};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Settles an alert. If two officers try at the same time, the second receives an error.
pub async fn settle(Act { context, who, request, mut tx, .. }: Act<SettleFpxAlert>) -> Answer<(Tx, FpxAlertSettled)> {
    let remark = check_reason(&request.remark)?;
    let alert_id: i64 = request.alert_id.trim().parse().map_err(|_| Code::AlertNotFound)?;
    let alert = sql::lock_alert(&mut tx, alert_id).await?.ok_or(Code::AlertNotFound)?;
    if !alert.reason.is_settled_by_hand() {
        return Err(Code::AlertEndsOtherwise.into());
    }
    if alert.is_settled {
        return Err(Code::AlertIsSettled.into());
    }
    sql::settle_by_hand(&mut tx, alert_id, context.now()).await?;
    let fact = OperationsFact::FpxAlertSettled { reason: alert.reason, value: alert.value, remark };
    let entry = Entry::by(&who.person, Subject::FpxAlert(alert_id), fact, &alert.order_no);
    facts::record(&context, &mut tx, entry).await?;
    Ok((tx, FpxAlertSettled { alert_id: alert_id.to_string(), merchant_tran_id: alert.order_no }))
}
