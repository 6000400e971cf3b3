//! A fact of the log, as shown to its reader.

use gridbill_core::Instant;
use gridbill_core::activity::{ActivityDamage, ActivityLog, ActivitySubject, changes, screen_link, shows_origin};
use gridbill_core::audience::Audience;
use gridbill_core::fact::{StoredFact, actor_display_name};
use gridbill_core::notifications::Reader;
use gridbill_core::number::BulkId;
use gridbill_core::permission::Role;
use serde_json::Value;
use uuid::Uuid;

use crate::auth::who::Person;
use crate::facts;
use crate::list::columns;

/// A stored fact, with the actor's current account.
pub struct ActivityRow {
    fact_id: i64,
    happened_at: Instant,
    subject: String,
    kind: String,
    data: Value,
    about: String,
    bulk_id: Option<String>,
    actor_id: Option<Uuid>,
    actor_name: String,
    acting_role: Option<String>,
    address: Option<String>,
    device: Option<String>,
    email: Option<String>,
    is_staff: Option<bool>,
    company_name: Option<String>,
}

// Facts about staff's internal work are in no company's log, but may still be about a company.
columns! { ActivityRow, "join fact whole on whole.fact_id = f.fact_id left join person p on p.person_id = f.actor_id
                 left join payment paid on f.bulk_id is null
                      and paid.payment_id = case when f.subject like 'payment:%' then substr(f.subject, 9)::uuid end
                 left join bulk_account b on b.bulk_id = coalesce(f.bulk_id, paid.bulk_id,
                      case when f.subject like 'bulkAccount:%' then substr(f.subject, 13) end)" =>
    fact_id: "f.fact_id",
    happened_at: "f.happened_at",
    subject: "f.subject",
    kind: "f.kind",
    data: "whole.data",
    about: "whole.about",
    bulk_id: "b.bulk_id",
    actor_id: "f.actor_id",
    actor_name: "whole.actor_name",
    acting_role: "f.acting_role",
    address: "whole.address",
    device: "whole.device",
    email: "p.email",
    is_staff: "p.is_staff",
    company_name: "b.company_name",
}

impl ActivityRow {
    pub const fn id(&self) -> i64 {
        self.fact_id
    }

    /// Returns the fact for its reader. A fact of an unknown version is shown by its subject only.
    pub fn shown(self, reader: Reader, who: &Person, damage: Option<ActivityDamage>) -> ActivityLog {
        let Self { kind, data, about, subject, .. } = self;
        let fact = facts::read(StoredFact { kind, data });
        let id = subject.split_once(':').map_or("", |(_, id)| id);
        let is_own = self.actor_id == Some(who.person_id) || subject == format!("person:{}", who.person_id);
        let acting_role = self.acting_role.as_deref().and_then(Role::from_code);
        let shows_origin = shows_origin(reader.side, acting_role, is_own);
        let is_staff = reader.side == Audience::Staff;
        let is_by_staff = self.is_staff == Some(true) || acting_role.is_some_and(Role::is_staff);
        ActivityLog {
            id: self.fact_id.to_string(),
            created_date: self.happened_at,
            who: actor_display_name(self.actor_name, self.actor_id.is_some(), who.language),
            email: self.email.filter(|_| is_staff || !is_by_staff),
            acting_role,
            subject: fact.as_ref().map_or(ActivitySubject::Operations, ActivitySubject::of),
            title: fact.as_ref().map_or_else(|| about.clone(), |it| it.sentence(&about, reader.side, who.language)),
            changes: fact.as_ref().map(|it| changes(it, reader.side, who.language)).unwrap_or_default(),
            link: fact.as_ref().and_then(|it| screen_link(reader, it, id, &about, self.bulk_id.as_deref())),
            about,
            address: self.address.filter(|_| shows_origin),
            device: self.device.filter(|_| shows_origin),
            bulk_id: self.bulk_id.filter(|_| is_staff).and_then(|number| BulkId::parse(&number).ok()),
            company_name: self.company_name.filter(|_| is_staff),
            damage,
        }
    }
}
