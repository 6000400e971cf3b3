//! Tests of every declared list.

use std::collections::BTreeSet;

use super::*;
use crate::accounts::AccountSortBy;
use crate::bills::BillSortBy;
use crate::list::{Order, Sort, on_wire};
use crate::payments::TransactionSortBy;

#[test]
fn a_column_sorts_in_its_default_direction_unless_requested() {
    let read = |text: &str| serde_json::from_str::<Sort<TransactionSortBy>>(text).unwrap();
    assert!(read("{}").descends());
    assert!(!read(r#"{"descending":false}"#).descends());
    assert!(read(r#"{"by":"transactionAmount"}"#).descends());
    assert_eq!(Sort::<TransactionSortBy>::all().count(), 8);
}

#[test]
fn every_list_is_one_read_and_declares_each_parameter_once() {
    let names: BTreeSet<_> = lists().map(|list| list.name).collect();
    assert_eq!(names.len(), lists().count(), "two lists have one name");
    for list in lists() {
        let entry = endpoints().find(|entry| entry.name == list.call).expect(list.name);
        assert!(!entry.reads.is_empty() && entry.changes.is_empty(), "{} is not a read", list.name);
        let params: BTreeSet<_> = list.params.iter().map(|param| param.name).collect();
        assert_eq!(params.len(), list.params.len(), "{} declares a parameter twice", list.name);
        // The address uses these names for the order.
        assert!(params.is_disjoint(&BTreeSet::from(["sort", "ascending", "descending"])), "{}", list.name);
        let fields: BTreeSet<_> = list.params.iter().flat_map(|param| param.fields).collect();
        assert_eq!(fields.len(), list.params.iter().map(|param| param.fields.len()).sum::<usize>(), "{}", list.name);
    }
}

#[test]
fn the_orders_of_a_list_are_those_of_its_type_the_default_first() {
    fn same<By: Order + serde::Serialize>() {
        assert_eq!(By::ALL.first(), Some(&By::default()));
        assert_eq!(By::ALL.len(), By::ENTRIES.len());
        for (by, entry) in By::ALL.iter().zip(By::ENTRIES) {
            assert_eq!(serde_json::to_value(by).unwrap(), on_wire(entry.by));
            assert_eq!(by.descends(), entry.descends);
        }
    }
    same::<BillSortBy>();
    same::<AccountSortBy>();
    same::<TransactionSortBy>();
    assert_eq!(on_wire("filter.due_from"), "filter.dueFrom");
}

#[cfg(feature = "schema")]
mod schema {
    use std::collections::BTreeMap;

    use serde_json::Value;

    use super::*;
    use crate::endpoint::{Endpoint, Visit};
    use crate::list::export;

    /// Fields of requests that have no parameter in the list's address, each with the reason.
    const WITHOUT_PARAM: &[(&str, &str, &str)] = &[
        ("*", "recordCount", "the screen sets the page size"),
        ("*", "count", "the screen sets the page size"),
        ("*", "cursor", "the page is not part of the address"),
        ("*", "id", "identifies the owner of the list"),
        ("*", "bulkId", "identifies the owner of the list"),
        ("*", "groupId", "identifies the owner of the list"),
        ("*", "transactionNo", "identifies the owner of the list"),
        ("bankStatementLines", "statementId", "identifies the owner of the list"),
        ("*", "collectiveContractAccountNo", "identifies the owner of the list"),
        ("rejectedRows", "importId", "identifies the owner of the list"),
        ("deposits", "accountNo", "the account's page shows its deposits"),
        ("queries", "filter.invoiceNo", "the bill's page shows the queries about its bill"),
        ("outstandingBills", "filter.accountNos", "account numbers are found with the search"),
        ("outstandingCharges", "filter.accountNos", "account numbers are found with the search"),
        ("settlements", "filter.accountNos", "account numbers are found with the search"),
        ("settlements", "filter.invoiceNos", "invoice numbers are found with the search"),
        ("unmatchedSettlements", "filter.accountNos", "account numbers are found with the search"),
        ("unmatchedSettlements", "filter.invoiceNos", "invoice numbers are found with the search"),
        ("accountsForStaff", "filter.groupIds", "groups belong to the customer"),
        ("accountsInGroup", "filter.groupIds", "the list shows one group"),
        ("accountsInGroup", "filter.withoutGroup", "the list shows one group"),
        ("accountsInNoGroup", "filter.groupIds", "the list shows accounts without a group"),
        ("accountsInNoGroup", "filter.withoutGroup", "the list shows accounts without a group"),
        ("accountingDocuments", "sourceNo", "the bill's page shows the documents of its bill"),
        ("pendingPayments", "filter.statuses", "all await the utility"),
        ("pendingPayments", "filter.bankIds", "staff find a bank with the search"),
        ("allPayments", "awaitsSecondOfficer", "these payments are in the list of pending payments"),
        ("fpxMessages", "merchantTranId", "identifies the owner of the list"),
        ("notifications", "lastId", "the page is not part of the address"),
        ("notifications", "requestCount", "the screen sets the page size"),
        ("notifications", "filter.transactionNo", "numbers are found with the search"),
        ("notifications", "filter.accountNo", "numbers are found with the search"),
        ("activity", "lastId", "the page is not part of the address"),
        ("activity", "requestCount", "the screen sets the page size"),
        ("activity", "filter.transactionNo", "numbers are found with the search"),
        ("activity", "filter.username", "names are found with the search"),
        ("staffActivity", "filter.username", "names are found with the search"),
        ("staffActivity", "lastId", "the page is not part of the address"),
        ("staffActivity", "requestCount", "the screen sets the page size"),
        ("staffActivity", "filter.transactionNo", "numbers are found with the search"),
        ("webhookDeliveries", "webhookId", "a webhook is a page of its own"),
        ("accountingRuns", "profileId", "a profile is a page of its own"),
        ("accountingRuns", "runNo", "a run is a page of its own"),
        ("accountingDocuments", "profileId", "a profile is a page of its own"),
        ("accountingDocuments", "runNo", "a run is a page of its own"),
        ("allPayments", "filter.bankIds", "staff find a bank with the search"),
        ("queryQueue", "filter.isOpen", "the views of the list name the states"),
    ];

    struct Requests(BTreeMap<&'static str, BTreeSet<String>>);

    impl Visit for Requests {
        fn visit<E: Endpoint>(&mut self) {
            let settings = schemars::generate::SchemaSettings::draft2020_12();
            let inline = settings.with(|settings| settings.inline_subschemas = true);
            let request = inline.into_generator().into_root_schema_for::<E::Request>().to_value();
            self.0.insert(E::ENTRY.name, fields_of(&request));
        }
    }

    /// Returns the field names of a request; fields of its filter with their path.
    fn fields_of(request: &Value) -> BTreeSet<String> {
        let names = |of: &Value| {
            of["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let (filter, own): (Vec<_>, Vec<_>) = names(request).into_iter().partition(|name| name == "filter");
        let within =
            filter.iter().flat_map(|_| names(&request["properties"]["filter"])).map(|name| format!("filter.{name}"));
        own.into_iter().chain(within).collect()
    }

    #[test]
    fn every_field_of_a_list_request_has_an_address_parameter_or_a_reason() {
        let mut requests = Requests(BTreeMap::new());
        visit_endpoints(&mut requests);
        let mut used = BTreeSet::new();
        for list in lists() {
            let mut fields = requests.0[list.call].clone();
            assert_eq!(fields.remove("sort"), !list.orders.is_empty(), "{} declares no orders", list.name);
            for field in list.params.iter().flat_map(|param| param.fields) {
                assert!(fields.remove(&on_wire(field)), "{} has no {field} on the wire", list.name);
            }
            for field in fields {
                let known = |(name, one, _): &&(&str, &str, &str)| ["*", list.name].contains(name) && *one == field;
                let reason = WITHOUT_PARAM.iter().find(known);
                used.insert(reason.unwrap_or_else(|| panic!("{} has no parameter for {field}", list.name)));
            }
        }
        for reason in WITHOUT_PARAM {
            assert!(used.contains(reason), "{reason:?} is not used");
        }
    }

    #[test]
    fn exported_values_are_written_by_type() {
        let bills = lists().find(|list| list.name == "outstandingBills").expect("a list");
        let kind = |field: &str| bills.columns.iter().find(|column| column.field == field).map(|column| column.kind);
        assert_eq!(kind("invoice_no"), Some(export::CellKind::Text));
        assert_eq!(kind("due_date"), Some(export::CellKind::Day));
        assert_eq!(kind("total_amount_payable"), Some(export::CellKind::Amount));
        assert_eq!(kind("status"), Some(export::CellKind::Word));
        for list in lists() {
            let fields: BTreeSet<_> = list.columns.iter().map(|column| column.field).collect();
            assert_eq!(fields.len(), list.columns.len(), "{} exports a column twice", list.name);
        }
    }
}
