//! Requests and responses for selecting bills for payment.

use super::BillFilter;
use crate::number::{AccountNo, BatchId, BulkId, InvoiceNo};
use crate::number_list::NumberList;
use crate::{Code, Money};

wire! {
    /// A request for the bills to select.
    pub struct SelectRequest {
        pub id: BulkId,
        /// Only bills of accounts in these groups.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<NumberList<String>>"))]
        pub group_ids: Option<Vec<String>>,
        /// The filter of the list.
        #[serde(default)]
        pub filter: BillFilter,
        /// Only these invoices; used to restore a stored selection.
        #[serde(default, deserialize_with = "NumberList::deserialize_optional")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<NumberList<InvoiceNo>>"))]
        pub invoice_nos: Option<Vec<InvoiceNo>>,
        /// Bills on hold that the user chose one by one. Other bills on hold are left out.
        #[serde(default, with = "NumberList::<InvoiceNo>")]
        pub held_invoice_nos: Vec<InvoiceNo>,
    }

    /// A payable bill with only the fields that totals and the list of batches need.
    pub struct Payable {
        pub invoice_no: InvoiceNo,
        pub account_no: AccountNo,
        pub batch_id: BatchId,
        /// The amount to pay.
        pub amount: Money,
    }

    /// The number of bills that a reason excludes.
    pub struct LeftOut {
        pub reason: Code,
        pub count: i64,
    }

    /// The bills that "select all matching" selects.
    pub struct Selectable {
        pub bills: Vec<Payable>,
        /// The bills that are excluded, counted by reason.
        pub left_out: Vec<LeftOut>,
        /// Parts of a searched list of numbers that have mostly digits but are not valid numbers. They match no bill.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub malformed: Vec<String>,
    }

    /// The figures of what "select all matching" would select.
    pub struct Countable {
        /// Bills that can be paid now.
        pub bills: i64,
        /// The total of these bills.
        pub total: Money,
        /// The bills that are excluded, counted by reason.
        pub left_out: Vec<LeftOut>,
        /// Parts of a searched list of numbers that have mostly digits but are not valid numbers. They match no bill.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub malformed: Vec<String>,
    }
}
