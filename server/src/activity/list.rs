//! The list of what was done.

use gridbill_core::activity::ActivityActor;
use gridbill_core::fact::PortalActor;
use gridbill_core::identity::Side;
use gridbill_core::number::BulkId;
use gridbill_core::payments::Event;
use gridbill_core::permission::Role;
use gridbill_core::search::Search;
use gridbill_core::{Instant, Language};
use uuid::Uuid;

use super::row::Row;
use crate::list::{Filter, Key, List, NewestFirst, Parts, contains};

/// In whose log somebody looks.
pub enum Whose {
    /// A customer's in that of the own bulk account.
    Own(BulkId),
    /// The same, with what is in no company's log: what somebody did before they joined, or while they were signed out.
    OwnAndNobody(BulkId),
    /// That of whoever belongs to no bulk account.
    Nobody,
    /// Staff's: everybody's, or that of one bulk account.
    Anybody(Option<BulkId>),
}

/// What was done, newest first.
pub struct Log {
    pub whose: Whose,
    /// Who asks: what they did, and what was done to them, they see in any case.
    pub me: Uuid,
    /// In whose words the portal's own names are looked for.
    pub language: Language,
    /// What they see of others; everything where nothing is said.
    pub kinds: Option<Vec<String>>,
    /// What they see of their own; everything where nothing is said.
    pub own_kinds: Option<Vec<String>>,
    pub since: Instant,
    pub until: Option<Instant>,
    /// What was recorded before this one.
    pub before: Option<i64>,
    /// About that subject only.
    pub subject: Option<Vec<String>>,
    pub by: Option<ActivityActor>,
    /// By somebody of such a name or address.
    pub username: Option<String>,
    pub search: Search,
}

impl List for Log {
    type Row = Row;
    type By = NewestFirst;
    const NAME: &'static str = "activity";
    /// What indexes of facts have: the rows themselves are read for one page only.
    const FROM: (&'static str, &'static str) =
        ("(select fact_id, bulk_id, happened_at, kind, actor_id, acting_role, subject from fact)", "f");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("f.happened_at", "timestamptz"), Key::new("f.fact_id", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        match &self.whose {
            Whose::Own(bulk_id) | Whose::Anybody(Some(bulk_id)) => only.and("f.bulk_id = {}", &[&bulk_id.as_str()]),
            Whose::OwnAndNobody(bulk_id) => only.and("(f.bulk_id = {} or f.bulk_id is null)", &[&bulk_id.as_str()]),
            Whose::Nobody => only.and("f.bulk_id is null", &[]),
            Whose::Anybody(None) => {}
        }
        self.seen(only);
        only.and("f.happened_at >= {}", &[&self.since.utc()]);
        only.and_some("f.happened_at < {}", self.until.map(Instant::utc));
        only.and_some("f.fact_id < {}", self.before);
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
    /// The bulk account that narrows what else is looked up.
    const fn tenant(&self) -> Option<&BulkId> {
        match &self.whose {
            Whose::Own(bulk_id) | Whose::OwnAndNobody(bulk_id) | Whose::Anybody(Some(bulk_id)) => Some(bulk_id),
            Whose::Nobody | Whose::Anybody(None) => None,
        }
    }

    const fn is_staffs(&self) -> bool {
        matches!(self.whose, Whose::Anybody(_))
    }

    /// What somebody may see of others by their permissions, and what they did themselves or what was done to them.
    fn seen(&self, only: &mut Filter<'_>) {
        let Some(kinds) = &self.kinds else { return };
        let (me, myself) = (self.me, format!("person:{}", self.me));
        match &self.own_kinds {
            // What whoever applies for a bulk account hears of it is their own, too.
            Some(own) if matches!(self.whose, Whose::Nobody) => only.and(
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

    /// By numbers, what is about them, and about payments that hold their bills; by a text, what is called so, and what somebody
    /// of that name did.
    fn search(&self, only: &mut Filter<'_>) {
        let Search { accounts, invoices, batches, transactions, text, .. } = &self.search;
        if let Some(Ok(bulk_id)) = text.as_deref().filter(|_| self.is_staffs()).map(BulkId::parse) {
            self.of_bulk_account(only, &bulk_id);
            return;
        }
        let numbers: Vec<String> = [accounts, invoices, batches, transactions].into_iter().flatten().cloned().collect();
        // Each part by its own index: with an `or` between them, the whole log would be read.
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
                    of_anybody(any, &self.search);
                }
            }
        });
    }

    /// What is in a company's log, and what the utility's people did with it that is in none: who looked at it as its customer, and
    /// what officers proposed about its payments. The latter are few, and are found by an index before the log is gone over.
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

    /// By the name that somebody had then, and by the address or nickname that they have now: of their own people only for
    /// customers. The portal itself is found by its words in the reader's language, too.
    fn by_name(&self, any: &mut Parts<'_>, name: &str) {
        let (pattern, actors) = (contains(name), PortalActor::found_by_word(name, self.language));
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

fn of_anybody(any: &mut Parts<'_>, search: &Search) {
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

/// The roles of a side.
fn roles(of: Side) -> Vec<String> {
    Role::ALL.iter().filter(|role| role.is_staff() == of.is_staff()).map(|role| role.code().to_owned()).collect()
}
