//! Lists of payments, for customers and for staff.

use gridbill_core::number::BulkId;
use gridbill_core::payments::{PaymentItem, Status, Transaction, TransactionFilter, TransactionSortBy};
use gridbill_core::search::{Search, recognise};
use gridbill_core::typed::clean;
use gridbill_core::{Day, Problem};
use uuid::Uuid;

use super::search;
use crate::list::{Filter, Key, List, Parts, Searched, columns, contains};

/// The payments of one bulk account or, for staff, of all.
pub struct Payments<'a> {
    /// The tenant; `None` for staff.
    bulk_id: Option<&'a BulkId>,
    statuses: Option<Vec<i16>>,
    /// `true` for payments that a second officer must confirm, `false` for all others.
    proposed: Option<bool>,
    filter: &'a TransactionFilter,
    typed: String,
    search: Search,
}

impl<'a> Payments<'a> {
    /// Selects the payments of one bulk account. Fails when core rejects the searched text.
    pub fn of(bulk_id: &'a BulkId, filter: &'a TransactionFilter) -> Result<Self, Problem> {
        Ok(Self { bulk_id: Some(bulk_id), ..Self::of_all(None, filter)? })
    }

    /// Selects the payments of all bulk accounts, restricted to `states` if given.
    /// Fails when core rejects the searched text.
    pub fn of_all(states: Option<&[Status]>, filter: &'a TransactionFilter) -> Result<Self, Problem> {
        let asked = filter.statuses.as_deref();
        let statuses: Option<Vec<i16>> = match (states, asked) {
            (None, None) => None,
            (Some(all), None) | (None, Some(all)) => Some(all.iter().map(|status| *status as i16).collect()),
            (Some(states), Some(asked)) => {
                Some(states.iter().filter(|state| asked.contains(state)).map(|status| *status as i16).collect())
            }
        };
        let typed = clean(filter.search.as_deref().unwrap_or_default()).into_owned();
        let search = recognise(&typed).map_err(|problem| Problem::at("filter.search", problem))?;
        Ok(Self { bulk_id: None, statuses, proposed: None, filter, typed, search })
    }

    /// Keeps only the payments that a second officer must confirm (`true`), or only the others (`false`).
    #[must_use]
    pub fn proposed(self, proposed: Option<bool>) -> Self {
        Self { proposed, ..self }
    }

    /// Adds the search conditions as a union, so that each part uses its own index. Conditions joined by `or` would
    /// scan all payments or all bills.
    fn searched(&self, only: &mut Filter<'_>) {
        if self.search.is_empty() {
            return;
        }
        let Search { accounts, batches, transactions, text, .. } = &self.search;
        let invoices = self.search.account_or_invoice();
        only.and_parts("p.payment_id in (", " union all ", |part| {
            // A reference number may look like any other number, so every searched text is also tried as a reference.
            part.add("select payment_id from payment_reference where number = {}", &[&self.typed]);
            if let Some(text) = text {
                let pattern = contains(text);
                part.add("select payment_id from payment_reference where number ilike {}", &[&pattern]);
                if let Some(bulk_id) = self.bulk_id.map(BulkId::as_str) {
                    part.add(
                        "select payment_id from payment join bulk_account using (bulk_id)
                                                   left join person on person_id = requested_by
                         where payment.bulk_id = {}
                           and (company_name ilike {} or name ilike {} or taken_over_payer ilike {})",
                        &[&bulk_id, &pattern, &pattern, &pattern],
                    );
                } else {
                    part.add(
                        "select payment_id from payment join bulk_account using (bulk_id) where company_name ilike {}",
                        &[&pattern],
                    );
                    part.add(
                        "select payment_id from payment join person on person_id = requested_by where name ilike {}",
                        &[&pattern],
                    );
                }
            }
            if let Some(bulk_id) = self.bulk_id {
                search::of(bulk_id, &self.search, part);
            } else {
                search::of_all(&self.search, part);
            }
            if !transactions.is_empty() {
                part.add("select payment_id from payment where transaction_no = any({})", &[transactions]);
            }
            if !invoices.is_empty() {
                part.add("select payment_id from payment_item where invoice_no = any({})", &[&invoices]);
            }
            if !accounts.is_empty() {
                part.add("select payment_id from payment_item where account_no = any({})", &[accounts]);
            }
            if !batches.is_empty() {
                part.add(
                    "select i.payment_id from bill join payment_item i using (invoice_no)
                     where bill.bill_batch_id = any({})",
                    &[batches],
                );
            }
        });
    }
}

impl Searched for Payments<'_> {
    fn search(&self) -> &Search {
        &self.search
    }

    fn known(&self, numbers: &[String], queries: &mut Parts<'_>) {
        search::known(self.bulk_id, numbers, queries);
    }
}

impl List for Payments<'_> {
    type Row = Transaction;
    type By = TransactionSortBy;
    const NAME: &'static str = "payments";
    const FROM: (&'static str, &'static str) = ("payment", "p");

    fn keys(by: TransactionSortBy) -> &'static [Key] {
        const NUMBER: Key = Key::new("p.transaction_no", "text");
        match by {
            TransactionSortBy::PaymentDate => const { &[Key::new("p.requested_at", "timestamptz"), NUMBER] },
            TransactionSortBy::TransactionAmount => const { &[Key::new("p.amount", "numeric"), NUMBER] },
            TransactionSortBy::TransactionNo => const { &[NUMBER] },
            TransactionSortBy::Status => const { &[Key::new("p.status", "smallint"), NUMBER] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and_some("p.bulk_id = {}", self.bulk_id.map(BulkId::as_str));
        only.and_some("p.status = any({})", self.statuses.as_deref());
        let methods: Option<Vec<&str>> =
            self.filter.methods.as_deref().map(|methods| methods.iter().map(|method| method.code()).collect());
        only.and_some("p.method = any({})", methods);
        only.and_some("p.bank_id = any({})", self.filter.bank_ids.clone());
        only.and_some("p.requested_at >= {}", self.filter.from.map(|day| day.begins().utc()));
        only.and_some("p.requested_at < {}", self.filter.to.map(|day: Day| day.plus_days(1).begins().utc()));
        match self.proposed {
            Some(true) => only.and("p.proposed_by is not null", &[]),
            Some(false) => only.and("p.proposed_by is null", &[]),
            None => {}
        }
        self.searched(only);
    }

    fn is_planned_each(&self) -> bool {
        !self.search.is_empty()
    }
}

columns! { Transaction, "join bulk_account c using (bulk_id) left join person on person.person_id = p.requested_by" =>
    transaction_no: "p.transaction_no",
    e_bulk_payment_id: "p.payment_id::text",
    bulk_id: "p.bulk_id",
    company_name: "c.company_name",
    payment_date: "p.requested_at",
    payment_method: "p.method",
    bank_name: "p.bank_name",
    reference_numbers: "array(select r.number from payment_reference r where r.payment_id = p.payment_id
                              order by r.version, r.place)",
    transaction_amount: "p.amount",
    paid_amount: "p.paid_amount",
    total_invoices: "p.invoices::bigint",
    total_accounts: "p.accounts::bigint",
    requested_by: "coalesce(person.name, p.taken_over_payer, '')",
    status: "p.status",
    taken_over_at: "p.taken_over_at",
    group_no: "p.group_no",
    group_place: "p.group_place",
    group_payments: "(select g.payments from payment_group g where g.bulk_id = p.bulk_id and g.group_no = p.group_no)",
}

/// The invoices of a payment, by number.
pub struct Items {
    pub payment_id: Uuid,
}

impl List for Items {
    type Row = PaymentItem;
    type By = ();
    const NAME: &'static str = "invoices of a payment";
    const FROM: (&'static str, &'static str) = ("payment_item", "i");

    fn keys((): ()) -> &'static [Key] {
        const { &[Key::new("i.invoice_no", "text")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("i.payment_id = {}", &[&self.payment_id]);
    }
}

// The join on `bulk_id` hides the reference ID of an account that has since moved to another company.
columns! { PaymentItem, "join payment p using (payment_id) join bill b using (invoice_no)
                         left join electricity_account e on e.account_no = i.account_no and e.bulk_id = p.bulk_id" =>
    invoice_no: "i.invoice_no",
    account_no: "i.account_no",
    reference_id: "e.reference_id",
    bill_batch_id: "b.bill_batch_id",
    due_date: "b.due_date",
    amount: "i.amount",
}
