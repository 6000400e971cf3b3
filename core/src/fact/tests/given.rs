//! Sample facts, one of each kind.

use super::super::{
    AccountState, AccountingFact, AccountsFact, ApplicationEvent, ApprovalFact, BillsFact, ChangedAccount,
    ColleagueFact, CompanyFact, CostCentreState, DownloadFact, ErasedFact, Fact, FactorRule, FailedAccount,
    FindingsFact, MailboxFact, MasterState, MemberState, NewMaster, OperationsFact, PaymentEvent, PaymentFact,
    PeopleFact, QueryFact, RecodedAccount, RegistrationFact, StaffState, StatementFact, ViewingFact, WebhookFact,
};
use crate::Language;
use crate::accounting::{AccountingDraft, AccountingPreset, AccountingStream, SuspenseAccount, accounting_preset};
use crate::accounts::AccountError;
use crate::announcements::{Announced, AnnouncementKind, InBoth, Placement};
use crate::approvals::{ApprovalLayer, ApprovalPolicy, ApprovalStep, ApproverGroup, ApproverMode, ProposalChange};
use crate::audit::{AuditRule, AuditSettings};
use crate::bills::{HeldBill, HoldCause};
use crate::costs::{CodingPart, CodingPeriod};
use crate::endpoint::Feature;
use crate::identity::sso::{SsoMode, SsoRule};
use crate::mailboxes::MailTopic;
use crate::number::{AccountNo, BatchId, InvoiceNo, TransactionNo};
use crate::payments::fpx::{AlertReason, LateWay};
use crate::payments::{PaymentMethod, PaymentState};
use crate::permission::{Permissions, Role};
use crate::personal_data::DataProtectionFact;
use crate::personal_data::breaches::BreachStep;
use crate::personal_data::requests::{DataRequestKind, DataRequestState};
use crate::queries::QueryKind;
use crate::registration::RegistrationStatus;
use crate::tokens::{TokenFact, TokenRefusal, TokenScope};
use crate::webhooks::{WebhookDisabledReason, WebhookEventType};
use crate::{Code, Day, Instant, Money};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

pub fn money(text: &str) -> Money {
    Money::parse(text).expect("an amount")
}

/// A bill that was chosen although a query about it was open.
fn held() -> HeldBill {
    let invoice_no = InvoiceNo::parse("400000000001").expect("an invoice");
    HeldBill { invoice_no, cause: HoldCause::Query, chosen_by: "Aina".into() }
}

/// A payment whose difference was found, answered and posted.
pub fn payments() -> Vec<PaymentFact> {
    let (state, begun) = PaymentState::begin(PaymentMethod::EftGiro, money("100.00"), vec!["A1".into(), "A2".into()]);
    let mut facts = vec![begun];
    let mut state = state;
    let account_no = AccountNo::parse("220000000001").expect("an account");
    let credited = account_no.clone();
    for event in [
        PaymentEvent::InsufficientRequested { missing: money("30.00"), paid: money("70.00") },
        PaymentEvent::DifferencePaid { difference: money("30.00"), reference: "B1".into() },
        PaymentEvent::OverpaymentRequested { excess: money("5.00"), paid: money("105.00") },
        PaymentEvent::CreditChosen { excess: money("5.00"), account_no },
        PaymentEvent::PaymentAccepted,
        PaymentEvent::PaymentPosted,
        // The test `a_payments_fact_has_the_figures_of_its_page` uses only the events before this line.
        PaymentEvent::LateProposed { amount: money("9.00"), fpx_txn_id: "26".into(), way: LateWay::Refund },
        PaymentEvent::LateRefunded { amount: money("9.00"), fpx_txn_id: "26".into(), reference: "R1".into() },
        PaymentEvent::LateToAccount { amount: money("9.00"), fpx_txn_id: "27".into(), account_no: credited },
    ] {
        let (after, fact) = state.apply_event(event).expect("a change");
        state = after;
        facts.push(fact);
    }
    facts.push(PaymentFact { held: vec![held()], ..facts[0].clone() });
    let (state, begun) = PaymentState::begin(PaymentMethod::Fpx, money("2.00"), Vec::new());
    facts.push(begun);
    for event in [
        PaymentEvent::FpxApproved,
        PaymentEvent::FpxPending,
        PaymentEvent::FpxDeclined { bank_code: Some("51".into()) },
        PaymentEvent::FpxFailed { bank_code: Some("1A".into()) },
        PaymentEvent::FpxExpired { bank_code: None },
        PaymentEvent::FpxGivenUp { bank_code: Some("76".into()) },
    ] {
        facts.push(state.apply_event(event).expect("a change").1);
    }
    let given_up = state.apply_event(PaymentEvent::FpxGivenUp { bank_code: None }).expect("a change").0;
    facts.push(given_up.apply_event(PaymentEvent::LateToBills { fpx_txn_id: "26".into() }).expect("a change").1);
    let (state, _) = PaymentState::begin(PaymentMethod::Cheque, money("2.00"), Vec::new());
    facts.push(state.apply_event(PaymentEvent::AcceptanceProposed).expect("a change").1);
    facts.push(state.apply_event(PaymentEvent::AcceptanceTurnedDown { remark: "No".into() }).expect("a change").1);
    facts
        .push(state.apply_event(PaymentEvent::PaymentRejected { remark: Some("bounced".into()) }).expect("a change").1);
    facts
}

fn applications() -> Vec<RegistrationFact> {
    use RegistrationStatus as R;
    let remark = Some("The street".to_owned());
    let day = Day::parse("2026-12-20").expect("a day");
    [
        (R::Unregistered, ApplicationEvent::RegistrationSubmitted { submission: 1, accounts: 3, terms_version: None }),
        (R::PendingApproval, ApplicationEvent::RegistrationApproved { submission: 1, remark: None }),
        (R::PendingApproval, ApplicationEvent::RegistrationInfoRequested { submission: 1, remark: remark.clone() }),
        (R::PendingApproval, ApplicationEvent::RegistrationRejected { submission: 1, remark: remark.clone() }),
        (R::RequestForInfo, ApplicationEvent::RegistrationClosed { submission: 1, remark }),
        (R::PendingApproval, ApplicationEvent::RegistrationWithdrawn),
        (R::RequestForInfo, ApplicationEvent::RegistrationReminded { until: day }),
        (R::RequestForInfo, ApplicationEvent::RegistrationLapsed { until: day }),
        (R::PostProcessing, ApplicationEvent::RegistrationFinished),
        (R::PostProcessing, ApplicationEvent::RegistrationFinishedWithErrors { errors: 2 }),
        (R::AcceptedWithError, ApplicationEvent::RegistrationPutRight),
    ]
    .into_iter()
    .map(|(before, event)| RegistrationFact::of(before, event).expect("a step"))
    .collect()
}

fn mailboxes() -> [MailboxFact; 6] {
    let topics = || vec![MailTopic::Remittance, MailTopic::DueBills];
    [
        MailboxFact::MailboxAdded { topics: topics(), language: Language::En },
        MailboxFact::MailboxLinkSent,
        MailboxFact::MailboxConfirmed { topics: topics() },
        MailboxFact::MailboxChanged {
            before: topics(),
            after: vec![MailTopic::FailedPayments, MailTopic::Findings],
            language: Language::Ms,
        },
        MailboxFact::MailboxStopped { topic: Some(MailTopic::DueBills) },
        MailboxFact::MailboxRemoved { topics: topics() },
    ]
}

fn webhooks() -> [WebhookFact; 7] {
    let webhook_id = || "11111111-1111-4111-8111-111111111111".to_owned();
    let events = || vec![WebhookEventType::PaymentPaid, WebhookEventType::BillsDue];
    [
        WebhookFact::WebhookCreated { webhook_id: webhook_id(), events: events() },
        WebhookFact::WebhookChanged {
            webhook_id: webhook_id(),
            before: events(),
            after: vec![WebhookEventType::PaymentFailed],
        },
        WebhookFact::WebhookDisabled { webhook_id: webhook_id(), reason: WebhookDisabledReason::Gone },
        WebhookFact::WebhookEnabled { webhook_id: webhook_id() },
        WebhookFact::WebhookSecretRotated {
            webhook_id: webhook_id(),
            until: Instant::parse("2026-12-01T04:00:00Z").expect("an instant"),
        },
        WebhookFact::WebhookReplayed { webhook_id: webhook_id(), events: 12 },
        WebhookFact::WebhookDeleted { webhook_id: webhook_id() },
    ]
}

fn tokens() -> [TokenFact; 5] {
    let token_id = || "7f3a".to_owned();
    let at = |text: &str| Instant::parse(text).expect("an instant");
    [
        TokenFact::ApiTokenCreated {
            token_id: token_id(),
            scopes: vec![TokenScope::BillsRead, TokenScope::PaymentsPropose],
            addresses: vec!["203.0.113.0/24".to_owned()],
            expires_at: at("2027-11-19T16:00:00Z"),
        },
        TokenFact::ApiTokenRotated {
            token_id: token_id(),
            expires_at: at("2027-11-19T16:00:00Z"),
            old_works_until: at("2026-11-21T04:00:00Z"),
        },
        TokenFact::ApiTokenRevoked { token_id: token_id() },
        TokenFact::ApiTokenRefused {
            token_id: token_id(),
            reason: TokenRefusal::Address,
            call: "GetOutstandingBills".to_owned(),
        },
        TokenFact::ApiTokenExpiring { token_id: token_id(), expires_at: at("2027-11-19T16:00:00Z") },
    ]
}

fn data_protection() -> [DataProtectionFact; 12] {
    let at = |text: &str| Instant::parse(text).expect("an instant");
    let due = day("2026-12-17");
    let ended = |outcome, by_person| DataProtectionFact::DataRequestEnded { outcome, by_person };
    let corrected = |commissioner_notified_at, cyber_notified_at| DataProtectionFact::BreachCorrected {
        version: 2,
        commissioner_notified_at,
        persons_notified_at: None,
        cyber_notified_at,
        cyber_particulars_at: None,
        cyber_supplement_at: None,
    };
    [
        DataProtectionFact::DataRequestMade { request: DataRequestKind::Access, due, by_staff: false },
        DataProtectionFact::DataRequestExtended { before: due, due: day("2026-12-31") },
        ended(DataRequestState::Answered, false),
        ended(DataRequestState::Refused, false),
        ended(DataRequestState::Withdrawn, true),
        DataProtectionFact::DataRequestDue { due, is_late: true },
        DataProtectionFact::BreachRecorded {
            commissioner_due: Some(at("2026-11-23T01:00:00Z")),
            is_cyber_incident: false,
        },
        corrected(Some(at("2026-11-21T01:00:00Z")), None),
        DataProtectionFact::BreachDue { step: BreachStep::Persons, due: at("2026-11-28T01:00:00Z"), is_late: false },
        DataProtectionFact::BreachRecorded { commissioner_due: None, is_cyber_incident: true },
        corrected(None, Some(at("2026-11-20T01:05:00Z"))),
        DataProtectionFact::BreachDue {
            step: BreachStep::CyberParticulars,
            due: at("2026-11-20T07:00:00Z"),
            is_late: false,
        },
    ]
}

/// Returns one fact of each kind.
#[expect(clippy::too_many_lines, reason = "one list with an entry for each kind")]
pub fn facts() -> Vec<Fact> {
    let text = |text: &str| text.to_owned();
    let list = || vec![text("220000000001")];
    let member = MemberState { nickname: None, role: Role::Member, permissions: Permissions::default() };
    let staff =
        StaffState { username: text("Goh"), nickname: None, mobile_no: None, role: Some(Role::Ict), bulk_id: None };
    let state = |reference: &str| AccountState { reference_id: Some(text(reference)), group_id: None };
    let before = MasterState {
        user_id: None,
        master: None,
        role: Role::Viewer,
        permissions: Permissions::default(),
        nickname: None,
    };
    let id = || text("b2f1");
    let changed = ChangedAccount { account_no: text("220000000001"), before: state("A"), after: state("B") };
    let company = [
        CompanyFact::RegistrationBegunAgain { registration_id: id(), before: id() },
        CompanyFact::BulkAccountMade { registration_id: id(), master: text("a@b.example"), accounts: 2 },
        CompanyFact::BulkProfileChanged { version: 2, changes: Vec::new() },
    ];
    let part = || CodingPart { code: text("P1"), share: 10_000, ledger_account: text("6100") };
    let accounts = [
        AccountsFact::AccountsAdded { accounts: 3 },
        AccountsFact::AccountsTriedAgain { accounts: list() },
        AccountsFact::AccountsForgotten { accounts: list() },
        AccountsFact::AccountsProcessed {
            tagged: list(),
            failed: vec![FailedAccount { account_no: text("220000000002"), error_type: AccountError::NotFound }],
            untagged: list(),
            changed: list(),
        },
        AccountsFact::AccountRemoved,
        AccountsFact::AccountsRemoved { accounts: list() },
        AccountsFact::AccountsChanged { accounts: vec![changed] },
        AccountsFact::GroupMade { group_id: id(), accounts: list() },
        AccountsFact::GroupRenamed { group_id: id(), before: text("North"), after: text("South") },
        AccountsFact::GroupDeleted { group_id: id(), accounts: list() },
        AccountsFact::AccountsGrouped { group_id: id(), accounts: list() },
        AccountsFact::AccountsUngrouped { group_id: id(), accounts: list() },
        AccountsFact::CostCentreSaved {
            before: None,
            after: CostCentreState { name: text("Plant 1"), is_active: true },
        },
        AccountsFact::CostCentreRemoved { before: CostCentreState { name: text("Plant 1"), is_active: false } },
        AccountsFact::AccountsCoded {
            accounts: vec![RecodedAccount {
                account_no: text("220000000001"),
                before: Vec::new(),
                after: vec![CodingPeriod { from: day("2026-01-01"), until: None, parts: vec![part()] }],
            }],
        },
        AccountsFact::GroupCoded { group_id: id(), before: Vec::new(), after: vec![part()] },
        AccountsFact::GuaranteeExpires {
            deposit_no: text("BG-1"),
            until: day("2026-12-25"),
            amount: Money::from_sen(500_000),
            bank: Some(text("Bank Utara")),
        },
    ];
    let people = [
        PeopleFact::Registered,
        PeopleFact::Activated,
        PeopleFact::LinkSent { link: Some(text("reset")) },
        PeopleFact::PasswordReset,
        PeopleFact::PasswordChanged,
        PeopleFact::ProfileChanged { before: serde_json::Map::new(), after: serde_json::Map::new() },
        PeopleFact::TermsAccepted { before: None, after: text("2026-11-01") },
        PeopleFact::SessionsEnded { devices: list() },
        PeopleFact::FactorAdded { factor: text("totp"), name: text("Authenticator app") },
        PeopleFact::FactorRemoved { factor: text("passkey"), name: text("Laptop") },
        PeopleFact::RecoveryCodesRenewed,
        PeopleFact::RecoveryCodeUsed { left: 9 },
        PeopleFact::FactorsReset,
        PeopleFact::FactorResetProposed { user_id: id(), remark: text("The telephone was stolen.") },
        PeopleFact::FactorResetConfirmed {
            user_id: id(),
            due_at: Instant::parse("2026-12-01T04:00:00Z").expect("an instant"),
            proposed_by: id(),
        },
        PeopleFact::FactorResetEnded { user_id: id(), remark: None },
        PeopleFact::PersonErasureProposed { user_id: id(), remark: text("The user asked for it.") },
        PeopleFact::PersonErased {
            user_id: id(),
            role: Some(Role::Member),
            proposed_by: Some(id()),
            facts: std::collections::BTreeMap::from([
                (text("ab12"), ErasedFact { actor: true, content: false, rest: None }),
                (text("cd34"), ErasedFact { actor: true, content: true, rest: Some(text("ef56")) }),
            ]),
        },
        PeopleFact::FactorRuleChanged {
            before: None,
            after: Some(FactorRule { roles: vec![Role::Master], from: Day::parse("2026-12-01").expect("a day") }),
        },
        PeopleFact::SsoChanged {
            before: None,
            after: SsoRule {
                mode: SsoMode::Required,
                issuer: text("https://login.sinar.example"),
                client_id: text("portal"),
            },
        },
        PeopleFact::SsoDomainChanged { domain: text("sinar.example"), before: Some(false), after: Some(true) },
        PeopleFact::SsoDomainMissing {
            domain: text("sinar.example"),
            lost_on: Day::parse("2026-12-10").expect("a day"),
        },
        PeopleFact::SsoDomainLost { domain: text("sinar.example") },
        PeopleFact::SsoLinked { issuer: text("https://login.sinar.example") },
        PeopleFact::SsoRefused {
            issuer: text("https://login.sinar.example"),
            reason: text("SsoClientRefused"),
            values: std::collections::BTreeMap::from([(text("error"), serde_json::json!("invalid_client"))]),
        },
        PeopleFact::BreakGlassUsed,
        PeopleFact::Invited { user_id: id(), member: member.clone() },
        PeopleFact::InvitationSentAgain,
        PeopleFact::InvitationWithdrawn { user_id: id(), before: member.clone() },
        PeopleFact::InvitationAccepted { role: Role::Member, permissions: Permissions::default() },
        PeopleFact::MemberChanged { user_id: id(), before: member.clone(), after: member.clone() },
        PeopleFact::MemberRemoved { user_id: id(), before: member },
        PeopleFact::MasterTransferred {
            before,
            after: NewMaster { user_id: id(), master: text("a@b.example"), nickname: None },
        },
        PeopleFact::StaffAdded { user_id: id(), after: staff.clone(), proposed_by: None },
        PeopleFact::StaffChanged {
            user_id: id(),
            before: staff.clone(),
            after: staff.clone(),
            proposed_by: Some(id()),
        },
        PeopleFact::UserDeleted { user_id: id(), before: staff },
    ];
    let mut facts: Vec<Fact> = payments().into_iter().map(Fact::Payment).collect();
    facts.extend(applications().into_iter().map(Fact::Registration));
    facts.extend(company.map(Fact::Company));
    facts.extend(mailboxes().map(Fact::Mailbox));
    facts.extend(webhooks().map(Fact::Webhook));
    facts.extend(tokens().map(Fact::Token));
    facts.extend(data_protection().map(Fact::DataProtection));
    facts.extend(accounts.map(Fact::Accounts));
    facts.extend(people.map(Fact::People));
    let colleagues = [
        ColleagueFact::InstructionsSent { to: text("a@b.example"), amount: money("30.00") },
        ColleagueFact::ApprovalReminded { to: list() },
        ColleagueFact::SelectionSent { to: text("a@b.example"), bills: 3, total: money("30.00") },
    ];
    facts.extend(colleagues.map(Fact::Colleague));
    let statements = [
        StatementFact::StatementRequested { statement_id: id(), months: 3, email: Some(text("a@b.example")) },
        StatementFact::StatementReady { statement_id: id(), months: 1, emails: list() },
        StatementFact::StatementFailed { statement_id: id(), months: 3 },
    ];
    facts.extend(statements.map(Fact::Statement));
    facts.extend(
        [DownloadFact::DownloadReady { download_id: id() }, DownloadFact::DownloadFailed { download_id: id() }]
            .map(Fact::Download),
    );
    facts.push(
        BillsFact::BillsFallDue { due: Day::parse("2026-12-01").expect("a day"), bills: 3, total: money("30.00") }
            .into(),
    );
    let batch_id = BatchId::parse("2800000001").expect("a batch");
    facts.push(BillsFact::BillsIssued { batch_id, bills: 3 }.into());
    let invoice_nos = vec![InvoiceNo::parse("510000000001").expect("an invoice")];
    facts.push(BillsFact::BillsSettled { invoice_nos, is_paid: true }.into());
    facts.extend(findings());
    facts.extend(queries().map(Fact::Query));
    facts.extend(approvals().map(Fact::Approval));
    facts.extend(accounting());
    facts.extend(of_staff());
    facts
}

/// Facts about exports to accounting.
fn accounting() -> Vec<Fact> {
    let text = ToOwned::to_owned;
    let draft = || {
        let draft = accounting_preset(AccountingPreset::Journal, AccountingStream::Payments);
        let suspense = Some(SuspenseAccount { ledger_account: text("9999"), cost_centre: Some(text("HQ")) });
        Box::new(AccountingDraft { name: text("Books"), suspense, ..draft })
    };
    let profile_id = || text("b2f1");
    [
        AccountingFact::AccountingProfileSaved { profile_id: profile_id(), version: 1, before: None, after: draft() },
        AccountingFact::AccountingProfileSaved {
            profile_id: profile_id(),
            version: 2,
            before: Some(draft()),
            after: draft(),
        },
        AccountingFact::AccountingProfileRemoved { profile_id: profile_id(), before: draft() },
        AccountingFact::AccountingRunMade {
            profile_id: profile_id(),
            version: 2,
            run_no: 17,
            documents: 3,
            reversals: 1,
            debit: money("30.00"),
        },
        AccountingFact::AccountingRunRefused { profile_id: profile_id(), code: Code::AccountingUncoded },
        AccountingFact::AccountingNumbersSet { profile_id: profile_id(), documents: 2 },
    ]
    .map(Fact::Accounting)
    .into()
}

/// Facts about findings of the bill audit.
fn findings() -> Vec<Fact> {
    let text = ToOwned::to_owned;
    let settings = || Box::new(AuditSettings::default());
    let account_no = || text("220000000001");
    [
        FindingsFact::FindingsFound { batch_id: text("B1"), findings: 3, bills: 2, at_stake: money("30.00") },
        FindingsFact::FindingsDismissed { finding_ids: vec![text("b2f1")], reason: text("The site was closed") },
        FindingsFact::FindingsReopened { finding_ids: vec![text("b2f1")], reason: None },
        FindingsFact::RuleMuted {
            account_no: account_no(),
            rule: AuditRule::ZeroUse,
            until: Day::parse("2026-12-31").expect("a day"),
            reason: text("The site is empty"),
        },
        FindingsFact::RuleUnmuted { account_no: account_no(), rule: AuditRule::ZeroUse },
        FindingsFact::AuditSettingsChanged { before: settings(), after: settings() },
        FindingsFact::BatchWaits { bills: 40, flagged_bills: 6, limit: 5 },
        FindingsFact::BatchReleaseProposed { bills: 40, flagged_bills: 6, reason: text("The cold month") },
        FindingsFact::BatchReleaseTurnedDown { bills: 40, flagged_bills: 6, reason: text("The readings are wrong") },
        FindingsFact::BatchReleased { bills: 40, flagged_bills: 6, reason: Some(text("The cold month")) },
        FindingsFact::BatchReleased { bills: 40, flagged_bills: 1, reason: None },
    ]
    .map(Fact::Findings)
    .into()
}

/// Facts of an approval policy and of proposals.
fn approvals() -> impl Iterator<Item = ApprovalFact> {
    let text = ToOwned::to_owned;
    let total = || money("30.00");
    let day = |day: &str| Day::parse(day).expect("a day");
    let policy = |layers: Vec<ApprovalLayer>| {
        let approver_groups = vec![ApproverGroup { name: text("Finance"), user_ids: vec![text("b2f1")] }];
        Box::new(ApprovalPolicy { approver_groups, layers })
    };
    let layer = || {
        let step =
            ApprovalStep { mode: ApproverMode::All, user_ids: vec![text("c3d2")], groups: vec![text("Finance")] };
        ApprovalLayer { group_id: None, from: money("1000.00"), largest_bill_from: Some(total()), steps: vec![step] }
    };
    let change = ProposalChange {
        invoice_no: InvoiceNo::parse("400000000001").expect("an invoice"),
        reason: Code::BillAmountChanged,
        proposed: total(),
        amount: Some(money("31.00")),
    };
    let transaction_no = TransactionNo::parse("P2611240000001").expect("a payment");
    let facts = [
        ApprovalFact::PolicyProposed { version: 2, policy: policy(vec![layer()]) },
        ApprovalFact::PolicySet { version: 1, policy: policy(vec![layer()]), proposed_by: None },
        ApprovalFact::PolicySet { version: 2, policy: policy(Vec::new()), proposed_by: Some(text("Aina")) },
        ApprovalFact::PolicyTurnedDown { version: 2, is_withdrawn: true },
        ApprovalFact::PolicyTurnedDown { version: 2, is_withdrawn: false },
        ApprovalFact::ApprovalDelegated {
            to_user_id: text("b2f1"),
            to_name: text("Badrul"),
            from: day("2026-12-01"),
            until: day("2026-12-05"),
        },
        ApprovalFact::DelegationEnded { to_name: text("Badrul") },
        ApprovalFact::ProposalMade {
            total: total(),
            bills: 3,
            hash: text("ab12"),
            policy_version: 2,
            steps: 2,
            held: Vec::new(),
        },
        ApprovalFact::ProposalApproved {
            total: total(),
            step: 1,
            steps: 2,
            in_place_of: Some(text("Chong")),
            remark: Some(text("Checked")),
            is_last: false,
        },
        ApprovalFact::ProposalApproved {
            total: total(),
            step: 2,
            steps: 2,
            in_place_of: None,
            remark: None,
            is_last: true,
        },
        ApprovalFact::ProposalRefused { total: total(), step: 1, in_place_of: None, reason: text("Too high") },
        ApprovalFact::ProposalWithdrawn { total: total(), reason: None, proposed_by: None },
        ApprovalFact::ProposalReleased { total: total(), hash: text("ab12"), transaction_no },
        ApprovalFact::ProposalVoided { total: total(), changed: 1, changes: vec![change] },
        ApprovalFact::ProposalLapsed { total: total() },
        ApprovalFact::ProposalReleaseDue { total: total(), is_approved: true },
        ApprovalFact::ProposalReleaseDue { total: total(), is_approved: false },
        ApprovalFact::ProposalReminded { total: total(), step: 1, due: None },
        ApprovalFact::ProposalReminded { total: total(), step: 1, due: Some(day("2026-12-01")) },
        ApprovalFact::ProposalMade {
            total: total(),
            bills: 3,
            hash: text("ab12"),
            policy_version: 2,
            steps: 2,
            held: vec![held()],
        },
        ApprovalFact::ProposalWithdrawn {
            total: total(),
            reason: Some(text("Aina has left")),
            proposed_by: Some(text("Aina")),
        },
    ];
    facts.into_iter()
}

/// Facts of a query about a bill.
fn queries() -> impl Iterator<Item = QueryFact> {
    let corrected = |number: &str| QueryFact::QueryBillCorrected {
        corrected: InvoiceNo::parse(number).expect("an invoice"),
        before: money("100.00"),
        after: money("90.00"),
    };
    let facts = [
        QueryFact::QueryOpened { about: QueryKind::Reading, amount: money("100.00"), others: Vec::new() },
        QueryFact::QueryOpened {
            about: QueryKind::Amount,
            amount: money("300.00"),
            others: [2, 3].map(|last| InvoiceNo::parse(&format!("40000000000{last}")).expect("an invoice")).to_vec(),
        },
        QueryFact::QueryFileAdded { name: "meter.jpg".to_owned(), by_staff: false },
        QueryFact::QueryAssigned { to: Some("Goh".to_owned()) },
        QueryFact::QueryAssigned { to: None },
        QueryFact::QueryAnswered { case_no: Some("C-1".to_owned()), others: 0 },
        QueryFact::QueryAnswered { case_no: None, others: 0 },
        QueryFact::QueryAnswered { case_no: Some("C-2".to_owned()), others: 1 },
        QueryFact::QueryReplied { is_reopened: true },
        QueryFact::QueryReplied { is_reopened: false },
        QueryFact::QueryFileAdded { name: "reading.pdf".to_owned(), by_staff: true },
        QueryFact::QueryAccepted { others: 0 },
        QueryFact::QueryAccepted { others: 2 },
        QueryFact::QueryClosed { others: 0 },
        QueryFact::QueryClosed { others: 1 },
        QueryFact::QueryWithdrawn { others: 0 },
        QueryFact::QueryWithdrawn { others: 2 },
        QueryFact::QueryBillLeft { left: InvoiceNo::parse("400000000002").expect("an invoice") },
        corrected("400000000001"),
        corrected("400000000002"),
    ];
    facts.into_iter()
}

/// Facts about staff in customer view mode, and about operators.
fn of_staff() -> Vec<Fact> {
    let text = ToOwned::to_owned;
    let entered_at = crate::Day::parse("2026-11-22").expect("a day").begins();
    let viewings = [
        ViewingFact::CustomerViewEntered { by: text("a@b.example") },
        ViewingFact::CustomerViewLeft { by: text("a@b.example"), entered_at },
        ViewingFact::CustomerViewEnded { by: text("a@b.example"), entered_at },
    ];
    let window = crate::payments::Window { from: entered_at, to: entered_at.plus_seconds(3600) };
    let said = |said: &str| InBoth { en: text(said), ms: text(said) };
    let announced = Box::new(Announced {
        kind: AnnouncementKind::TariffUpgrade,
        placement: Placement::Everywhere,
        title: said("Tariff upgrade"),
        text: said("Some functions are not available"),
        services: Some(said("Groups")),
        shown_from: entered_at,
        from: entered_at,
        to: Some(window.to),
        returns_at: None,
        freezes: vec![Feature::Groups],
    });
    let operations = [
        OperationsFact::JobRetried {
            job: crate::operations::JobKind::PostPayment,
            attempts: 25,
            error_code: Some(text("23505")),
        },
        OperationsFact::EmailSentAgain { attempts: 10, error: None },
        OperationsFact::MethodWindowSet { before: None, after: Some(window) },
        OperationsFact::MethodWindowSet { before: Some(window), after: None },
        OperationsFact::FpxAlertSettled {
            reason: AlertReason::AnswerCode,
            value: text("XW"),
            remark: text("Clock set."),
        },
        OperationsFact::BankLineDeclaredOther {
            day: Day::parse("2026-11-20").expect("a day"),
            amount: Money::from_sen(150_000),
            other: text("november.csv 4"),
            transaction_no: TransactionNo::parse("P2611200000001").ok(),
            reason: text("Two invoices of the same amount."),
        },
        OperationsFact::AnnouncementWritten { after: announced.clone() },
        OperationsFact::AnnouncementChanged { before: announced.clone(), after: announced.clone() },
        OperationsFact::AnnouncementWithdrawn { before: announced },
    ];
    let user_id = || "00000000-0000-0000-0000-000000000001".to_owned();
    let proposals = [
        PeopleFact::StaffProposed { user_id: user_id(), before: None, after: Role::PccrAdmin },
        PeopleFact::StaffProposalTurnedDown {
            user_id: user_id(),
            before: Some(Role::Ict),
            after: Role::PccrAdmin,
            remark: text("Not one of us."),
        },
    ];
    let facts = viewings.map(Fact::Viewing).into_iter().chain(operations.map(Fact::Operations));
    facts.chain(proposals.map(Fact::People)).collect()
}
