//! Exports to accounting: profiles, documents, files and the numbers that come back (docs/domain/accounting.md).

mod documents;
mod fact;
mod numbers;
mod plan;
mod presets;
mod profile;
mod types;
mod writer;

pub use documents::*;
pub use fact::AccountingFact;
pub use numbers::*;
pub use plan::PlanSummary;
pub use presets::accounting_preset;
pub use profile::*;
pub use types::*;
pub use writer::*;

use crate::Page;
use crate::downloads::Download;
use crate::endpoint::Nothing;
use crate::number::BulkId;

endpoints! {
    /// Lists the accounting profiles of a bulk account.
    GetAccountingProfiles = Post "/portal/api/v1/Accounting/Profiles/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        reads(Accounting, Bills): Json (AccountingProfilesRequest) -> AccountingProfiles;
    /// Adds or changes an accounting profile.
    SaveAccountingProfile = Post "/portal/api/v1/Accounting/SaveProfile/{id}"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(DateInvalid, CostCentreUnknown, LedgerAccountInvalid, AccountingNameInvalid,
            AccountingNameTaken, AccountingProfilesTooMany, AccountingProfileNotFound, AccountingProfileChanged,
            AccountingColumnsRequired, AccountingColumnsTooMany, AccountingHeadingInvalid,
            AccountingHeadingRepeated, AccountingConstantInvalid, AccountingSourceInvalid, AccountingAmountMissing,
            AccountingNumberMissing, AccountingLedgerMissing, AccountingSeparatorInvalid, AccountingFileSizeInvalid,
            AccountingSupplierInvalid, AccountingChargeRepeated, AccountingChargesTooMany)
        changes(Accounting): Json (SaveAccountingProfileRequest) -> AccountingProfile;
    /// Removes an accounting profile that was never run.
    RemoveAccountingProfile = Post "/portal/api/v1/Accounting/RemoveProfile/{id}"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(AccountingProfileNotFound, AccountingProfileChanged, AccountingProfileWasRun)
        changes(Accounting): Json (RemoveAccountingProfileRequest) -> RemovedAccountingProfile;
    /// Returns the newest bills or payments with their codings, from which a profile is previewed.
    PreviewAccounting = Post "/portal/api/v1/Accounting/Preview/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        reads(Bills, Payments, Accounts, Groups): Json (AccountingPreviewRequest) -> AccountingSources;
    /// Returns what a real run would export now. Nothing is marked, and no file is made.
    PlanAccounting = Post "/portal/api/v1/Accounting/Plan/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        refuses(AmountTooLarge, AccountingProfileNotFound)
        heavy reads(Accounting, Bills, Payments, Accounts, Groups): Json (PlanAccountingRequest) -> AccountingPlan;
    /// Runs a profile. A real run marks what it exports, so that the next run exports only what is new or changed.
    RunAccounting = Post "/portal/api/v1/Accounting/Run/{id}"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(AmountTooLarge, TooManyDownloads, AccountingProfileNotFound, AccountingProfileChanged,
            AccountingChargeUnmapped, AccountingUncoded, AccountingValueTooLong, AccountingLettersLacking,
            AccountingMarksRefused, AccountingNothingNew, AccountingPlanChanged)
        once changes(Accounting, Downloads): Json (RunAccountingRequest) -> AccountingRunResult;
    /// Prepares the file of a run again, with the same bytes.
    RepeatAccountingRun = Post "/portal/api/v1/Accounting/Again"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        refuses(TooManyDownloads, AccountingRunNotFound)
        once changes(Downloads): Json (AccountingRunRequest) -> Download;
    /// Checks the e-mailed link to the file of a scheduled run. The token is sent in the body, never in an address.
    CheckAccountingLink = Post "/portal/api/v1/Accounting/CheckLink"
        for Public
        refuses(TooManyAttempts, LinkInvalid, AccountingRunNotFound)
        reads(): Json (AccountingLinkRequest) -> AccountingLinkFile;
    /// Returns the file of a scheduled run by its e-mailed link.
    OpenAccountingLink = Post "/portal/api/v1/Accounting/LinkFile"
        for Public
        refuses(TooManyAttempts, LinkInvalid, AccountingRunNotFound)
        gives(Csv, Text, Zip) reads(): File (AccountingLinkRequest) -> Nothing;
    /// Lists the runs of a bulk account, of one profile, or one run.
    GetAccountingRuns = Post "/portal/api/v1/Accounting/Runs/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        refuses(CursorInvalid, AccountingProfileNotFound)
        reads(Accounting): Json (AccountingRunsRequest) -> Page<AccountingRun>;
    /// Lists exported documents: of a run, of a bill or payment, or all.
    GetAccountingDocuments = Post "/portal/api/v1/Accounting/Documents/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        refuses(CursorInvalid, SearchTooShort, AccountingProfileNotFound)
        reads(Accounting): Json (AccountingDocumentsRequest) -> Page<ListedDocument>;
    /// Reads a workbook with the numbers that the accounting program gave to documents. Nothing is stored.
    UploadAccountingNumbers = Post "/portal/api/v1/Accounting/ReadNumbers/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        refuses(SheetNotXlsx, SheetDamaged, SheetEmpty, SheetUnpacksTooLarge, SheetHasMacros, SheetHasObjects,
            SheetHasFormula, SheetRowsHidden, SheetCellTooLong, SheetTooManyRows, AccountingProfileNotFound,
            AccountingNumbersRequired, AccountingNumbersTooMany, AccountingDocumentUnknown,
            AccountingDocumentRepeated, AccountingTheirNumberInvalid)
        reads(Accounting): Upload (AccountingNumbersRequest) -> ReadAccountingNumbers;
    /// Stores the numbers that the accounting program gave to documents: of all, or of none.
    SetAccountingNumbers = Post "/portal/api/v1/Accounting/SetNumbers/{id}"
        for Customer(Bill, Update) of(id) closed(WithoutAccount)
        refuses(AccountingProfileNotFound, AccountingNumbersRequired, AccountingNumbersTooMany,
            AccountingDocumentUnknown, AccountingDocumentRepeated, AccountingTheirNumberInvalid)
        changes(Accounting): Json (SetAccountingNumbersRequest) -> AccountingNumbersSet;
}

/// Seconds for which the link to the file of a scheduled run is valid.
pub const FILE_LINK_SECONDS: i64 = 7 * 24 * 3600;

lists! {
    /// The runs of accounting profiles.
    accountingRuns = GetAccountingRuns of AccountingRun {} export {
        profile_name, run_no, made_at, made_by, documents, reversals, lines, debit, credit, numbered
    }
    /// Documents that were exported to accounting.
    accountingDocuments = GetAccountingDocuments of ListedDocument {
        search => search,
        numbered => has_their_no,
    } export {
        profile_name, run_no, document_no, source_no, reverses, document_date, account_no, amount, is_current, their_no
    }
}

page_requests! {
    /// Asks for a page of runs, the newest first.
    pub struct AccountingRunsRequest {
        pub id: BulkId,
        /// Only runs of this profile.
        #[serde(default)]
        pub profile_id: Option<String>,
        /// Only the run with this number. Needs a profile.
        #[serde(default)]
        pub run_no: Option<i64>,
    }

    /// Asks for a page of exported documents, by run, in the order of their files.
    pub struct AccountingDocumentsRequest {
        pub id: BulkId,
        /// Only documents of this profile.
        #[serde(default)]
        pub profile_id: Option<String>,
        /// Only documents of the run with this number. Needs a profile.
        #[serde(default)]
        pub run_no: Option<i64>,
        /// Part of a document's number here or in the accounting program, or of the number of its invoice or payment.
        #[serde(default)]
        pub search: Option<String>,
        /// Documents with a number of the accounting program (true), or all others (false).
        #[serde(default)]
        pub has_their_no: Option<bool>,
        /// Only documents of this invoice or payment.
        #[serde(default)]
        pub source_no: Option<String>,
    }
}

#[cfg(test)]
mod tests;
