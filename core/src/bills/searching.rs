//! The bill search of existing clients: a period, a criterion and a text (docs/domain/bills.md#search).

use super::history_begins;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo, ReferenceId};
use crate::search::{self, MAX_NUMBERS};
use crate::{Code, Day, Problem};

page_requests! {
    /// A request for the bills of a period that match a criterion.
    pub struct SearchBillsRequest {
        pub id: BulkId,
        /// Invoiced on this day or later.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub start_date: Option<Day>,
        /// Invoiced on this day or earlier.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub end_date: Option<Day>,
        /// The criterion: `accountNo`, `billBatchId`, `invoiceNo` or `referenceId`.
        #[serde(default)]
        pub criteria: String,
        /// The text to search for; several numbers are separated by commas.
        #[serde(default)]
        pub search_string: String,
    }
}

/// A checked search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillSearch {
    /// The first day of the period.
    pub from: Day,
    /// The last day of the period.
    pub to: Day,
    /// The criterion with its values.
    pub by: BillCriterion,
}

/// A criterion with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BillCriterion {
    /// Bills of these accounts.
    Accounts(Vec<AccountNo>),
    /// Bills of these batches.
    Batches(Vec<BatchId>),
    /// These bills.
    Invoices(Vec<InvoiceNo>),
    /// Bills of accounts whose reference ID contains this text.
    Reference(String),
}

impl SearchBillsRequest {
    /// Checks the request.
    /// Fails with a problem for each wrong field: [`Code::PeriodRequired`], [`Code::DateRangeReversed`],
    /// [`Code::PeriodTooOld`], [`Code::SearchByRequired`], the number's own problem, [`Code::SearchTooShort`],
    /// [`Code::SearchTooMany`].
    pub fn check(&self, today: Day) -> Result<BillSearch, Problem> {
        let begins = history_begins(today);
        let from = self.start_date.ok_or_else(|| Problem::new(Code::PeriodRequired)).and_then(|from| {
            let too_old = Problem::new(Code::PeriodTooOld).with("from", begins.to_string());
            if from < begins { Err(too_old) } else { Ok(from) }
        });
        let to = self.end_date.ok_or_else(|| Problem::new(Code::PeriodRequired)).and_then(|to| {
            let is_reversed = self.start_date.is_some_and(|from| to < from);
            if is_reversed { Err(Code::DateRangeReversed.into()) } else { Ok(to) }
        });
        let by = self.searched_by();
        match (from, to, by) {
            (Ok(from), Ok(to), Ok(by)) => Ok(BillSearch { from, to, by }),
            (from, to, by) => {
                let at = |field: &str, problem: Option<Problem>| Some((field.to_owned(), problem?));
                let by = by.err().map(|(field, problem)| (field.to_owned(), problem));
                let wrong = [at("startDate", from.err()), at("endDate", to.err()), by];
                // The list is not empty, because at least one of the three is wrong.
                Err(Problem::of_fields(wrong.into_iter().flatten().collect())
                    .unwrap_or_else(|| Code::Unexpected.into()))
            }
        }
    }

    fn searched_by(&self) -> Result<BillCriterion, (&'static str, Problem)> {
        let text = self.search_string.trim();
        let at = |problem| ("searchString", problem);
        match self.criteria.trim() {
            "" => Err(("criteria", Code::SearchByRequired.into())),
            "accountNo" => {
                numbers(text, AccountNo::parse, Code::AccountNumberLength).map(BillCriterion::Accounts).map_err(at)
            }
            "billBatchId" => {
                numbers(text, BatchId::parse, Code::BatchIdInvalid).map(BillCriterion::Batches).map_err(at)
            }
            "invoiceNo" => {
                numbers(text, InvoiceNo::parse, Code::InvoiceNumberInvalid).map(BillCriterion::Invoices).map_err(at)
            }
            "referenceId" => reference(text).map(BillCriterion::Reference).map_err(at),
            _ => {
                let reason = "criteria: it is accountNo, billBatchId, invoiceNo or referenceId";
                Err(("criteria", Problem::new(Code::Unreadable).with("reason", reason)))
            }
        }
    }
}

/// Reads one or more numbers. A number that is not valid is refused, not skipped.
fn numbers<T: PartialEq>(text: &str, parse: fn(&str) -> Result<T, Code>, none: Code) -> Result<Vec<T>, Problem> {
    let parts = text.split([',', ';', '\n', '\r', '\t']).map(str::trim).filter(|part| !part.is_empty());
    let mut found = Vec::new();
    for part in parts {
        let number = parse(part)?;
        if !found.contains(&number) {
            found.push(number);
        }
        if found.len() > MAX_NUMBERS {
            return Err(Problem::new(Code::SearchTooMany).with("limit", MAX_NUMBERS));
        }
    }
    if found.is_empty() { Err(none.into()) } else { Ok(found) }
}

fn reference(text: &str) -> Result<String, Problem> {
    Ok(ReferenceId::parse(&search::required_text(text)?)?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(criteria: &str, text: &str) -> SearchBillsRequest {
        SearchBillsRequest {
            id: BulkId::parse("3000000001").expect("a bulk account"),
            start_date: Day::parse("2026-05-20").ok(),
            end_date: Day::parse("2026-11-20").ok(),
            criteria: criteria.to_owned(),
            search_string: text.to_owned(),
            record_count: None,
            cursor: None,
        }
    }

    fn today() -> Day {
        Day::parse("2026-11-20").expect("a day")
    }

    fn wrong(request: &SearchBillsRequest) -> Vec<(String, Code)> {
        let refused = request.check(today()).expect_err("refused");
        assert_eq!(refused.code, refused.fields[0].1.code, "the problem has the code of its first field");
        refused.fields.into_iter().map(|(field, problem)| (field, problem.code)).collect()
    }

    #[test]
    fn each_criterion_accepts_only_its_kind() {
        let by = |criteria, text| request(criteria, text).check(today()).expect("a search").by;
        let accounts = ["210000000001", "220000000002"].map(|number| AccountNo::parse(number).expect("a number"));
        assert_eq!(
            by("accountNo", "2100-0000-0001, 220000000002,210000000001"),
            BillCriterion::Accounts(accounts.into())
        );
        assert_eq!(
            by("billBatchId", " 2800000001 "),
            BillCriterion::Batches(vec![BatchId::parse("2800000001").unwrap()])
        );
        assert_eq!(
            by("invoiceNo", "412345678901"),
            BillCriterion::Invoices(vec![InvoiceNo::parse("412345678901").unwrap()])
        );
        assert_eq!(by("referenceId", "Kilang 3"), BillCriterion::Reference("Kilang 3".to_owned()));
        for (criteria, text, code) in [
            ("accountNo", "", Code::AccountNumberLength),
            ("accountNo", "310000000001", Code::AccountNumberPrefix),
            ("accountNo", "210000000001, 21", Code::AccountNumberLength),
            ("billBatchId", "2700000001", Code::BatchIdInvalid),
            ("billBatchId", "28", Code::BatchIdInvalid),
            ("invoiceNo", "12345678901", Code::InvoiceNumberInvalid),
            ("invoiceNo", " , ", Code::InvoiceNumberInvalid),
            ("referenceId", "ab", Code::SearchTooShort),
            ("referenceId", "12345678901234567", Code::ReferenceIdLength),
        ] {
            assert_eq!(wrong(&request(criteria, text)), [("searchString".to_owned(), code)], "{criteria} {text}");
        }
        let many: Vec<_> = (0..=MAX_NUMBERS).map(|n| format!("21{n:010}")).collect();
        assert_eq!(wrong(&request("accountNo", &many.join(",")))[0].1, Code::SearchTooMany);
        assert!(request("accountNo", &many[1..].join(",")).check(today()).is_ok());
    }

    #[test]
    fn a_search_names_its_period_and_its_fields() {
        let nothing = SearchBillsRequest { start_date: None, end_date: None, ..request("", "") };
        let at = |field: &str, code| (field.to_owned(), code);
        assert_eq!(
            wrong(&nothing),
            [
                at("startDate", Code::PeriodRequired),
                at("endDate", Code::PeriodRequired),
                at("criteria", Code::SearchByRequired)
            ]
        );
        assert_eq!(wrong(&request("companyName", "sinar")), [at("criteria", Code::Unreadable)]);
        let old = SearchBillsRequest { start_date: Day::parse("2026-05-19").ok(), ..request("referenceId", "abc") };
        assert_eq!(wrong(&old), [at("startDate", Code::PeriodTooOld)]);
        let sentence = old.check(today()).expect_err("refused").sentence(crate::Language::En);
        assert!(sentence.contains("2026-05-20"), "{sentence}");
        let reversed = SearchBillsRequest { end_date: Day::parse("2026-05-19").ok(), ..request("referenceId", "abc") };
        assert_eq!(wrong(&reversed), [at("endDate", Code::DateRangeReversed)]);
    }
}
