//! Requests and responses for making a payment (docs/domain/payments.md#making-a-payment) and for cancelling it.

use super::{PaymentMethod, PaymentOfPlan, RepeatedReference, Status};
use crate::number::{BankId, BulkId, InvoiceNo, PaymentGroupNo, TransactionNo};
use crate::number_list::NumberList;
use crate::{Instant, Money};

wire! {
    /// A bank that customers can pay from through FPX.
    #[derive(Eq)]
    pub struct Bank {
        /// The gateway's id of the bank.
        pub bank_id: BankId,
        pub bank_name: String,
        /// Whether the bank is online.
        pub online: bool,
    }

    /// Selects the bulk account; without an id, the caller's own.
    pub struct VirtualAccountRequest {
        #[serde(default)]
        pub bulk_id: Option<BulkId>,
    }

    /// The utility's bank account that EFT transfers go to.
    pub struct VirtualAccount {
        /// The account number at the bank.
        pub virtual_account_no: String,
        pub bank_name: String,
        /// The name of the account holder.
        pub account_holder: String,
    }

    /// The time during which a payment method is unavailable.
    #[derive(Copy, Eq)]
    pub struct Window {
        /// The start, inclusive.
        pub from: Instant,
        /// The end, exclusive.
        pub to: Instant,
    }

    /// The payment methods.
    pub struct PaymentMethods {
        pub methods: Vec<MethodOffer>,
        /// Every method of the utility's records, with the portal's methods that belong to it.
        pub listed: Vec<ListedMethod>,
        /// The maximum of reference numbers per payment.
        pub most_reference_numbers: usize,
    }

    /// A payment method of the utility's records, offered by the portal or not.
    pub struct ListedMethod {
        /// The code that programs use.
        pub code: String,
        /// The method's number in the utility's records, if it has a number; 99 for others.
        pub payment_type: Option<i16>,
        /// The name in the caller's language.
        pub name: String,
        /// The portal's payment methods that belong to it; empty if the portal does not offer it.
        pub offered_as: Vec<PaymentMethod>,
    }

    /// A payment method that the portal offers.
    pub struct MethodOffer {
        pub payment_method: PaymentMethod,
        /// The minimum amount.
        pub least: Money,
        /// The maximum amount; none without a limit.
        pub most: Option<Money>,
        /// The current unavailable window, or else the next.
        pub unavailable: Option<Window>,
    }

    /// A reference number and its part of the total.
    pub struct Reference {
        /// The EFT or cheque number.
        pub number: String,
        /// The amount paid under this number.
        pub amount: Money,
    }

    /// A request to pay these bills, all of them or none.
    pub struct MakePaymentRequest {
        pub bulk_id: BulkId,
        #[serde(with = "NumberList::<InvoiceNo>")]
        pub invoice_nos: Vec<InvoiceNo>,
        pub payment_method: PaymentMethod,
        /// The bank that pays.
        #[serde(default)]
        pub bank_id: Option<BankId>,
        /// EFT or cheque numbers, whose amounts add up to the total.
        #[serde(default)]
        pub reference_numbers: Vec<Reference>,
        /// The total that the user saw. The payment is refused if the bills have a different total now.
        pub total_amount: Money,
        /// Bills on hold that the user chose one by one. A payment with another bill on hold is refused.
        #[serde(default, with = "NumberList::<InvoiceNo>")]
        pub held_invoice_nos: Vec<InvoiceNo>,
        /// The place in a plan of several payments; none for a payment on its own.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub plan: Option<PaymentOfPlan>,
    }

    /// A payment that was just made.
    pub struct PaymentMade {
        /// The number that users read.
        pub transaction_no: TransactionNo,
        /// The identifier that programs use.
        #[serde(rename = "eBulkPaymentID")]
        pub e_bulk_payment_id: String,
        /// The gateway's order number, for FPX.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub merchant_tran_id: Option<String>,
        pub status: Status,
        /// The payment group, if the payment is one of several.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub group_no: Option<PaymentGroupNo>,
        /// The form that sends the browser to the bank, for FPX.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub redirect: Option<Redirect>,
        /// Reference numbers of this payment that other payments also use. The officer who approves the payment sees
        /// them too.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub repeated_references: Vec<RepeatedReference>,
    }

    /// A form that the browser posts in the same window.
    #[derive(Eq)]
    pub struct Redirect {
        /// The address to post to.
        pub url: String,
        pub fields: Vec<FormField>,
    }

    /// A field of a form.
    #[derive(Eq)]
    pub struct FormField {
        pub name: String,
        pub value: String,
    }

    /// A bill that is already in another payment; in `params.invoices` of the refusal for duplicates.
    pub struct DuplicateInvoice {
        pub invoice_no: InvoiceNo,
        /// The payment that holds the bill.
        pub transaction_no: TransactionNo,
        /// The user who made that payment.
        pub requested_by: String,
        /// Whether the caller made that payment.
        #[serde(default)]
        pub is_own: bool,
        pub requested_at: Instant,
        pub status: Status,
    }

    /// A bill that changed or cannot be paid; in `params.invoices` of those refusals.
    pub struct RefusedInvoice {
        pub invoice_no: InvoiceNo,
        pub reason: crate::Code,
        /// The current amount of the bill.
        pub amount: Money,
    }

    /// A request to cancel an FPX payment that never reached the bank.
    pub struct GiveUpRequest {
        pub transaction_no: TransactionNo,
    }

    /// The payment after the attempt to cancel it.
    pub struct GivenUp {
        pub transaction_no: TransactionNo,
        /// The status after FPX was asked once more.
        pub status: Status,
        /// Whether the payment was cancelled. False if FPX knows the payment after all.
        pub is_given_up: bool,
    }
}
