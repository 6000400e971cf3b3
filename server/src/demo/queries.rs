//! The demo's queries about bills (docs/domain/demo.md#queries).

use gridbill_core::fact::Fact;
use gridbill_core::queries::{QueryEvent, QueryFact, QueryKind, QueryState, answer_due, next_state};
use gridbill_core::{Day, Instant};
use rand::SeedableRng as _;
use rand_chacha::ChaCha20Rng;
use sqlx::PgPool;
use uuid::Uuid;

use super::faults::FACTORY;
use super::payment::DemoUser;
use super::plan::Company;
use super::random::uuid;
use super::sql::{self, AskedBill, Past, PastMessage, PastQuery};
use crate::facts::Subject;

const SHOPS: usize = 0;

/// A planned query. Times are hours before the demo's present.
struct Story {
    company: usize,
    /// Whether it is about a paid bill, which is never on hold.
    is_paid: bool,
    kind: QueryKind,
    asked: (i64, &'static str),
    answer: Option<Answer>,
    /// When the customer accepted the answer.
    accepted: Option<i64>,
}

struct Answer {
    hours: i64,
    text: &'static str,
    case_no: &'static str,
}

/// The large company asks about paid bills only, so that none of its unpaid bills is on hold.
const STORIES: [Story; 4] = [
    Story {
        company: SHOPS,
        is_paid: true,
        kind: QueryKind::Reading,
        asked: (600, "The meter of this shop was replaced in that month. Does the reading include both meters?"),
        answer: Some(Answer {
            hours: 556,
            text: "Yes. The old meter was read on the day of the replacement, and its use is part of this bill.",
            case_no: "C-48201",
        }),
        accepted: Some(530),
    },
    Story {
        company: SHOPS,
        is_paid: true,
        kind: QueryKind::Amount,
        asked: (76, "The network charge is higher than in our own calculation. Please explain it."),
        answer: Some(Answer {
            hours: 25,
            text: "The network charge follows the published price of your tariff. We have computed it again, and it is correct.",
            case_no: "C-48377",
        }),
        accepted: None,
    },
    Story {
        company: SHOPS,
        is_paid: true,
        kind: QueryKind::Period,
        asked: (28, "We closed this shop for renovation in the middle of the month. Why is the whole month billed?"),
        answer: None,
        accepted: None,
    },
    Story {
        company: FACTORY,
        is_paid: false,
        kind: QueryKind::Reading,
        asked: (52, "Our own meter shows 9,600 kWh less for this line. Please read the meter again."),
        answer: None,
        accepted: None,
    },
];

/// Writes the queries of all companies, unless there are some already.
/// Fails when the database fails, or a company has no bill for its query.
pub async fn write(pool: &PgPool, companies: &[Company], seed: u64, now: Instant) -> anyhow::Result<()> {
    let staff = sql::staff(pool).await?;
    let mut rng = ChaCha20Rng::seed_from_u64(seed.wrapping_add(0x7175_6572));
    let mut tx = pool.begin().await?;
    if sql::has_queries(&mut tx).await? {
        return Ok(());
    }
    let mut queries = Vec::new();
    for (place, story) in STORIES.iter().enumerate() {
        let Some(company) = companies.get(story.company) else { continue };
        let skip = i64::try_from(place)?;
        let bill = sql::bill_to_ask_about(&mut tx, &company.bulk_id, story.is_paid, skip).await?;
        let payers = sql::payers(&mut tx, &company.bulk_id).await?;
        let (Some(bill), Some(asker), Some(officer)) = (bill, payers.first(), staff.first()) else {
            anyhow::bail!("{} has no bill or no user for a query", company.name);
        };
        queries.push(story.tell(uuid(&mut rng), (asker.clone(), officer.clone()), (company, bill), now)?);
    }
    for query in &queries {
        sql::add_query(&mut tx, query).await?;
    }
    let mut facts: Vec<Past<'_>> = queries.iter().flat_map(PastQuery::facts).collect();
    facts.sort_by_key(|fact| fact.at);
    sql::add_facts(&mut tx, &facts).await?;
    tx.commit().await?;
    Ok(())
}

impl Story {
    /// Tells the story about a bill, through core's transitions.
    fn tell(
        &self,
        query_id: Uuid,
        (asker, officer): (DemoUser, DemoUser),
        (company, bill): (&Company, AskedBill),
        now: Instant,
    ) -> anyhow::Result<PastQuery> {
        let at = |hours: i64| now.plus_seconds(-hours * 3600);
        let (hours, question) = self.asked;
        let due = answer_due(Day::at(at(hours)), &bill.state);
        let events = [self.answer.as_ref().map(|_| QueryEvent::Answer), self.accepted.map(|_| QueryEvent::Accept)];
        let mut state = QueryState::Open;
        for event in events.into_iter().flatten() {
            state = next_state(state, event)
                .ok_or_else(|| anyhow::anyhow!("the story of query {query_id} is impossible"))?;
        }
        let mut messages = vec![PastMessage { is_staff: false, text: question, at: at(hours), answer_due: None }];
        messages.extend(self.answer.as_ref().map(|answer| PastMessage {
            is_staff: true,
            text: answer.text,
            at: at(answer.hours),
            answer_due: Some(due),
        }));
        Ok(PastQuery {
            query_id,
            bulk_id: company.bulk_id.clone(),
            kind: self.kind,
            state,
            opened_at: at(hours),
            answer_due: self.answer.is_none().then_some(due),
            answered_at: self.answer.as_ref().map(|answer| at(answer.hours)),
            ended_at: self.accepted.map(at),
            case_no: self.answer.as_ref().map(|answer| answer.case_no),
            bill,
            asker,
            officer,
            messages,
        })
    }
}

impl PastQuery {
    fn facts(&self) -> Vec<Past<'_>> {
        let opened = QueryFact::QueryOpened { about: self.kind, amount: self.bill.amount, others: Vec::new() };
        let answered = QueryFact::QueryAnswered { case_no: self.case_no.map(str::to_owned), others: 0 };
        let events = [
            Some(self.fact(opened, &self.asker, self.opened_at)),
            self.answered_at.map(|at| self.fact(answered, &self.officer, at)),
            self.ended_at.map(|at| self.fact(QueryFact::QueryAccepted { others: 0 }, &self.asker, at)),
        ];
        events.into_iter().flatten().collect()
    }

    fn fact<'a>(&'a self, fact: QueryFact, by: &'a DemoUser, at: Instant) -> Past<'a> {
        Past {
            subject: Subject::Query(self.query_id),
            fact: Fact::from(fact),
            about: self.bill.invoice_no.as_str(),
            bulk_id: Some(&self.bulk_id),
            actor_id: Some(by.person_id),
            actor_name: &by.name,
            at,
        }
    }
}
