//! The list query of the activity log.

use gridbill_core::activity::ActivityActor;
use gridbill_core::fact::PortalActor;
use gridbill_core::identity::Side;
use gridbill_core::number::BulkId;
use gridbill_core::payments::Event;
use gridbill_core::permission::Role;
use gridbill_core::search::Search;
use gridbill_core::{Instant, Language};
use uuid::Uuid;

use super::row::ActivityRow;
use crate::list::{Filter, Key, List, NewestFirst, Parts, contains};

/// Whose log is read.
pub enum ActivityScope {
    /// A customer's log: that of their bulk account.
    Own(BulkId),
    /// The same, plus facts in no company's log: actions of the person before they joined, or while signed out.
    OwnAndNobody(BulkId),
    /// The log of a person without a bulk account.
    Nobody,
    /// Staff's log: of all customers, or of one bulk account.
    Anybody(Option<BulkId>),
}

/// Facts, newest first.
pub struct Log {
    pub whose: ActivityScope,
    /// The reader, who always sees their own actions and actions on their own sign-in.
    pub me: Uuid,
    /// The language in which the portal's own actor names are searched.
    pub language: Language,
    /// Kinds of facts about others that the reader may see; `None` for all.
    pub kinds: Option<Vec<String>>,
    /// Kinds of facts about themselves that the reader may see; `None` for all.
    pub own_kinds: Option<Vec<String>>,
    pub since: Instant,
    pub until: Option<Instant>,
    /// Only facts that are listed after the one with this id.
    pub before: Option<i64>,
    /// Only facts about that subject.
    pub subject: Option<Vec<String>>,
    pub by: Option<ActivityActor>,
    /// Only facts by people with that name or address.
    pub username: Option<String>,
    pub search: Search,
}

impl List for Log {
    type Row = ActivityRow;
    type By = NewestFirst;
    const NAME: &'static str = "activity";
    /// Only columns that the indexes of facts contain. Whole rows are read only for one page.
    const FROM: (&'static str, &'static str) =
        ("(select fact_id, bulk_id, happened_at, kind, actor_id, acting_role, subject from fact)", "f");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("f.happened_at", "timestamptz"), Key::new("f.fact_id", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        match &self.whose {
            ActivityScope::Own(bulk_id) | ActivityScope::Anybody(Some(bulk_id)) => {
                only.and("f.bulk_id = {}", &[&bulk_id.as_str()]);
            }
            ActivityScope::OwnAndNobody(bulk_id) => {
                only.and("(f.bulk_id = {} or f.bulk_id is null)", &[&bulk_id.as_str()]);
            }
            ActivityScope::Nobody => only.and("f.bulk_id is null", &[]),
            ActivityScope::Anybody(None) => {}
        }
        self.seen(only);
        only.and("f.happened_at >= {}", &[&self.since.utc()]);
        only.and_some("f.happened_at < {}", self.until.map(Instant::utc));
        if let Some(before) = self.before {
            self.continued(only, before);
        }
        only.and_some("f.kind = any({})", self.subject.clone());
        match self.by {
            Some(ActivityActor::Me) => only.and("f.actor_id = {}", &[&self.me]),
            Some(ActivityActor::Customers) => only.and("f.acting_role = any({})", &[&roles(Side::Customer)]),
            Some(ActivityActor::Staff) => only.and("f.acting_role = any({})", &[&roles(Side::Staff)]),
            Some(ActivityActor::Automatic) => only.and("f.actor_id is null", &[]),
            None => {}
        }
        if let Some(name) = self.username.as_deref() {
            only.and_parts("f.fact_id in (", " union all ", |any| self.by_name(any, name));
        }
        if !self.search.is_empty() {
            self.search(only);
        }
    }

    fn is_planned_each(&self) -> bool {
        self.search.text.is_some() || self.username.is_some()
    }
}

impl Log {
    /// Returns the bulk account that restricts other lookups.
    const fn tenant(&self) -> Option<&BulkId> {
        match &self.whose {
            ActivityScope::Own(bulk_id)
            | ActivityScope::OwnAndNobody(bulk_id)
            | ActivityScope::Anybody(Some(bulk_id)) => Some(bulk_id),
            ActivityScope::Nobody | ActivityScope::Anybody(None) => None,
        }
    }

    /// Restricts the log to facts that are listed after the one with this id. Ids are not in the order of times. If the
    /// reader's log does not have that fact, its id decides.
    fn continued(&self, only: &mut Filter<'_>, before: i64) {
        let is_anybodys = matches!(self.whose, ActivityScope::Anybody(None));
        only.and(
            "(f.happened_at, f.fact_id) < (coalesce(
                 (select happened_at from fact where fact_id = {} and ({} or bulk_id is null or bulk_id = {})),
                 f.happened_at), {})",
            &[&before, &is_anybodys, &self.tenant().map(ToString::to_string), &before],
        );
    }

    const fn is_staffs(&self) -> bool {
        matches!(self.whose, ActivityScope::Anybody(_))
    }

    /// Restricts the log to the facts that the reader may see: others' facts by permission, and facts by or about
    /// the reader.
    fn seen(&self, only: &mut Filter<'_>) {
        let Some(kinds) = &self.kinds else { return };
        let (me, myself) = (self.me, format!("person:{}", self.me));
        match &self.own_kinds {
            // For an applicant, facts about their own application count as their own, too.
            Some(own) if matches!(self.whose, ActivityScope::Nobody) => only.and(
                "f.kind = any({})
                 and (f.actor_id = {} or f.subject = {}
                      or f.subject in (select 'registration:' || registration_id from registration where person_id = {}))",
                &[own, &me, &myself, &me],
            ),
            Some(own) if own.len() == kinds.len() => only.and("f.kind = any({})", &[kinds]),
            Some(own) => only.and(
                "(f.kind = any({}) or (f.kind = any({}) and (f.actor_id = {} or f.subject = {})))",
                &[kinds, own, &me, &myself],
            ),
            None => {
                only.and("(f.kind = any({}) or f.actor_id = {} or f.subject = {})", &[kinds, &me, &myself]);
            }
        }
    }

    /// Adds the search. Numbers find facts about them, and about payments that contain their bills. A text finds
    /// facts about that name, and facts by people with that name.
    fn search(&self, only: &mut Filter<'_>) {
        let Search { accounts, invoices, batches, transactions, text, .. } = &self.search;
        if let Some(Ok(bulk_id)) = text.as_deref().filter(|_| self.is_staffs()).map(BulkId::parse) {
            self.of_bulk_account(only, &bulk_id);
            return;
        }
        let numbers: Vec<String> = [accounts, invoices, batches, transactions].into_iter().flatten().cloned().collect();
        // Each part uses its own index; with `or`, the whole log would be read.
        only.and_parts("f.fact_id in (", " union all ", |any| match (self.tenant(), text.as_deref()) {
            (Some(bulk_id), Some(text)) => {
                let (bulk_id, pattern) = (bulk_id.as_str(), contains(text));
                any.add("select fact_id from fact where bulk_id = {} and about ilike {}", &[&bulk_id, &pattern]);
                self.by_name(any, text);
            }
            (None, Some(text)) => {
                any.add("select fact_id from fact where about ilike {}", &[&contains(text)]);
                self.by_name(any, text);
            }
            (Some(bulk_id), None) => of_tenant(any, bulk_id.as_str(), &numbers, &self.search),
            (None, None) => {
                any.add("select fact_id from fact where about = any({})", &[&numbers]);
                if self.is_staffs() {
                    match_any_actor(any, &self.search);
                }
            }
        });
    }

    /// Restricts the log to a company, including staff's actions on it that are not in its log: customer view mode,
    /// and officers' proposals about its payments. The proposals are few, and are found by an index before the log
    /// is scanned.
    fn of_bulk_account(&self, only: &mut Filter<'_>, bulk_id: &BulkId) {
        let (number, subject) = (bulk_id.as_str(), format!("bulkAccount:{bulk_id}"));
        let proposals: Vec<String> =
            Event::ALL.iter().filter(|event| event.is_internal()).map(|event| event.kind().to_owned()).collect();
        only.and(
            "(f.bulk_id = {} or (f.bulk_id is null and f.fact_id = any(array(
                 select fact_id from fact where subject = {} and bulk_id is null
                 union all
                 select done.fact_id
                 from fact done
                 join payment p on p.payment_id = case when done.subject like 'payment:%' then substr(done.subject, 9)::uuid end
                 where p.bulk_id = {} and done.bulk_id is null and done.happened_at >= {} and done.kind = any({})))))",
            &[&number, &subject, &number, &self.since.utc(), &proposals],
        );
    }

    /// Finds facts by the actor's name at the time, or by their current address or nickname. Customers find only
    /// people of their own bulk account. The portal's own actor names are found in the reader's language, too.
    fn by_name(&self, any: &mut Parts<'_>, name: &str) {
        let (pattern, actors) = (contains(name), PortalActor::names_by_translation(name, self.language));
        if let Some(bulk_id) = self.tenant().map(BulkId::as_str) {
            any.add("select fact_id from fact where bulk_id = {} and actor_name ilike {}", &[&bulk_id, &pattern]);
            if !actors.is_empty() {
                any.add(
                    "select fact_id from fact where bulk_id = {} and actor_name = any({}) and actor_id is null",
                    &[&bulk_id, &actors],
                );
            }
            let is_staffs = self.is_staffs();
            any.add(
                "select done.fact_id from person p join fact done on done.actor_id = p.person_id
                 where done.bulk_id = {} and ({} or p.bulk_id = {}) and (p.email ilike {} or p.nickname ilike {})",
                &[&bulk_id, &is_staffs, &bulk_id, &pattern, &pattern],
            );
        } else {
            any.add("select fact_id from fact where actor_name ilike {}", &[&pattern]);
            if !actors.is_empty() {
                any.add("select fact_id from fact where actor_name = any({}) and actor_id is null", &[&actors]);
            }
            if self.is_staffs() {
                any.add(
                    "select done.fact_id from person p join fact done on done.actor_id = p.person_id
                     where p.email ilike {} or p.nickname ilike {}",
                    &[&pattern, &pattern],
                );
            }
        }
    }
}

fn of_tenant(any: &mut Parts<'_>, bulk_id: &str, numbers: &[String], search: &Search) {
    any.add("select fact_id from fact where bulk_id = {} and about = any({})", &[&bulk_id, &numbers]);
    if !search.accounts.is_empty() {
        let accounts = &search.accounts;
        any.add(
            "select paid.fact_id
             from payment_item i join payment p using (payment_id)
             join fact paid on paid.subject = 'payment:' || p.payment_id
             where p.bulk_id = {} and i.account_no = any({})",
            &[&bulk_id, accounts],
        );
        any.add(
            "select fact_id from fact
             where bulk_id = {} and kind = 'AccountsProcessed'
               and (data -> 'tagged' ?| {} or data -> 'untagged' ?| {}
                    or exists (select from jsonb_array_elements(data -> 'failed') failed
                               where failed ->> 'accountNo' = any({})))",
            &[&bulk_id, accounts, accounts, accounts],
        );
    }
    let invoices = search.account_or_invoice();
    if !invoices.is_empty() {
        any.add(
            "select paid.fact_id
             from payment_item i join payment p using (payment_id)
             join fact paid on paid.subject = 'payment:' || p.payment_id
             where p.bulk_id = {} and i.invoice_no = any({})",
            &[&bulk_id, &invoices],
        );
    }
}

fn match_any_actor(any: &mut Parts<'_>, search: &Search) {
    if !search.accounts.is_empty() {
        any.add(
            "select paid.fact_id
             from payment_item i join fact paid on paid.subject = 'payment:' || i.payment_id
             where i.account_no = any({})",
            &[&search.accounts],
        );
    }
    let invoices = search.account_or_invoice();
    if !invoices.is_empty() {
        any.add(
            "select paid.fact_id
             from payment_item i join fact paid on paid.subject = 'payment:' || i.payment_id
             where i.invoice_no = any({})",
            &[&invoices],
        );
    }
}

/// Returns the roles of a side.
fn roles(of: Side) -> Vec<String> {
    Role::ALL.iter().filter(|role| role.is_staff() == of.is_staff()).map(|role| role.code().to_owned()).collect()
}
