//! The settings that operators see: payment methods, banks, limits.

use crate::payments::{Bank, PaymentMethod, Window};
use crate::{Instant, Money};

/// Declares the limits that screens show, each with its group and unit.
macro_rules! limits {
    ($($group:ident { $($(#[$doc:meta])* $name:ident $unit:ident,)* })*) => {
        wire! {
            /// A group of limits.
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
            /// Every limit, group by group.
            pub const ALL: &[Self] = &[$($(Self::$name,)*)*];

            /// Returns the limit's group.
            #[must_use]
            pub const fn group(self) -> LimitGroup {
                match self { $($(Self::$name => LimitGroup::$group,)*)* }
            }

            /// Returns the unit of the limit's value.
            #[must_use]
            pub const fn unit(self) -> LimitUnit {
                match self { $($(Self::$name => LimitUnit::$unit,)*)* }
            }
        }
    };
}

limits! {
    Payments {
        /// Maximum reference numbers of a payment.
        MaxReferences Count,
        /// The amount above which a second officer must confirm an acceptance.
        SecondOfficerAbove Amount,
        /// The time from the start of an FPX payment until it can be cancelled.
        GiveUpAfter Minutes,
    }
    Companies {
        /// Maximum users of a bulk account.
        MaxMembers Count,
        /// How long a company has to answer a request for information.
        RegistrationAnswerDays Days,
        /// Maximum size of a declaration.
        DeclarationSize Bytes,
        /// Maximum size of a workbook of accounts.
        WorkbookSize Bytes,
        /// Maximum size of a workbook after decompression.
        WorkbookUnpackedSize Bytes,
        /// Maximum accounts in a workbook.
        WorkbookRows Count,
    }
    Links {
        /// How long an activation link is valid.
        ActivationLink Hours,
        /// How long a password reset link is valid.
        ResetLink Minutes,
        /// How long an invitation is valid.
        InvitationLink Days,
        /// How long a session may be idle before it ends.
        IdleSession Minutes,
    }
    Statements {
        /// The periods on offer for statements.
        StatementMonths Months,
        /// How long a statement is stored.
        StatementDays Days,
        /// Statements that one user may request in an hour.
        StatementsPerPerson Count,
        /// Statements that may be sent to the same e-mail address of another person in an hour.
        StatementsPerRecipient Count,
        /// Maximum queued statements of a bulk account.
        StatementsWaiting Count,
    }
    Visitors {
        /// Sign-ins from one network address.
        SignInsPerAddress Count,
        /// Wrong passwords for one account, from all networks together.
        WrongPasswordsPerAccount Count,
        /// Registrations from one network address.
        RegistrationsPerAddress Count,
        /// E-mails that one network address may ask for.
        EmailsPerAddress Count,
        /// E-mails that visitors may ask for to one e-mail address.
        EmailsPerEmail Count,
        /// Links of one kind to one mailbox.
        LinksPerMailbox Count,
        /// Checks of e-mail addresses and links by one network address.
        ChecksPerAddress Count,
        /// Unsigned messages in the gateway's name from one network address.
        UnsignedMessagesPerAddress Count,
    }
    People {
        /// Invitations that one user may send.
        InvitationsPerPerson Count,
        /// Invitations to one e-mail address.
        InvitationsPerEmail Count,
        /// E-mails to colleagues by one user.
        ColleagueEmailsPerPerson Count,
        /// Files that one user may upload.
        UploadsPerPerson Count,
        /// Queries about bills that one user may open in an hour.
        QueriesPerPerson Count,
        /// Messages that one user may add to queries in an hour.
        QueryMessagesPerPerson Count,
        /// Companies that one user may look up.
        CompaniesPerPerson Count,
        /// Accounts that one user may look up.
        AccountsPerPerson Count,
        /// Accounts that one user may check in lists.
        ListedAccountsPerPerson Count,
        /// Concurrent reads of one user.
        ReadsPerPerson Count,
        TokenCallsPerMinute Count,
        /// Concurrent changes of one user.
        WritesPerPerson Count,
    }
    Process {
        /// Large files that are prepared at the same time.
        DocumentsAtOnce Count,
        /// Security events for refusals that are stored in an hour.
        SecurityEventsPerHour Count,
        /// How long security events are stored.
        SecurityEventDays Days,
        /// Maximum connections to the database.
        DatabaseConnections Count,
        /// Maximum open connections of one process.
        MaxConnections Count,
        /// Maximum open connections from one network address.
        MaxConnectionsPerAddress Count,
        /// How long a client may take to send a request's head.
        HeadTimeout Seconds,
        /// How long a connection may be idle between requests.
        IdleTimeout Seconds,
        /// How long a client may take to send a request's body.
        BodyTimeout Seconds,
        /// How long a client may take to read the answer.
        WriteTimeout Seconds,
    }
}

wire! {
    /// The unit of a limit.
    #[derive(Copy, Eq)]
    pub enum LimitUnit {
        /// A number of items.
        Count,
        /// Ringgit.
        Amount,
        Bytes,
        Seconds,
        Minutes,
        Hours,
        Days,
        /// Months; several are separated by commas.
        Months,
    }

    /// A limit with its value.
    pub struct PortalLimit {
        pub name: LimitName,
        pub group: LimitGroup,
        pub unit: LimitUnit,
        /// One number or several; none if there is no limit.
        pub value: Option<String>,
        /// The environment variable that sets it; none if it cannot be configured.
        pub variable: Option<String>,
    }

    /// A payment method and its availability.
    pub struct MethodSetting {
        pub payment_method: PaymentMethod,
        /// The minimum amount.
        pub least: Money,
        /// The maximum amount; none if there is no maximum.
        pub most: Option<Money>,
        /// The current closure, or the next one.
        pub window: Option<Window>,
        /// Whether it is closed now.
        pub is_closed: bool,
    }

    /// The current settings.
    pub struct OperationSettings {
        pub methods: Vec<MethodSetting>,
        /// The gateway's banks, by name.
        pub banks: Vec<Bank>,
        /// When the gateway sent the list; none before the first request.
        pub banks_at: Option<Instant>,
        /// Whether this process has a mail server to send e-mails with.
        pub has_mail_server: bool,
        pub limits: Vec<PortalLimit>,
        /// When the settings were read.
        pub as_of: Instant,
    }

    /// The planned closure of a method, as typed. All fields are empty to open it again.
    #[derive(Default)]
    #[serde(default)]
    pub struct WindowForm {
        pub from_day: String,
        pub from_time: String,
        pub to_day: String,
        pub to_time: String,
    }

    /// Closes a method for some time, or opens it again.
    pub struct SetMethodWindowRequest {
        pub payment_method: PaymentMethod,
        /// The closure; none to open the method.
        #[serde(default)]
        pub window: Option<WindowForm>,
        /// The closure that the operator saw.
        #[serde(default)]
        pub seen: Option<Window>,
    }
}
