//! What lists of accounts are ordered by.

orders! {
    /// What a list of accounts is ordered by.
    pub enum AccountSortBy {
        /// The account's number.
        AccountNo,
        /// The customer's own name for it.
        ReferenceId,
        /// Its group's name.
        GroupName,
        /// Whether it is supplied.
        IsActive descending,
        /// What can be paid for it now.
        AmountPayable descending,
    }

    /// What a list of accounts that wait or could not be taken is ordered by.
    pub enum PendingSortBy {
        /// The account's number.
        AccountNumber,
        /// When it was asked for.
        RequestedAt descending,
        /// What it waits for, or why it could not be taken.
        Status,
    }

    /// What the same list of all bulk accounts is ordered by.
    pub enum AllPendingSortBy {
        /// When it was asked for.
        RequestedAt descending,
        /// The account's number.
        AccountNumber,
        /// The company's name.
        CompanyName,
    }

    /// What the list of bulk accounts is ordered by.
    pub enum BulkAccountSortBy {
        /// The company's name.
        CompanyName,
        /// The bulk account's number.
        BulkId,
        /// How many accounts.
        TotalAccounts descending,
        /// How many people.
        TotalUsers descending,
        /// What can be paid now.
        AmountPayable descending,
        /// When it was opened.
        CreatedAt descending,
    }
}
