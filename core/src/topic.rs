//! What calls read and change, so that whatever is shown is read again when it changed.

wire! {
    /// A part of what the portal knows. Each endpoint's line says which of them it reads or changes.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    pub enum Topic {
        /// Bills, and what is owed.
        Bills,
        /// Payments, and what happened to them.
        Payments,
        /// What is known of the bank gateway: its banks, its alerts, how its payments stand with it.
        Gateway,
        /// Statements of the utility's bank accounts that were uploaded.
        BankStatements,
        /// Statements of account that were requested.
        Statements,
        /// Electricity accounts: those of bulk accounts, those on the way in or out, and the utility's records of them.
        Accounts,
        /// Groups of electricity accounts.
        Groups,
        /// Companies with their contacts.
        Company,
        /// The people of a bulk account.
        Team,
        /// Business users of all customers.
        Users,
        /// The utility's own people.
        Staff,
        /// Applications for a bulk account.
        Registrations,
        /// Who is signed in, with what they may do.
        Profile,
        /// What somebody prefers.
        Preferences,
        /// Where somebody is signed in.
        Sessions,
        /// Saved views of lists.
        Views,
        /// Files that are made or kept for somebody.
        Downloads,
        /// What somebody is told of.
        Notifications,
        /// How the portal runs: what an operator did with jobs and e-mails, files of the feed, closed payment methods.
        Operations,
        /// What is announced, and what it freezes.
        Announcements,
    }
}

impl Topic {
    /// Whether it is a person's own: nobody else hears of it.
    #[must_use]
    pub const fn is_own(self) -> bool {
        matches!(self, Self::Preferences | Self::Sessions | Self::Downloads | Self::Notifications)
    }

    /// Every topic.
    pub const ALL: &[Self] = &[
        Self::Bills,
        Self::Payments,
        Self::Gateway,
        Self::BankStatements,
        Self::Statements,
        Self::Accounts,
        Self::Groups,
        Self::Company,
        Self::Team,
        Self::Users,
        Self::Staff,
        Self::Registrations,
        Self::Profile,
        Self::Preferences,
        Self::Sessions,
        Self::Views,
        Self::Downloads,
        Self::Notifications,
        Self::Operations,
        Self::Announcements,
    ];
}

wire! {
    /// Something changed that the page may show, as the live stream tells it: never of whom, and never what.
    #[derive(Default)]
    pub struct Changed {
        /// What may be different now.
        pub topics: Vec<Topic>,
        /// What calls of the stream's own session changed beside that. The page that made one has read it already.
        pub own: Vec<OwnChange>,
    }

    /// What one call changed.
    pub struct OwnChange {
        /// The `X-Request-Id` of its answer.
        pub call: String,
        /// What may be different by it.
        pub topics: Vec<Topic>,
    }
}
