//! The home page of staff: the pending work that the user may see, with its amount and age.

use gridbill_core::Day;
use gridbill_core::endpoint::Nothing;
use gridbill_core::home::{StaffHome, Waiting};
use gridbill_core::permission::{Action, Area, Scope};
use gridbill_core::team::Activity;

use super::sql;
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::{jobs, mail, personal_data};

/// Each figure uses an index on pending rows only, so it is fast regardless of the table's size.
pub async fn home(app: App, who: Staff, _: Nothing) -> Answer<StaffHome> {
    let now = app.now();
    let may_see = |area| {
        let scope = Scope { area, action: Action::View };
        who.person.role.is_some_and(|role| role.allows(who.person.permissions, scope))
    };
    let mut db = app.reader.connection().await?;
    let queue = jobs::sql::counts(&mut *db).await?;
    let outbox = mail::outbox(&mut *db, now).await?;
    let mut home = StaffHome {
        payments: None,
        reconciling: None,
        registrations: None,
        asked: None,
        accounts: None,
        gateway: None,
        jobs: Waiting { count: queue.failed, since: queue.failed_since },
        emails: Waiting { count: outbox.refused + outbox.given_up, since: outbox.failing_since },
        people: None,
        data_requests: None,
        breaches: None,
        as_of: now,
    };
    if may_see(Area::PendingApproval) {
        home.payments = Some(sql::payments(&mut *db).await?);
    }
    if may_see(Area::AllPayments) {
        home.reconciling = Some(sql::reconciling(&mut *db).await?);
    }
    if may_see(Area::ManageBulkAccounts) {
        home.registrations = Some(sql::registrations(&mut *db).await?);
        home.asked = Some(sql::count_awaiting_answer(&mut *db).await?);
    }
    if may_see(Area::BulkChildAccountError) {
        home.accounts = Some(sql::accounts(&mut *db).await?);
    }
    if may_see(Area::FpxManualRequery) {
        home.gateway = Some(sql::gateway(&mut *db).await?);
    }
    if may_see(Area::ManageTnbAdmins) {
        home.people = Some(sql::people(&mut *db, Activity::active_since(Day::at(now)).begins()).await?);
    }
    if may_see(Area::ManageTnbUsers) {
        home.data_requests = Some(personal_data::waiting_requests(&mut *db, Day::at(now)).await?);
    }
    if may_see(Area::Operations) {
        home.breaches = Some(personal_data::waiting_breaches(&mut *db, now).await?);
    }
    db.return_to_pool();
    Ok(home)
}
