//! Payments: from a selection of bills to posted money (docs/domain/payments.md).

pub mod fact;
mod following;
pub mod fpx;
mod group;
mod held;
mod instruction;
mod listed;
mod machine;
mod making;
mod method;
pub mod officers;
#[cfg(feature = "sheet")]
pub mod pain;
mod plan;
mod reason;
mod reconciliation;
mod repeated;
mod settlement;
pub mod staff;
mod status;

pub use following::*;
pub use group::*;
pub use held::{HeldBill, HoldCause};
pub use instruction::*;
pub use listed::{OTHER_PAYMENT_TYPE, RECORDED_METHODS, RecordedMethod};
pub use machine::{Event, PaymentState, initial_status, next_status};
pub use making::*;
pub use method::{
    MAX_INVOICES, MAX_REFERENCES, PaymentChannel, PaymentMethod, TypedReference, check_available, check_difference,
    check_form, check_references, check_typed, require_bank,
};
pub use plan::*;
pub use reason::{failure_sentence, reason_code};
pub use reconciliation::{ReconcileKind, check_paid_amount, difference, is_large};
pub use repeated::*;
pub use settlement::{AmountKind, AmountLine, Document, Settlement, compute_settlement};
pub use status::{Status, StatusGroup};

use crate::Page;
use crate::endpoint::Nothing;
use crate::topic::Changed;

endpoints! {
    /// The banks that FPX offers, each online or offline.
    GetBankList = Get "/billpayment-svc/api/v1/Payment/GetBankList"
        for Customer(Payment, View) closed(WithoutAccount) token(PaymentsRead)
        refuses(GatewayUnavailable)
        reads(Gateway): Json (Nothing) -> Vec<Bank>;
    /// The utility's virtual account that EFT transfers go to.
    GetTNBVirtualAccountNo = Get "/billpayment-svc/api/v1/Payment/GetTNBVirtualAccountNo"
        for Customer(Payment, View) of(bulk_id) closed(WithoutAccount) token(PaymentsRead)
        reads(Company): Json (VirtualAccountRequest) -> VirtualAccount;
    /// The payment methods with their limits, and when each is unavailable.
    GetPaymentMethods = Get "/billpayment-svc/api/v1/Payment/GetPaymentMethods"
        for Customer(Payment, View) closed(WithoutAccount) token(PaymentsRead)
        reads(Gateway): Json (Nothing) -> PaymentMethods;
    /// The accounts of a payment to which an overpayment can be credited.
    GetElectricityAccount = Get "/billpayment-svc/api/v1/Payment/GetElectricityAccount"
        for Customer(Payment, View) closed(WithoutAccount) token(PaymentsRead)
        refuses(AmountInvalid, AmountDecimals, AmountTooLarge, TransactionNotFound)
        reads(Payments, Accounts): Json (CreditAccountsRequest) -> Vec<CreditAccount>;
    /// Pays all of the bills, or none.
    MakePayment = Post "/billpayment-svc/api/v1/Payment/MakePayment"
        for Customer(Payment, Add) of(bulk_id) closed(WithoutAccount)
        refuses(ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, InvoiceNumberInvalid,
            BillInPayment, InvoicesRequired, InvoicesTooMany, InvoiceRepeated, InvoiceUnknown, InvoiceNotPayable,
            BatchWaits, BillsOnHold, DuplicatePayment, PlanChanged, PaymentGroupNotFound, TotalChanged,
            MethodUnavailable, AmountBelowMethod, TransferTooLarge, AmountAboveMethod, BankRequired, BankUnknown,
            BankOffline, EftNumberCharacters, ChequeNumberCharacters, ReferencesTooMany, ReferenceRepeated,
            ReferenceAmountPositive, ReferencesDoNotAddUp, ReferencesNotTaken, GatewayUnavailable, ApprovalNeeded)
        once changes(Payments, Bills, Gateway): Json (MakePaymentRequest) -> PaymentMade;
    /// The payments that each method would make of these bills.
    PlanPayments = Post "/portal/api/v1/Payments/Plan/{id}"
        for Customer(Payment, View) of(id) closed(WithoutAccount) token(PaymentsPropose)
        refuses(AmountTooLarge, InvoiceNumberInvalid, InvoicesRequired, InvoicesTooMany, InvoiceRepeated,
            InvoiceUnknown)
        heavy reads(Bills): Json (PlanPaymentsRequest) -> PaymentPlans;
    /// The payment groups of a bulk account, or only those with a payment that is still to be made.
    GetPaymentGroups = Post "/portal/api/v1/Payments/Groups/{id}"
        for Customer(Payment, View) of(id) closed(WithoutAccount) token(PaymentsRead)
        reads(Payments, Bills): Json (PaymentGroupsRequest) -> PaymentGroups;
    /// One payment group: what is paid, what is open, and the payment to make next.
    GetPaymentGroup = Get "/portal/api/v1/Payments/Group"
        for Customer(Payment, View) closed(WithoutAccount) token(PaymentsRead)
        refuses(PaymentGroupNotFound)
        reads(Payments, Bills): Json (PaymentGroupRequest) -> PaymentGroup;
    /// The EFT or cheque numbers that other payments already use. They are not refused: the customer is asked to
    /// confirm them.
    GetRepeatedReferences = Post "/portal/api/v1/Payments/RepeatedReferences"
        for Customer(Payment, View) of(bulk_id) closed(WithoutAccount) token(PaymentsRead)
        refuses(ChoiceRequired, EftNumberCharacters, ChequeNumberCharacters)
        reads(Payments): Json (RepeatedReferencesRequest) -> RepeatedReferences;
    /// The number of payments of a bulk account in each status group.
    GetTransactionsCards = Post "/payments-svc/api/v1/Payment/GetTransactionsCards?bulkId"
        for Customer(Payment, View) of(bulk_id) closed(WithoutAccount) token(PaymentsRead)
        reads(Payments): Json (TransactionsCardsRequest) -> TransactionsCards;
    /// The payments of a bulk account.
    GetPaymentTransactions = Post "/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId"
        for Customer(Payment, View) of(bulk_id) closed(WithoutAccount) token(PaymentsRead)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, SearchTooShort, TransactionNotFound)
        reads(Payments, Company): Json (TransactionsRequest) -> Page<Transaction>;
    /// One payment with its invoices.
    GetPaymentDetails = Get "/payments-svc/api/v1/Payment/GetPaymentDetails"
        for Customer(Payment, View) closed(WithoutAccount) token(PaymentsRead)
        refuses(CursorInvalid, TransactionNotFound)
        reads(Payments, Bills, Accounts, Company, Gateway): Json (TransactionRequest) -> PaymentDetails;
    /// The PDF document of a payment; once the payment is paid, this is its receipt.
    PrintPayment = Get "/portal/api/v1/Payments/Document"
        for Customer(Payment, View) closed(WithoutAccount) token(Downloads)
        refuses(TransactionNotFound)
        gives(Pdf) reads(Payments, Bills, Accounts, Company, Gateway): File (DocumentRequest) -> Nothing;
    /// The payment instruction of a payment by transfer, as a file for the company's bank (pain.001.001.09). Only while
    /// the transfer is awaited.
    DownloadPain001 = Get "/portal/api/v1/Payments/Pain001"
        for Customer(Payment, View) closed(WithoutAccount) token(Downloads)
        refuses(DateInvalid, BankAccountInvalid, ExecutionDateInvalid, NoTransferExpected,
            InstructionLettersLacking, TransactionNotFound)
        gives(Xml) reads(Payments, Bills, Accounts, Company, Gateway): File (InstructionRequest) -> Nothing;
    /// The history of a payment.
    GetPaymentActivity = Get "/payments-svc/api/v1/Payment/GetPaymentActivity"
        for Customer(Payment, View) closed(WithoutAccount) token(PaymentsRead)
        refuses(TransactionNotFound)
        reads(Payments, Company, Gateway): Json (ActivityRequest) -> PaymentActivity;
    /// Pays the difference that the utility asked for.
    MakeReconciliationPaymentInsufficient = Post "/payments-svc/api/v1/Payment/MakeReconciliationPaymentInsufficient"
        for Customer(Payment, Update) closed(WithoutAccount)
        refuses(ChoiceRequired, MethodUnavailable, MethodNotForThis, AmountBelowMethod, AmountAboveMethod,
            BankRequired, BankUnknown, BankOffline, EftNumberCharacters, ChequeNumberCharacters, ReferenceRepeated,
            TransactionNotFound, PaymentMoved, CreditAccountUnknown)
        once changes(Payments, Bills): Json (InsufficientRequest) -> PaymentMoved;
    /// Chooses the account that an overpayment is credited to.
    MakeExcessiveReconciliationPayment = Post "/payments-svc/api/v1/Payment/MakeExcessiveReconciliationPayment"
        for Customer(Payment, Update) closed(WithoutAccount)
        refuses(InvoiceNumberInvalid, TransactionNotFound, PaymentMoved, CreditAccountUnknown)
        once changes(Payments, Bills): Json (ExcessiveRequest) -> PaymentMoved;
    /// Cancels one of the caller's own FPX payments that never reached the bank. FPX is asked once more before that.
    GiveUpPayment = Post "/portal/api/v1/Payments/GiveUp"
        for Customer(Payment, Add) closed(WithoutAccount)
        refuses(EnquiryInProgress, GatewayUnavailable, TransactionNotFound, PaymentMoved, CreditAccountUnknown,
            GiveUpTooEarly, NotYourPayment)
        once changes(Payments, Bills, Gateway): Json (GiveUpRequest) -> GivenUp;
    /// A stream of changes as they happen. It contains only topics that the caller may read, and no data.
    Live = Get "/portal/api/v1/Live"
        for SignedIn reads(): Events (Nothing) -> Changed;
    /// The bank gateway's confirmation, sent from server to server.
    FpxDirect = Post "/payments-svc/fpx/direct"
        for Gateway
        refuses(TooManyAttempts, PaymentMoved, CreditAccountUnknown)
        changes(Payments, Bills, Gateway): Form (Nothing) -> Nothing;
    /// The bank gateway's confirmation, sent through the payer's browser.
    FpxIndirect = Post "/payments-svc/fpx/indirect"
        for Gateway
        refuses(TooManyAttempts, PaymentMoved, CreditAccountUnknown)
        changes(Payments, Bills, Gateway): Form (Nothing) -> Nothing;
}

#[cfg(feature = "schema")]
exported_words! {
    PaymentMethod: |method, to| method.word(to.language);
    Status: |status, to| if to.is_staff {
        status.word_for_staff(to.language)
    } else {
        status.word_for_customers(to.language)
    };
}

lists! {
    /// The payments of a bulk account.
    payments = GetPaymentTransactions of Transaction by TransactionSortBy {
        search => filter.search,
        status => filter.statuses,
        method => filter.methods,
        bank => filter.bank_ids,
        from => filter.from,
        to => filter.to,
    } export {
        transaction_no, payment_date, requested_by, payment_method, bank_name, reference_numbers, total_invoices,
        total_accounts, transaction_amount, paid_amount as Settlement, status
    }
    /// The invoices that a payment pays.
    invoices = GetPaymentDetails.invoices of PaymentItem {
    } export { invoice_no, account_no, reference_id, bill_batch_id, due_date, amount }
}
