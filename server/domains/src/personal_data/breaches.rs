//! The register of personal data breaches. Core decides the deadlines.

use gridbill_core::personal_data::DataProtectionFact;
use gridbill_core::personal_data::breaches::{
    self as core, BreachChanged, BreachDetails, BreachFilter, BreachRequest, BreachRow, BreachSortBy, BreachStep,
    BreachesRequest, CorrectBreachRequest, check_reason, parse_number, shown,
};
use gridbill_core::{Code, Page, Problem};
use sqlx::PgConnection;

use super::limits;
use super::sql::breaches::{self as sql, NewVersion};
use crate::app::{App, Context};
use crate::auth::who::Staff;
use crate::auth::{guard, rate_limit};
use crate::endpoint::{Act, Mount, Prepare, Tx};
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::list::{self, Filter, Key, List, columns, searched_pattern};

pub(super) fn mount(mount: Mount) -> Mount {
    mount
        .list(core::GetBreaches, table)
        .json(core::GetBreach, details)
        .once(core::RecordBreach, prepare, record_breach)
        .json(core::CorrectBreach, correct)
}

/// Checks the entry and the limit, outside the transaction.
async fn prepare(Prepare { app, who, request }: Prepare<core::RecordBreach>) -> Answer<()> {
    request.entry.checked(app.now())?;
    rate_limit::enforce(&app.auth, limits::BREACHES, &who.person.person_id.to_string()).await
}

async fn record_breach(
    Act { context, who, request, prepared: (), mut tx }: Act<core::RecordBreach>,
) -> Answer<(Tx, BreachChanged)> {
    let entry = request.entry.checked(context.now())?;
    guard::check_unchanged(&mut tx, &who.person).await?;
    let breach_no = sql::add(&mut tx).await?;
    let new = NewVersion {
        breach_no,
        version: 1,
        entry: &entry,
        reason: None,
        recorded_by: who.person.person_id,
        recorded_at: context.now(),
    };
    sql::add_version(&mut tx, &new).await?;
    let fact = DataProtectionFact::BreachRecorded {
        commissioner_due: entry.due(BreachStep::Commissioner),
        is_cyber_incident: entry.is_incident(),
    };
    record(&context, &mut tx, Actor::Person(&who.person), breach_no, fact).await?;
    Ok((tx, BreachChanged { number: shown(breach_no), version: 1 }))
}

async fn correct(app: App, who: Staff, request: CorrectBreachRequest) -> Answer<BreachChanged> {
    let now = app.now();
    let breach_no = parse_number(&request.number)?;
    let entry = request.entry.checked(now)?;
    let reason = check_reason(&request.reason)?;
    rate_limit::enforce(&app.auth, limits::BREACHES, &who.person.person_id.to_string()).await?;
    let mut tx = app.begin().await?;
    let version = sql::lock(&mut tx, breach_no).await?.ok_or(Code::BreachNotFound)?;
    guard::check_unchanged(&mut tx, &who.person).await?;
    if version != request.version {
        return Err(Code::BreachMoved.into());
    }
    let earlier = sql::versions(&mut *tx, breach_no, now).await?;
    let entry = match earlier.first() {
        Some(newest) => entry.after(&newest.entry),
        None => entry,
    };
    let version = version + 1;
    sql::set_version(&mut tx, breach_no, version).await?;
    let new = NewVersion {
        breach_no,
        version,
        entry: &entry,
        reason: Some(&reason),
        recorded_by: who.person.person_id,
        recorded_at: now,
    };
    sql::add_version(&mut tx, &new).await?;
    let fact = DataProtectionFact::BreachCorrected {
        version,
        commissioner_notified_at: entry.commissioner_notified_at,
        persons_notified_at: entry.persons_notified_at,
        cyber_notified_at: entry.cyber_notified_at,
        cyber_particulars_at: entry.cyber_particulars_at,
        cyber_supplement_at: entry.cyber_supplement_at,
    };
    record(&app.context(), &mut tx, Actor::Person(&who.person), breach_no, fact).await?;
    tx.commit().await?;
    Ok(BreachChanged { number: shown(breach_no), version })
}

/// Records a fact of a breach.
pub(super) async fn record(
    context: &Context,
    db: &mut PgConnection,
    actor: Actor<'_>,
    breach_no: i64,
    fact: DataProtectionFact,
) -> Answer<()> {
    let number = shown(breach_no);
    facts::record(context, db, Entry::of(Subject::Breach(breach_no), actor, fact, &number)).await
}

async fn details(app: App, _: Staff, request: BreachRequest) -> Answer<BreachDetails> {
    let breach_no = parse_number(&request.number)?;
    let versions = sql::versions(&app.pool, breach_no, app.now()).await?;
    if versions.is_empty() {
        return Err(Code::BreachNotFound.into());
    }
    Ok(BreachDetails { number: shown(breach_no), versions })
}

async fn table(app: App, _: Staff, request: BreachesRequest) -> Answer<Page<BreachRow>> {
    list::page(&app.pool, &Breaches::new(&request.filter)?, request.sort, request.page()).await
}

/// The newest version of each breach.
struct Breaches<'a> {
    filter: &'a BreachFilter,
    pattern: Option<String>,
}

impl<'a> Breaches<'a> {
    /// Fails when core rejects the searched text.
    fn new(filter: &'a BreachFilter) -> Result<Self, Problem> {
        Ok(Self { filter, pattern: searched_pattern("filter.search", filter.search.as_deref())? })
    }
}

const NUMBER: Key = Key::new("v.breach_no", "bigint");
const VERSION: Key = Key::new("v.version", "integer");
const NEXT_DUE: Key = Key::new("breach_next_due(v)", "timestamptz").within("coalesce(", ", 'infinity'::timestamptz)");

impl List for Breaches<'_> {
    type Row = BreachRow;
    type By = BreachSortBy;
    const NAME: &'static str = "breaches";
    const FROM: (&'static str, &'static str) = ("breach_version", "v");

    fn keys(by: BreachSortBy) -> &'static [Key] {
        match by {
            BreachSortBy::KnownAt => const { &[Key::new("v.known_at", "timestamptz"), NUMBER, VERSION] },
            BreachSortBy::NextDue => const { &[NEXT_DUE, NUMBER, VERSION] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("(v.breach_no, v.version) in (select b.breach_no, b.version from breach b)", &[]);
        if let Some(pattern) = &self.pattern {
            only.and("('BR-' || v.breach_no ilike {} or v.summary ilike {})", &[pattern, pattern]);
        }
        if let Some(is_open) = self.filter.is_open {
            only.and("(breach_next_due(v) is not null) = {}", &[&is_open]);
        }
    }
}

columns! { BreachRow, "join person p on p.person_id = v.recorded_by" =>
    number: "'BR-' || v.breach_no",
    summary: "v.summary",
    known_at: "v.known_at",
    persons: "v.persons",
    is_harm_likely: "v.is_harm_likely",
    commissioner_due: "v.commissioner_due",
    commissioner_notified_at: "v.commissioner_notified_at",
    persons_due: "v.persons_due",
    persons_notified_at: "v.persons_notified_at",
    is_cyber_incident: "v.is_cyber_incident",
    cyber_notified_at: "v.cyber_notified_at",
    cyber_particulars_due: "v.cyber_particulars_due",
    cyber_particulars_at: "v.cyber_particulars_at",
    cyber_supplement_due: "v.cyber_supplement_due",
    cyber_supplement_at: "v.cyber_supplement_at",
    next_due: "breach_next_due(v)",
    recorded_by: "p.name",
}
