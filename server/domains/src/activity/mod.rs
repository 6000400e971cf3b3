//! The activity log (docs/facts.md#activity-log): the facts of the last six months that the reader may see. For
//! staff, each fact is verified against its predecessor, so that the page shows facts that were tampered with.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gridbill_core::activity::{
    self as core, ActivityActor, ActivityCheck, ActivityLog, ActivityLogRequest, LOG_MONTHS, VisibleSubjects,
    kinds_of_customers, parse_id,
};
use gridbill_core::audience::Audience;
use gridbill_core::endpoint::Nothing;
use gridbill_core::list::Sort;
use gridbill_core::notifications::Reader;
use gridbill_core::page::PageParams;
use gridbill_core::search::{self, recognise};
use gridbill_core::{Day, Instant, Page, Problem};

use crate::app::App;
use crate::auth::who::{Person, Staff};
use crate::endpoint::Mount;
use crate::error::Answer;
use crate::facts;
use crate::list as lists;

mod list;
mod row;

use list::{ActivityScope, Log};
use row::ActivityRow;

pub fn mount(mount: Mount) -> Mount {
    mount.list(core::GetActivityLogs, page).json(core::GetActivityCheck, check)
}

async fn page(app: App, who: Person, request: ActivityLogRequest) -> Answer<Page<ActivityLog>> {
    let log = log(&who, &request, app.now())?;
    let record_count = request.record_count.or(request.request_count);
    let page = PageParams { record_count, ..request.page() };
    let page = lists::page(&app.pool, &log, Sort::default(), page).await?;
    let damaged = if who.is_staff {
        let ids: Vec<_> = page.items.iter().map(ActivityRow::id).collect();
        facts::verify::damaged(&app.pool, &ids).await?
    } else {
        BTreeMap::new()
    };
    let reader = reader(&who);
    Ok(page.map(|row| {
        let damage = damaged.get(&row.id()).copied();
        row.shown(reader, &who, damage)
    }))
}

async fn check(app: App, Staff { person }: Staff, _: Nothing) -> Answer<ActivityCheck> {
    let last = facts::last_check(&app.pool).await?;
    let sealed_day = facts::last_seal(&app.pool).await?.map(|seal| seal.day);
    let sees_all = VisibleSubjects::by(reader(&person), person.has_account).is_all;
    Ok(match last {
        None => ActivityCheck { checked_at: None, facts: 0, broken: 0, findings: Vec::new(), sealed_day },
        Some(last) => ActivityCheck {
            checked_at: Some(last.checked_at),
            facts: last.facts,
            broken: last.broken,
            // Findings name people and payments.
            findings: if sees_all { last.findings } else { Vec::new() },
            sealed_day,
        },
    })
}

const fn reader(who: &Person) -> Reader {
    let side = if who.is_staff { Audience::Staff } else { Audience::Customers };
    Reader { side, role: who.role, permissions: who.permissions }
}

/// Returns the requested log, restricted to what the person may see.
fn log(who: &Person, request: &ActivityLogRequest, now: Instant) -> Result<Log, Problem> {
    let ActivityLogRequest { bulk_id, last_id, start_date, end_date, filter, .. } = request;
    let seen = VisibleSubjects::by(reader(who), who.has_account);
    let whose = match &who.bulk_id {
        _ if who.is_staff => ActivityScope::Anybody(bulk_id.clone()),
        Some(own) if filter.by == Some(ActivityActor::Me) => ActivityScope::OwnAndNobody(own.clone()),
        Some(own) => ActivityScope::Own(own.clone()),
        None => ActivityScope::Nobody,
    };
    // Existing clients send nothing or 0 for the first page.
    let last_id = last_id.as_deref().filter(|id| !["", "0"].contains(id));
    let mut search = recognise(filter.search.as_deref().unwrap_or_default())
        .map_err(|problem| Problem::at("filter.search", problem))?;
    search.transactions.extend(lists::filled(filter.transaction_no.as_deref()));
    let username = search::text(filter.username.as_deref().unwrap_or_default())
        .map_err(|problem| Problem::at("filter.username", problem))?;
    let since = Day::at(now).minus_months(LOG_MONTHS);
    Ok(Log {
        whose,
        me: who.person_id,
        language: who.language,
        kinds: (!seen.is_all).then(|| owned(&seen.kinds())),
        own_kinds: (!who.is_staff).then(|| owned(&kinds_of_customers())),
        since: start_date.map_or(since, |from| from.max(since)).begins(),
        until: end_date.map(|to| to.plus_days(1).begins()),
        before: last_id.map(|id| parse_id("lastId", id)).transpose()?,
        subject: filter.subject.map(|subject| owned(subject.kinds())),
        by: filter.by,
        username: username.map(Cow::into_owned),
        search,
    })
}

fn owned(kinds: &[&'static str]) -> Vec<String> {
    kinds.iter().map(|kind| (*kind).to_owned()).collect()
}
