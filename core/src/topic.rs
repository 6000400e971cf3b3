//! Topics: the parts of the data that calls read and change. A page reads its data again when a topic changes.

wire! {
    /// A part of the portal's data. Each endpoint's line says which topics it reads or changes.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    pub enum Topic {
        /// Bills and the amounts owed.
        Bills,
        /// Queries about bills.
        Queries,
        /// Findings of the bill audit, its thresholds and muted rules.
        Findings,
        /// Payments and their history.
        Payments,
        /// Approval policies, delegations and proposals.
        Approvals,
        /// Profiles, runs and documents of exports to accounting.
        Accounting,
        /// The bank gateway: its banks, its alerts and the gateway's answers about payments.
        Gateway,
        /// Uploaded statements of the utility's bank accounts.
        BankStatements,
        /// Requested statements of account.
        Statements,
        /// Electricity accounts: those in bulk accounts, those being added or removed, and the utility's records of
        /// them.
        Accounts,
        Groups,
        /// Companies and their contacts.
        Company,
        /// The users of a bulk account.
        Team,
        /// Business users of all customers.
        Users,
        /// The utility's staff users.
        Staff,
        /// Applications for a bulk account.
        Registrations,
        /// Requests about personal data, and personal data breaches.
        PersonalData,
        /// The signed-in user and what they may do.
        Profile,
        /// The user's preferences.
        Preferences,
        /// The user's sessions.
        Sessions,
        /// Saved views of lists.
        Views,
        /// Files that are prepared or stored for the user.
        Downloads,
        /// The user's notifications.
        Notifications,
        /// How the portal runs: operators' actions on jobs and e-mails, feed files, closed payment methods.
        Operations,
        /// Announcements and the features that they freeze.
        Announcements,
    }
}

impl Topic {
    /// Whether the topic is private to one user, so that no other user is notified of a change.
    #[must_use]
    pub const fn is_private(self) -> bool {
        matches!(self, Self::Preferences | Self::Sessions | Self::Downloads | Self::Notifications)
    }

    /// Every topic.
    pub const ALL: &[Self] = &[
        Self::Bills,
        Self::Queries,
        Self::Findings,
        Self::Payments,
        Self::Approvals,
        Self::Accounting,
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
        Self::PersonalData,
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
    /// A message of the live stream: data that the page may show has changed. It contains neither the owner of the data
    /// nor the changed values.
    #[derive(Default)]
    pub struct Changed {
        /// The topics that may have changed.
        pub topics: Vec<Topic>,
        /// In addition, the changes made by calls of the stream's own session. The page that made such a call has
        /// already read them.
        pub own: Vec<OwnChange>,
    }

    /// The topics that one call changed.
    pub struct OwnChange {
        /// The `X-Request-Id` of the call's answer.
        pub call: String,
        /// The topics that may have changed.
        pub topics: Vec<Topic>,
    }
}
