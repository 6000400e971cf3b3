//! Profiles of exports to accounting, and their preview. A package of its own, because only the pages about accounting use it.

use gridbill_core::Language;
use gridbill_core::accounting::{
    self, AccountingDraft, AccountingNeeds, AccountingPreset, AccountingPreview, AccountingSource, AccountingStream,
    ColumnSource,
};

use crate::rule::{Checked, List, checked};

rules! {
    /// Returns a new profile with the definition of a preset, without a name, accounts and supplier.
    accountingPreset(preset: AccountingPreset, stream: AccountingStream) -> AccountingDraft =
        accounting::accounting_preset(preset, stream);
    /// Returns the presets that have a definition for the stream.
    accountingPresets(stream: AccountingStream) -> Vec<AccountingPreset> =
        AccountingPreset::ALL.iter().copied().filter(|preset| preset.is_of(stream)).collect();
    /// Returns the values that columns can have. `isDocument` asks for those of a document's own record.
    columnSources(stream: AccountingStream, isDocument: bool) -> Vec<ColumnSource> =
        accounting::column_sources(stream, isDocument);
    /// Returns which of the company's own codes the files of a profile contain.
    accountingNeeds(draft: AccountingDraft) -> AccountingNeeds = draft.needs();
    /// Checks a profile, and returns it as it is stored. `known` has the codes of the active cost centres. Fields: `name`,
    /// `lineColumns.0.heading`, `suspense.ledgerAccount` and so on.
    checkAccountingProfile(draft: AccountingDraft, known: List<String>, language: Language) -> Checked<AccountingDraft> =
        checked(accounting::check_accounting_profile(&draft, &known.into_iter().collect()), language);
    /// Makes the documents and files of a profile from some bills or payments.
    previewAccounting(draft: AccountingDraft, sources: List<AccountingSource>, language: Language) -> Checked<AccountingPreview> =
        checked(accounting::preview_accounting(&draft, &draft.name, &sources), language);
}
