//! The settings as an operator reads them: payment methods, banks, limits.

use crate::payments::{Bank, PaymentMethod, Window};
use crate::{Instant, Money};

/// Declares the limits that screens name, each with its group and what it counts.
macro_rules! limits {
    ($($group:ident { $($(#[$doc:meta])* $name:ident $unit:ident,)* })*) => {
        wire! {
            /// What limits belong to.
            #[derive(Copy, Eq)]
            pub enum LimitGroup {
                $(#[doc = concat!("Limits of the group ", stringify!($group), ".")] $group,)*
            }

            /// A limit or a duration of the portal.
            #[derive(Copy, Eq)]
            pub enum LimitName {
                $($($(#[$doc])* $name,)*)*
            }
        }

        impl LimitName {
            /// Every one, group by group.
            pub const ALL: &[Self] = &[$($(Self::$name,)*)*];

            /// What it belongs to.
            #[must_use]
            pub const fn group(self) -> LimitGroup {
                match self { $($(Self::$name => LimitGroup::$group,)*)* }
            }

            /// What it counts.
            #[must_use]
            pub const fn unit(self) -> LimitUnit {
                match self { $($(Self::$name => LimitUnit::$unit,)*)* }
            }
        }
    };
}

limits! {
    Payments {
        /// Reference numbers of one payment.
        MaxReferences Count,
        /// The amount above which a second officer confirms.
        SecondOfficerAbove Amount,
        /// After how long a payment by FPX can be given up.
        GiveUpAfter Minutes,
    }
    Companies {
        /// People of one bulk account.
        MaxMembers Count,
        /// How long a company may take to answer.
        RegistrationAnswerDays Days,
        /// The size of a declaration.
        DeclarationSize Bytes,
        /// The size of a workbook of accounts.
        WorkbookSize Bytes,
        /// Its size once it is unpacked.
        WorkbookUnpackedSize Bytes,
        /// Accounts of one workbook.
        WorkbookRows Count,
    }
    Links {
        /// How long a link to activate is good.
        ActivationLink Hours,
        /// How long a link to set a password is good.
        ResetLink Minutes,
        /// How long an invitation is good.
        InvitationLink Days,
        /// After how long a silent session ends.
        IdleSession Minutes,
    }
    Statements {
        /// The periods that are offered.
        StatementMonths Months,
        /// How long a statement is kept.
        StatementDays Days,
        /// Statements that one person may ask for in an hour.
        StatementsPerPerson Count,
        /// Statements to one e-mail address of somebody else in an hour.
        StatementsPerRecipient Count,
        /// Statements of one bulk account that may wait.
        StatementsWaiting Count,
    }
    Visitors {
        /// Sign-ins from one address.
        SignInsPerAddress Count,
        /// Wrong passwords for one account from all networks.
        WrongPasswordsPerAccount Count,
        /// Registrations from one address.
        RegistrationsPerAddress Count,
        /// E-mails that one address may ask for.
        EmailsPerAddress Count,
        /// E-mails to one address that visitors may ask for.
        EmailsPerEmail Count,
        /// Links of one kind to one mailbox.
        LinksPerMailbox Count,
        /// Addresses and links that one network address may have looked up.
        ChecksPerAddress Count,
        /// Messages in the gateway's name that are not signed.
        UnsignedMessagesPerAddress Count,
    }
    People {
        /// Invitations that one person may send.
        InvitationsPerPerson Count,
        /// Invitations to one e-mail address.
        InvitationsPerEmail Count,
        /// E-mails to colleagues.
        ColleagueEmailsPerPerson Count,
        /// Declarations that one person may upload.
        UploadsPerPerson Count,
        /// Companies that one person may look up.
        CompaniesPerPerson Count,
        /// Accounts that one person may look up.
        AccountsPerPerson Count,
        /// Accounts that one person may have checked in lists.
        ListedAccountsPerPerson Count,
        /// Reads of one person at once.
        ReadsPerPerson Count,
        /// Changes by one person at the same time.
        WritesPerPerson Count,
    }
    Process {
        /// Files of many rows that are made at once.
        DocumentsAtOnce Count,
        /// Rows for refusals that are kept in an hour.
        SecurityEventsPerHour Count,
        /// How long security events are kept.
        SecurityEventDays Days,
        /// Connections to the database.
        DatabaseConnections Count,
        /// Open connections of one process.
        MaxConnections Count,
        /// Open connections from one address.
        MaxConnectionsPerAddress Count,
        /// How long a request's head may take.
        HeadTimeout Seconds,
        /// How long a connection may wait for its next request.
        IdleTimeout Seconds,
        /// How long a request's body may take.
        BodyTimeout Seconds,
        /// How long a client may take to read.
        WriteTimeout Seconds,
    }
}

wire! {
    /// What a limit counts.
    #[derive(Copy, Eq)]
    pub enum LimitUnit {
        /// Things.
        Count,
        /// Ringgit.
        Amount,
        /// Bytes.
        Bytes,
        /// Seconds.
        Seconds,
        /// Minutes.
        Minutes,
        /// Hours.
        Hours,
        /// Days.
        Days,
        /// Months, several of them with commas between.
        Months,
    }

    /// A limit with its value.
    pub struct PortalLimit {
        pub name: LimitName,
        pub group: LimitGroup,
        pub unit: LimitUnit,
        /// As a number, or several; none where there is no such limit.
        pub value: Option<String>,
        /// The environment variable that sets it; none where it is the same in every portal of this version.
        pub variable: Option<String>,
    }

    /// A payment method as it is offered.
    pub struct MethodSetting {
        pub payment_method: PaymentMethod,
        /// The least that it takes.
        pub least: Money,
        /// The most that it takes; none for no limit.
        pub most: Option<Money>,
        /// The window that it is closed in now, or will be closed in next.
        pub window: Option<Window>,
        /// It is closed now.
        pub is_closed: bool,
    }

    /// The settings as they are now.
    pub struct OperationSettings {
        pub methods: Vec<MethodSetting>,
        /// The bank gateway's banks, by name.
        pub banks: Vec<Bank>,
        /// When the gateway told of them; none before it was asked.
        pub banks_at: Option<Instant>,
        /// Whether this process has a mail server to send e-mails.
        pub has_mail_server: bool,
        pub limits: Vec<PortalLimit>,
        /// When this was read.
        pub as_of: Instant,
    }

    /// When a method is to be closed, as typed; all empty to open it again.
    #[derive(Default)]
    #[serde(default)]
    pub struct WindowForm {
        pub from_day: String,
        pub from_time: String,
        pub to_day: String,
        pub to_time: String,
    }

    /// A method is closed for some time, or opened again.
    pub struct SetMethodWindowRequest {
        pub payment_method: PaymentMethod,
        /// When it is to be closed; none to open it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub window: Option<WindowForm>,
        /// The window that the person saw.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub seen: Option<Window>,
    }
}
