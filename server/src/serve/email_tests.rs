//! Tests of properties that all e-mails of the portal share.

use std::sync::LazyLock;

use clap::Parser as _;
use gridbill_core::fact::PeopleFact;
use gridbill_core::mailboxes::MailTopic;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::payments::VirtualAccount;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::{Day, Instant, Language, Money};
use uuid::Uuid;

use crate::colleagues::email::ColleagueEmail;
use crate::config::Utility;
use crate::downloads::accounting_links::FileLinkEmail;
use crate::identity::email::IdentityEmail;
use crate::mail::{Email, RenderedEmail, StopLink, To, Writer};
use crate::mailboxes::email::ConfirmationEmail;
use crate::registration::email::RegistrationEmail;
use crate::staff::email::{StaffActivation, StaffRoleChanged};
use crate::statements::email::{StatementEmail, StatementOutcome};
use crate::team::email::TeamEmail;

const STOP: &str = "https://portal.example/account/stopEmails#a-token_2";
const LINK: &str = "https://portal.example/account/activate#a-token_1";

static ACCOUNT: LazyLock<VirtualAccount> = LazyLock::new(|| VirtualAccount {
    virtual_account_no: "98883000000001".to_owned(),
    bank_name: "Bank Contoh Berhad".to_owned(),
    account_holder: "Tenaga & Sons".to_owned(),
});

static ACCOUNT_NO: LazyLock<AccountNo> = LazyLock::new(|| AccountNo::parse("220000000001").unwrap());

static BULK_ID: LazyLock<BulkId> = LazyLock::new(|| BulkId::parse("3000000001").unwrap());

#[derive(clap::Parser)]
struct Only {
    #[command(flatten)]
    utility: Utility,
}

fn writer() -> Writer {
    let flags = ["gridbill", "--utility-name", "Tenaga & Sons", "--care-line", "1-300-88-0000"];
    Writer::new(&Only::parse_from(flags).utility).unwrap()
}

fn every<'a>(company: &'a str, person: &'a str) -> Vec<Box<dyn Email + 'a>> {
    let at = Instant::parse("2026-08-01T02:05:00Z").unwrap();
    let (link, expires_at) = (LINK, at);
    let until = Day::parse("2026-08-27").unwrap();
    let invitation =
        |is_registered| TeamEmail::Invitation { link, expires_at, company, invited_by: person, is_registered };
    let instructions = |link| ColleagueEmail::Instructions {
        sent_by: person,
        company,
        amount: Money::from_sen(30_000),
        account: &ACCOUNT,
        reference: "3000000001",
        link,
    };
    let statement = |became| StatementEmail {
        became,
        account_no: &ACCOUNT_NO,
        company,
        first: Day::parse("2026-07-02").unwrap(),
        last: Day::parse("2026-08-01").unwrap(),
        expires_at: at,
        link,
    };
    vec![
        Box::new(IdentityEmail::Activation { link, expires_at }),
        Box::new(StaffActivation { link, expires_at }),
        Box::new(invitation(false)),
        Box::new(invitation(true)),
        Box::new(IdentityEmail::TakenOver { link, expires_at, company }),
        Box::new(IdentityEmail::Reset { link, expires_at }),
        Box::new(IdentityEmail::PasswordChanged { at }),
        Box::new(IdentityEmail::MobileChanged { at }),
        Box::new(IdentityEmail::FactorsChanged { email: person, fact: &PeopleFact::RecoveryCodesRenewed, at }),
        Box::new(IdentityEmail::FactorResetConfirmed { due_at: at }),
        Box::new(IdentityEmail::CodesGuessed { at }),
        Box::new(TeamEmail::BecameMaster { company, from: person }),
        Box::new(StaffRoleChanged { by: person, before: Role::Ict, after: Role::PccrAdmin, at }),
        Box::new(TeamEmail::RoleChanged {
            company,
            who: person,
            by: person,
            before: (Role::Viewer, Permissions::default()),
            after: (Role::Member, Permissions { make_payments: true, manage_accounts: false }),
            at,
        }),
        Box::new(TeamEmail::GaveMasterAway { company, to: person }),
        Box::new(RegistrationEmail::NeedsMore { company, remark: person, until }),
        Box::new(RegistrationEmail::Reminder { company, remark: person, until, link }),
        Box::new(RegistrationEmail::Closed { company, remark: person }),
        Box::new(RegistrationEmail::Lapsed { company, until, link }),
        Box::new(RegistrationEmail::Rejected { company, remark: person }),
        Box::new(RegistrationEmail::Approved { company, bulk_id: "3050000001", accounts: 12, errors: 0 }),
        Box::new(RegistrationEmail::Approved { company, bulk_id: "3050000001", accounts: 12, errors: 3 }),
        Box::new(instructions(None)),
        Box::new(instructions(Some(link))),
        Box::new(ColleagueEmail::Reminder {
            sent_by: person,
            company,
            bulk_id: &BULK_ID,
            number: "P2611200000001",
            amount: Money::from_sen(30_000),
            bank: Some("Bank Contoh"),
            until: at,
            link,
        }),
        Box::new(ColleagueEmail::Selection {
            sent_by: person,
            company,
            bulk_id: &BULK_ID,
            bills: 3,
            total: Money::from_sen(30_000),
            note: Some("By Friday"),
            expires_at: at,
            link,
        }),
        Box::new(statement(StatementOutcome::Ready)),
        Box::new(statement(StatementOutcome::Failed)),
        Box::new(ConfirmationEmail {
            company,
            topics: MailTopic::ALL,
            expires_at,
            link,
            stop: StopLink { mailbox_id: Some(Uuid::nil()), link: STOP },
        }),
        Box::new(RegistrationEmail::GovernmentWindowIsOpen { link, until }),
        Box::new(FileLinkEmail { profile: company, run_no: 17, documents: 3, expires_at, link }),
    ]
}

fn write(email: &dyn Email, name: Option<&str>, language: Language) -> RenderedEmail {
    writer().write(To { email: "aina@sinar.example", name, language }, email).unwrap()
}

#[test]
fn every_e_mail_has_equal_text_and_html_in_both_languages() {
    for email in every("Sinar Jaya Sdn. Bhd.", "Aminah") {
        let [english, malay] = Language::ALL.map(|language| write(&*email, Some("Aina"), language));
        assert_ne!(english.subject, malay.subject);
        assert!(english.text.starts_with("Hello Aina,\n\n") && malay.text.starts_with("Salam sejahtera Aina,\n\n"));
        assert!(malay.html.contains(r#"<html lang="ms">"#));
        for RenderedEmail { subject, text, html } in [english, malay] {
            assert!(!subject.contains('\n') && !subject.is_empty());
            assert!(text.contains("Tenaga & Sons") && html.contains("Tenaga &amp; Sons"));
            assert!(text.contains("1-300-88-0000") && html.contains("1-300-88-0000"));
            assert!(!html.contains("<img") && !html.contains("url("));
            assert!(!text.contains("\n\n\n"), "{text}");
            let stops = usize::from(email.stop().is_some());
            assert_eq!((text.matches(STOP).count(), html.matches(STOP).count()), (stops, stops), "{subject}");
            let links = if email.link().is_some() { (1, 3) } else { (0, 0) };
            assert_eq!((text.matches(LINK).count(), html.matches(LINK).count()), links, "{subject}");
            // Every paragraph of the text must be in the HTML.
            let shown = html.replace("&amp;", "&").replace("&#x27;", "'").replace("&#x2f;", "/");
            for line in text.lines().filter(|line| !line.is_empty() && *line != "-- " && *line != LINK) {
                let line = if links.0 == 1 { line.trim_end_matches(':') } else { line };
                // A figure is a table row in the HTML.
                let is_row = line.split_once(": ").is_some_and(|(name, value)| {
                    shown.contains(&format!(">{name}</th>")) && shown.contains(&format!(">{value}</td>"))
                });
                assert!(is_row || shown.contains(line), "{line}");
            }
        }
    }
}

#[test]
fn times_are_those_of_malaysia_in_the_persons_language() {
    let email = IdentityEmail::Activation { link: LINK, expires_at: Instant::parse("2026-08-01T02:05:00Z").unwrap() };
    assert!(write(&email, None, Language::En).text.contains("until 01 Aug 2026, 10:05 (Malaysia time)"));
    assert!(write(&email, None, Language::Ms).text.contains("sehingga 01 Ogo 2026, 10:05 (waktu Malaysia)"));
}

#[test]
fn values_are_text_and_nothing_else() {
    let company = "A\r\nBcc: all@evil.example\r\n\r\n[Press me]\u{202e}<b>\"&";
    for email in every(company, "</p><script>x</script>\n\n[Free]") {
        let RenderedEmail { subject, text, html } =
            write(&*email, Some("Ali\n\nhttps:\n<a href='//evil.example'>"), Language::En);
        assert!(!subject.chars().any(char::is_control));
        assert!(!html.contains("<script>") && !html.contains("<b>") && !html.contains("'//evil"), "{html}");
        assert_eq!(
            html.matches("<a ").count(),
            if email.link().is_some() { 2 } else { 0 } + usize::from(email.stop().is_some())
        );
        assert!(!text.contains("\nBcc") && !text.contains("\n[") && !text.contains("\nFree:"), "{text}");
    }
}

#[test]
fn a_note_has_no_address_that_works() {
    let at = Instant::parse("2026-08-01T02:05:00Z").unwrap();
    let text = |note| {
        let email = ColleagueEmail::Selection {
            sent_by: "Aminah",
            company: "Sinar Jaya",
            bulk_id: &BULK_ID,
            bills: 1,
            total: Money::from_sen(100),
            note: Some(note),
            expires_at: at,
            link: LINK,
        };
        let RenderedEmail { text, html, .. } = write(&email, None, Language::En);
        assert_eq!(html.matches("<a ").count(), 2, "{note}");
        text.split_once("Note: ").unwrap().1.lines().next().unwrap().to_owned()
    };
    assert_eq!(text("Log in at https://evil.example/pay, now"), "Log in at https: // evil. example/pay, now");
    assert_eq!(text("http://localhost:80"), "http: // localhost:80");
    assert_eq!(text("www.evil.example"), "www. evil. example");
    assert_eq!(text("me@evil.example or evil\u{3002}example"), "me@ evil. example or evil\u{3002} example");
    assert_eq!(text("10.0.0.1/pay"), "10. 0. 0. 1/pay");
    let harmless = "By Friday, 27.11.2026: RM 1,234.50 of invoice 12/2026. Thanks!";
    assert_eq!(text(harmless), harmless);
}

#[test]
fn no_persons_name_is_an_address() {
    let email = IdentityEmail::PasswordChanged { at: Instant::parse("2026-08-01T02:05:00Z").unwrap() };
    let greeting = |name| write(&email, Some(name), Language::En).text.lines().next().unwrap().to_owned();
    assert_eq!(greeting("visit evil.example/prize"), "Hello visit evil. example/prize,");
    assert_eq!(greeting("me@evil.example"), "Hello me@ evil. example,");
    assert_eq!(greeting("Ravi a/l Kumar"), "Hello Ravi a/l Kumar,");
    assert_eq!(greeting("  Ahmad  @ Mat "), "Hello Ahmad @ Mat,");
    assert_eq!(write(&email, None, Language::En).text.lines().next(), Some("Hello,"));
}
