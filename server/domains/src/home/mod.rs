//! The home page: pending work and key figures. Every figure is read from stored totals
//! (docs/domain/bills.md#summaries), so the page loads equally fast for ten and for ten thousand unpaid bills.

use gridbill_core::bills::BulkRequest;
use gridbill_core::home::{
    self as core, BillGraph, DUE_SOON_DAYS, GRAPH_MONTHS, Home, HomeBills, HomePayments, LatestBillSummary,
    PaymentGraph, Top3Cards,
};
use gridbill_core::number::BulkId;
use gridbill_core::payments::StatusGroup;
use gridbill_core::permission::{Action, Area, Scope};
use gridbill_core::{Day, Instant};
use sqlx::PgConnection;

use crate::app::App;
use crate::auth::who::{Customer, Person};
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::payments::cards::{self, Counts};
use crate::{accounts, bills, queries, team};

mod sql;
mod staff;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetHome, home)
        .json(core::GetStaffHome, staff::home)
        .json(core::GetTop3Cards, top_cards)
        .json(core::GetBillDataForGraph, bill_graph)
        .json(core::GetLatestBillSummary, latest)
        .json(core::GetPaymentDataForGraph, payment_graph)
}

/// Returns the customer's home page. Without an electricity account, bills and payments are closed to customers.
async fn home(app: App, who: Customer, _: BulkRequest) -> Answer<Home> {
    let now = app.now();
    let is_open = who.person.has_account || who.person.is_staff;
    let mut db = app.reader.connection().await?;
    let bills = if is_open { Some(of_bills(&mut db, &who.bulk_id, now).await?) } else { None };
    let payments = if is_open { Some(of_payments(&mut db, &who.bulk_id, now).await?) } else { None };
    let queries = if is_open { Some(queries::unsettled(&mut *db, &who.bulk_id).await?) } else { None };
    let accounts = accounts::totals::figures(&mut db, &who.bulk_id).await?;
    let invitations = if is_open && manages_users(&who.person) {
        Some(team::invited(&mut *db, &who.bulk_id, now).await?)
    } else {
        None
    };
    db.return_to_pool();
    Ok(Home { bills, payments, queries, accounts, invitations, as_of: now })
}

async fn top_cards(app: App, who: Customer, _: BulkRequest) -> Answer<Top3Cards> {
    let mut db = app.reader.connection().await?;
    let accounts = accounts::totals::figures(&mut db, &who.bulk_id).await?;
    let payments = Counts::of(&mut *db, &who.bulk_id).await?;
    db.return_to_pool();
    Ok(Top3Cards {
        electricity_accounts: accounts.total,
        inactive_accounts: accounts.inactive,
        unsuccessful_payments: unsuccessful(&payments),
        as_of: app.now(),
    })
}

async fn bill_graph(app: App, who: Customer, _: BulkRequest) -> Answer<BillGraph> {
    let now = app.now();
    let (from, to) = months(now);
    Ok(BillGraph { months: bills::totals::months(&app.pool, &who.bulk_id, from, to).await?, as_of: now })
}

async fn latest(app: App, who: Customer, _: BulkRequest) -> Answer<LatestBillSummary> {
    Ok(LatestBillSummary { latest: bills::totals::latest(&app.pool, &who.bulk_id).await?, as_of: app.now() })
}

async fn payment_graph(app: App, who: Customer, _: BulkRequest) -> Answer<PaymentGraph> {
    let now = app.now();
    let (from, to) = months(now);
    Ok(PaymentGraph { months: cards::months(&app.pool, &who.bulk_id, from, to).await?, as_of: now })
}

async fn of_bills(db: &mut PgConnection, bulk_id: &BulkId, now: Instant) -> Answer<HomeBills> {
    let today = Day::at(now);
    let (from, to) = months(now);
    let payable = bills::totals::payable(&mut *db, bulk_id, today).await?;
    Ok(HomeBills {
        overdue: payable.overdue,
        past_due: payable.past_due,
        due_soon: payable.due_soon,
        due_soon_until: today.plus_days(DUE_SOON_DAYS),
        due_in_14_days: payable.due_in_14_days,
        due_in_30_days: payable.due_in_30_days,
        owed: bills::totals::card(&mut *db, bulk_id, now).await?,
        charges: payable.charges,
        latest: bills::totals::latest(&mut *db, bulk_id).await?,
        months: bills::totals::months(db, bulk_id, from, to).await?,
    })
}

async fn of_payments(db: &mut PgConnection, bulk_id: &BulkId, now: Instant) -> Answer<HomePayments> {
    let counts = Counts::of(&mut *db, bulk_id).await?;
    let (from, to) = months(now);
    Ok(HomePayments {
        action_required: counts.of_group(StatusGroup::ActionRequired),
        processing: counts.of_group(StatusGroup::Processing),
        unsuccessful: unsuccessful(&counts),
        months: cards::months(db, bulk_id, from, to).await?,
    })
}

fn unsuccessful(counts: &Counts) -> i64 {
    counts.of_group(StatusGroup::Declined) + counts.of_group(StatusGroup::Failed)
}

fn manages_users(person: &Person) -> bool {
    let view = Scope { area: Area::ManageUser, action: Action::View };
    person.role.is_some_and(|role| role.allows(person.permissions, view))
}

/// Returns the first days of the oldest and of the current month of a chart.
fn months(now: Instant) -> (Day, Day) {
    let current = Day::at(now).first_of_month();
    (current.minus_months(GRAPH_MONTHS - 1), current)
}
