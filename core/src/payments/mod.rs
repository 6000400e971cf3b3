//! Payments: from a selection of bills to posted money (specification, sections 4, 5 and 7; domain, "Payments").

mod following;
pub mod fpx;
mod machine;
mod making;
mod method;
mod reason;
mod reconciliation;
mod status;

pub use following::*;
pub use machine::{Event, first, next};
pub use making::*;
pub use method::{
    MOST_INVOICES, MOST_REFERENCES, PaymentMethod, TypedReference, bank, check, check_difference, check_form,
    check_typed, open,
};
pub use reason::reason;
pub use reconciliation::{ReconcileKind, difference, paid};
pub use status::Status;

use crate::Page;
use crate::endpoint::Nothing;

endpoints! { PaymentsEndpoints;
    /// The banks, with those that are offline.
    GetBankList = Get "/billpayment-svc/api/v1/Payment/GetBankList" for Customer(Payment, View) Json (Nothing) -> Vec<Bank>;
    /// The utility's virtual account that EFT transfers go to.
    GetTNBVirtualAccountNo = Get "/billpayment-svc/api/v1/Payment/GetTNBVirtualAccountNo" for Customer(Payment, View) Json (VirtualAccountRequest) -> VirtualAccount;
    /// The ways to pay, their limits, and when they are closed.
    GetPaymentMethods = Get "/billpayment-svc/api/v1/Payment/GetPaymentMethods" for Customer(Payment, View) Json (Nothing) -> PaymentMethods;
    /// The accounts of a payment that an overpayment may be credited to.
    GetElectricityAccount = Get "/billpayment-svc/api/v1/Payment/GetElectricityAccount" for Customer(Payment, View) Json (CreditAccountsRequest) -> Vec<CreditAccount>;
    /// Pays bills: all of them or none.
    MakePayment = Post "/billpayment-svc/api/v1/Payment/MakePayment" for Customer(Payment, Add) Once (MakePaymentRequest) -> PaymentMade;
    /// The payments of a bulk account, counted by what they wait for.
    GetTransactionsCards = Post "/payments-svc/api/v1/Payment/GetTransactionsCards?bulkId" for Customer(Payment, View) Json (TransactionsCardsRequest) -> TransactionsCards;
    /// The payments of a bulk account.
    GetPaymentTransactions = Post "/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId" for Customer(Payment, View) Json (TransactionsRequest) -> Page<Transaction>;
    /// One payment with its invoices.
    GetPaymentDetails = Get "/payments-svc/api/v1/Payment/GetPaymentDetails" for Customer(Payment, View) Json (TransactionRequest) -> PaymentDetails;
    /// What happened to a payment.
    GetPaymentActivity = Get "/payments-svc/api/v1/Payment/GetPaymentActivity" for Customer(Payment, View) Json (ActivityRequest) -> PaymentActivity;
    /// Pays the difference that the utility asked for.
    MakeReconciliationPaymentInsufficient = Post "/payments-svc/api/v1/Payment/MakeReconciliationPaymentInsufficient" for Customer(Payment, Update) Once (InsufficientRequest) -> PaymentMoved;
    /// Chooses the account that an overpayment is credited to.
    MakeExcessiveReconciliationPayment = Post "/payments-svc/api/v1/Payment/MakeExcessiveReconciliationPayment" for Customer(Payment, Update) Once (ExcessiveRequest) -> PaymentMoved;
    /// Changes of payments as they happen.
    Live = Get "/portal/api/v1/Live" for SignedIn Events (Nothing) -> PaymentChanged;
    /// The bank gateway's confirmation, server to server.
    FpxDirect = Post "/payments-svc/fpx/direct" for Gateway Form (Nothing) -> Nothing;
    /// The bank gateway's confirmation, through the payer's browser.
    FpxIndirect = Post "/payments-svc/fpx/indirect" for Gateway Form (Nothing) -> Nothing;
}
