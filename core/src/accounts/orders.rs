//! The orders of lists of accounts.

orders! {
    /// The orders of a list of accounts.
    pub enum AccountSortBy {
        /// By account number.
        AccountNo,
        /// By the customer's own name for the account.
        ReferenceId,
        /// By the name of its group.
        GroupName,
        /// By whether the account is supplied.
        IsActive descending,
        /// By the amount that can be paid now.
        AmountPayable descending,
    }

    /// The orders of a bulk account's list of queued and failed accounts.
    pub enum PendingSortBy {
        /// By account number.
        AccountNumber,
        /// By the time of the request.
        RequestedAt descending,
        /// By the queued change or the error.
        Status,
    }

    /// The orders of the same list for all bulk accounts.
    pub enum AllPendingSortBy {
        /// By the time of the request.
        RequestedAt descending,
        /// By account number.
        AccountNumber,
        /// By the company's name.
        CompanyName,
    }

    /// The orders of the list of bulk accounts.
    pub enum BulkAccountSortBy {
        /// By the company's name.
        CompanyName,
        /// By the bulk account's number.
        BulkId,
        /// By the number of electricity accounts.
        TotalAccounts descending,
        /// By the number of users.
        TotalUsers descending,
        /// By the amount that can be paid now.
        AmountPayable descending,
        /// By the time of creation.
        CreatedAt descending,
    }
}
