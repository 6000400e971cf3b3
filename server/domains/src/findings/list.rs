//! The list of a bulk account's findings.

use gridbill_core::findings::{FindingFilter, FindingSortBy, FindingState, ListedFinding, ReportedRule};
use gridbill_core::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use gridbill_core::search::{Search, recognise};
use gridbill_core::{Day, Instant, Language, Money, Problem};
use sqlx::types::Json;

use super::sql::StoredEvidence;
use crate::list::{Filter, Key, List, Parts, Searched, columns, contains};

/// The findings of a bulk account that match a filter.
pub struct Findings {
    bulk_id: BulkId,
    filter: FindingFilter,
    search: Search,
}

impl Findings {
    /// Fails when core rejects the searched text.
    pub fn new(bulk_id: BulkId, filter: FindingFilter) -> Result<Self, Problem> {
        let search = recognise(filter.search.as_deref().unwrap_or_default())
            .map_err(|problem| Problem::at("filter.search", problem))?;
        Ok(Self { bulk_id, filter, search })
    }

    fn narrow_to_search(&self, only: &mut Filter<'_>) {
        if self.search.is_empty() {
            return;
        }
        let Search { accounts, batches, text, part, amount, .. } = &self.search;
        let bulk_id = self.bulk_id.as_str();
        let invoices = self.search.account_or_invoice();
        only.and_parts("(", " or ", |any| {
            // Always present, so that the condition is valid if the search has no other part for findings.
            any.add("f.invoice_no = any({})", &[&invoices]);
            if let Some(pattern) = text.as_deref().map(contains) {
                any.add(
                    "f.account_no in (select a.account_no
                                      from electricity_account a left join account_group g using (bulk_id, group_id)
                                      where a.bulk_id = {} and (a.reference_id ilike {} or g.name ilike {}))",
                    &[&bulk_id, &pattern, &pattern],
                );
            }
            if let Some(pattern) = part.as_deref().map(contains) {
                any.add(
                    "f.invoice_no like {} or f.account_no like {} or f.bill_batch_id like {}",
                    &[&pattern, &pattern, &pattern],
                );
            }
            if let Some(amount) = amount {
                any.add("f.at_stake = {}", &[amount]);
            }
            if !accounts.is_empty() {
                any.add("f.account_no = any({})", &[accounts]);
            }
            if !batches.is_empty() {
                any.add("f.bill_batch_id = any({})", &[batches]);
            }
        });
    }
}

impl List for Findings {
    type Row = FindingRow;
    type By = FindingSortBy;
    const NAME: &'static str = "findings";
    const FROM: (&'static str, &'static str) = ("finding", "f");

    fn keys(by: FindingSortBy) -> &'static [Key] {
        const ID: Key = Key::new("f.finding_id", "bigint");
        match by {
            FindingSortBy::AtStake => const { &[Key::new("f.at_stake", "numeric"), ID] },
            FindingSortBy::InvoiceDate => const { &[Key::new("f.invoice_date", "date"), ID] },
            FindingSortBy::FoundAt => const { &[Key::new("f.found_at", "timestamptz"), ID] },
            FindingSortBy::AccountNo => const { &[Key::new("f.account_no", "text"), ID] },
            FindingSortBy::Rule => const { &[Key::new("f.rule", "text"), ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        let bulk_id = self.bulk_id.as_str();
        only.and("f.bulk_id = {}", &[&bulk_id]);
        // Staff see the findings of a batch that waits before its customers do.
        only.and(
            "not exists (select from batch_review r where r.bill_batch_id = f.bill_batch_id and r.state = 'waiting')",
            &[],
        );
        self.narrow_to_search(only);
        let filter = &self.filter;
        let rules = |rules: &Vec<_>| rules.iter().map(|rule| super::code_of(*rule)).collect::<Vec<_>>();
        only.and_some("f.rule = any({})", filter.rules.as_ref().map(rules));
        only.and_some("f.rule = any({})", filter.rule_groups.as_deref().map(super::rules_in));
        let states =
            |states: &Vec<FindingState>| states.iter().map(|state| state.code().to_owned()).collect::<Vec<_>>();
        only.and_some("f.state = any({})", filter.states.as_ref().map(states));
        let numbers = |numbers: &Vec<AccountNo>| numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
        only.and_some("f.account_no = any({})", filter.account_nos.as_ref().map(numbers));
        if let Some(groups) = &filter.group_ids {
            only.and(
                "f.account_no in (select account_no from electricity_account
                                  where bulk_id = {} and group_id::text = any({}))",
                &[&bulk_id, groups],
            );
        }
        only.and_some("f.invoice_date >= {}", filter.invoiced_from.map(Day::date));
        only.and_some("f.invoice_date <= {}", filter.invoiced_to.map(Day::date));
        only.and_some("f.at_stake >= {}", filter.at_stake_from.map(Money::decimal));
    }
}

impl Searched for Findings {
    fn search(&self) -> &Search {
        &self.search
    }

    fn known(&self, numbers: &[String], queries: &mut Parts<'_>) {
        let (bulk_id, numbers) = (self.bulk_id.as_str(), numbers.to_vec());
        queries.add(
            "select number from finding f, unnest(array[f.invoice_no, f.account_no, f.bill_batch_id]) number
             where f.bulk_id = {}
               and (f.invoice_no = any({}) or f.account_no = any({}) or f.bill_batch_id = any({}))
               and number = any({})",
            &[&bulk_id, &numbers, &numbers, &numbers, &numbers],
        );
    }
}

/// A stored finding with its bill.
pub struct FindingRow {
    pub finding_id: i64,
    pub evidence: Json<StoredEvidence>,
    pub state: FindingState,
    pub at_stake: Money,
    pub proof: Option<InvoiceNo>,
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub reference_id: Option<String>,
    pub group_name: Option<String>,
    pub bill_batch_id: BatchId,
    pub invoice_date: Day,
    pub total_amount_payable: Money,
    pub found_at: Instant,
    pub decided_by: Option<String>,
    pub decided_at: Option<Instant>,
    pub reason: Option<String>,
}

columns! { FindingRow, "join bill b on b.bulk_id = f.bulk_id and b.invoice_no = f.invoice_no
                        left join electricity_account a on a.account_no = f.account_no and a.bulk_id = f.bulk_id
                        left join account_group g on g.group_id = a.group_id
                        left join person p on p.person_id = f.decided_by" =>
    finding_id: "f.finding_id",
    evidence: "f.evidence",
    state: "f.state",
    at_stake: "f.at_stake",
    proof: "f.proof",
    invoice_no: "f.invoice_no",
    account_no: "f.account_no",
    reference_id: "a.reference_id",
    group_name: "g.name",
    bill_batch_id: "f.bill_batch_id",
    invoice_date: "f.invoice_date",
    total_amount_payable: "b.total_amount_payable",
    found_at: "f.found_at",
    decided_by: "p.name",
    decided_at: "f.decided_at",
    reason: "f.reason",
}

impl FindingRow {
    /// Returns the finding with its texts in a language.
    pub fn listed(self, language: Language) -> ListedFinding {
        let finding = self.evidence.0.with(self.at_stake, self.proof);
        let rule = finding.rule();
        let also = finding.also.iter().map(|evidence| ReportedRule {
            rule: evidence.rule(),
            title: evidence.rule().title(language).to_owned(),
            sentence: evidence.sentence(language),
        });
        ListedFinding {
            finding_id: self.finding_id.to_string(),
            rule,
            rule_group: rule.group(),
            title: rule.title(language).to_owned(),
            sentence: finding.sentence(language),
            next_step: rule.next_step(language).to_owned(),
            also: also.collect(),
            evidence: finding.evidence,
            finding_state: self.state,
            at_stake: finding.at_stake,
            proof: finding.proof,
            invoice_no: self.invoice_no,
            account_no: self.account_no,
            reference_id: self.reference_id,
            group_name: self.group_name,
            bill_batch_id: self.bill_batch_id,
            invoice_date: self.invoice_date,
            total_amount_payable: self.total_amount_payable,
            found_at: self.found_at,
            decided_by: self.decided_by,
            decided_at: self.decided_at,
            reason: self.reason,
        }
    }
}
