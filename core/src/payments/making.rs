//! What travels when a payment is made (docs/domain/payments.md#making-a-payment), or given up.

use super::{PaymentMethod, RepeatedReference, Status};
use crate::number::{BankId, BulkId, InvoiceNo, TransactionNo};
use crate::{Instant, Money};

wire! {
    /// A bank of the gateway.
    #[derive(Eq)]
    pub struct Bank {
        /// The gateway's id.
        pub bank_id: BankId,
        pub bank_name: String,
        /// Whether the gateway reaches it now.
        pub online: bool,
    }

    /// For which bulk account, the own one if none is named.
    pub struct VirtualAccountRequest {
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub bulk_id: Option<BulkId>,
    }

    /// Where EFT transfers go.
    pub struct VirtualAccount {
        /// The account number at the bank.
        pub virtual_account_no: String,
        pub bank_name: String,
        /// Whose it is.
        pub account_holder: String,
    }

    /// When a method is closed.
    #[derive(Copy, Eq)]
    pub struct Window {
        /// From this instant.
        pub from: Instant,
        /// Until before this one.
        pub to: Instant,
    }

    /// The ways to pay.
    pub struct PaymentMethods {
        pub methods: Vec<MethodOffer>,
        /// Every method of the utility's records, and which of them the portal offers.
        pub listed: Vec<ListedMethod>,
        /// The most reference numbers that a payment takes.
        pub most_reference_numbers: usize,
    }

    /// A method of the utility's records.
    pub struct ListedMethod {
        /// By which programs know it.
        pub code: String,
        /// Its number, where it has one; 99 for others.
        pub payment_type: Option<i16>,
        /// Its name, in the caller's language.
        pub name: String,
        /// As what the portal offers it; none when it does not.
        pub offered_as: Vec<PaymentMethod>,
    }

    /// One way to pay.
    pub struct MethodOffer {
        pub payment_method: PaymentMethod,
        /// The least that it takes.
        pub least: Money,
        /// The most that it takes; none for no limit.
        pub most: Option<Money>,
        /// The window that it is closed in now, or will be closed in next.
        pub unavailable: Option<Window>,
    }

    /// A reference number with its part of the total.
    pub struct Reference {
        /// The EFT or cheque number.
        pub number: String,
        /// What it paid.
        pub amount: Money,
    }

    /// Pay these bills: all of them or none.
    pub struct MakePaymentRequest {
        pub bulk_id: BulkId,
        /// The bills.
        pub invoice_nos: Vec<InvoiceNo>,
        pub payment_method: PaymentMethod,
        /// The bank that pays.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub bank_id: Option<BankId>,
        /// EFT or cheque numbers, which add up to the total.
        #[serde(default)]
        pub reference_numbers: Vec<Reference>,
        /// The total that the person saw.
        pub total_amount: Money,
    }

    /// The payment that was made.
    pub struct PaymentMade {
        /// By which people know it.
        pub transaction_no: TransactionNo,
        /// By which programs know it.
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        /// The gateway's order number, for FPX.
        #[cfg_attr(feature = "ts", tsify(optional))]
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub merchant_tran_id: Option<String>,
        pub status: Status,
        /// Where the browser goes next, for FPX.
        #[cfg_attr(feature = "ts", tsify(optional))]
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub redirect: Option<Redirect>,
        /// Its numbers that other payments have too, which whoever approves it is told as well.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub repeated_references: Vec<RepeatedReference>,
    }

    /// A form for the browser to post in the same window.
    #[derive(Eq)]
    pub struct Redirect {
        /// Where to.
        pub url: String,
        pub fields: Vec<FormField>,
    }

    /// A field of a form.
    #[derive(Eq)]
    pub struct FormField {
        pub name: String,
        pub value: String,
    }

    /// A bill that somebody is paying already, in `params.invoices` of the duplicate answer.
    pub struct DuplicateInvoice {
        pub invoice_no: InvoiceNo,
        /// The payment that holds it.
        pub transaction_no: TransactionNo,
        /// Who made it.
        pub requested_by: String,
        /// It was the person who asks.
        #[serde(default)]
        pub is_own: bool,
        pub requested_at: Instant,
        pub status: Status,
    }

    /// A bill that changed or cannot be paid, in `params.invoices` of those answers.
    pub struct RefusedInvoice {
        pub invoice_no: InvoiceNo,
        pub reason: crate::Code,
        /// What it comes to now.
        pub amount: Money,
    }

    /// Give this payment up.
    pub struct GiveUpRequest {
        pub transaction_no: TransactionNo,
    }

    /// A payment after it was to be given up.
    pub struct GivenUp {
        pub transaction_no: TransactionNo,
        /// Where it stands by what FPX says now.
        pub status: Status,
        /// Whether it is given up; not when FPX knows of it by now.
        pub is_given_up: bool,
    }
}
