use clap::Parser as _;
use gridbill_core::{Day, Instant, Language};

use super::{Letters, Written};
use crate::config::Utility;
use crate::mail::{Letter, To};

const LINK: &str = "https://portal.example/account/activate#a-token_1";

#[derive(clap::Parser)]
struct Only {
    #[command(flatten)]
    utility: Utility,
}

fn letters() -> Letters {
    let flags = ["gridbill", "--utility-name", "Tenaga & Sons", "--care-line", "1-300-88-0000"];
    Letters::new(&Only::parse_from(flags).utility).unwrap()
}

fn every<'a>(company: &'a str, person: &'a str) -> Vec<Letter<'a>> {
    let at = Instant::parse("2026-08-01T02:05:00Z").unwrap();
    let (link, expires_at) = (LINK, at);
    let invitation =
        |is_registered| Letter::Invitation { link, expires_at, company, invited_by: person, is_registered };
    vec![
        Letter::Activation { link, expires_at },
        Letter::StaffActivation { link, expires_at },
        invitation(false),
        invitation(true),
        Letter::Reset { link, expires_at },
        Letter::PasswordChanged { at },
        Letter::MobileChanged { at },
        Letter::BecameMaster { company, from: person },
        Letter::GaveMasterAway { company, to: person },
        Letter::RegistrationNeedsMore { company, remark: person },
        Letter::RegistrationRejected { company, remark: person },
        Letter::RegistrationApproved { company, bulk_id: "3050000001", accounts: 12, errors: 0 },
        Letter::RegistrationApproved { company, bulk_id: "3050000001", accounts: 12, errors: 3 },
        Letter::GovernmentWindowIsOpen { link, until: Day::parse("2026-08-27").unwrap() },
    ]
}

fn write(letter: &Letter<'_>, name: Option<&str>, language: Language) -> Written {
    letters().write(To { email: "aina@sinar.example", name, language }, letter).unwrap()
}

#[test]
fn every_letter_says_the_same_in_text_and_html_in_both_languages() {
    for letter in every("Sinar Jaya Sdn. Bhd.", "Aminah") {
        let [english, malay] = [Language::En, Language::Ms].map(|language| write(&letter, Some("Aina"), language));
        assert_ne!(english.subject, malay.subject);
        assert!(english.text.starts_with("Hello Aina,\n\n") && malay.text.starts_with("Salam sejahtera Aina,\n\n"));
        assert!(malay.html.contains(r#"<html lang="ms">"#));
        for Written { subject, text, html } in [english, malay] {
            assert!(!subject.contains('\n') && !subject.is_empty());
            assert!(text.contains("Tenaga & Sons") && html.contains("Tenaga &amp; Sons"));
            assert!(text.contains("1-300-88-0000") && html.contains("1-300-88-0000"));
            assert!(!html.contains("<img") && !html.contains("url("));
            assert!(!text.contains("\n\n\n"), "{text}");
            let links = if letter.link().is_some() { (1, 3) } else { (0, 0) };
            assert_eq!((text.matches(LINK).count(), html.matches(LINK).count()), links, "{subject}");
            // Every paragraph of the text is in the HTML.
            let shown = html.replace("&amp;", "&").replace("&#x27;", "'").replace("&#x2f;", "/");
            for line in text.lines().filter(|line| !line.is_empty() && *line != "-- " && *line != LINK) {
                let line = if links.0 == 1 { line.trim_end_matches(':') } else { line };
                assert!(shown.contains(line), "{line}");
            }
        }
    }
}

#[test]
fn times_are_those_of_malaysia_in_the_persons_language() {
    let letter = Letter::Activation { link: LINK, expires_at: Instant::parse("2026-08-01T02:05:00Z").unwrap() };
    assert!(write(&letter, None, Language::En).text.contains("until 01 Aug 2026, 10:05 (Malaysian time)"));
    assert!(write(&letter, None, Language::Ms).text.contains("sehingga 01 Ogo 2026, 10:05 (waktu Malaysia)"));
}

#[test]
fn values_are_text_and_nothing_else() {
    let company = "A\r\nBcc: all@evil.example\r\n\r\n[Press me]\u{202e}<b>\"&";
    for letter in every(company, "</p><script>x</script>\n\n[Free]") {
        let Written { subject, text, html } =
            write(&letter, Some("Ali\n\nhttps:\n<a href='//evil.example'>"), Language::En);
        assert!(!subject.chars().any(char::is_control));
        assert!(!html.contains("<script>") && !html.contains("<b>") && !html.contains("'//evil"), "{html}");
        assert_eq!(html.matches("<a ").count(), if letter.link().is_some() { 2 } else { 0 });
        assert!(!text.contains("\nBcc") && !text.contains("\n[") && !text.contains("\nFree:"), "{text}");
    }
}

#[test]
fn nobodys_name_is_an_address() {
    let letter = Letter::PasswordChanged { at: Instant::parse("2026-08-01T02:05:00Z").unwrap() };
    let greeting = |name| write(&letter, Some(name), Language::En).text.lines().next().unwrap().to_owned();
    assert_eq!(greeting("visit evil.example/prize"), "Hello visit evil. example/prize,");
    assert_eq!(greeting("me@evil.example"), "Hello me@ evil. example,");
    assert_eq!(greeting("Ravi a/l Kumar"), "Hello Ravi a/l Kumar,");
    assert_eq!(greeting("  Ahmad  @ Mat "), "Hello Ahmad @ Mat,");
    assert_eq!(write(&letter, None, Language::En).text.lines().next(), Some("Hello,"));
}
