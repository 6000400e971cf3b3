//! Checks that each call, screen, sentence, tour and constant of the specification is covered by a test.
//! `fixtures/specification.json` was extracted from its text. `cargo test --test specification -- --nocapture` prints
//! where each is proven.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gridbill_core::accounts::{SECTORS, STATE_CODES};
use gridbill_core::bills::{BatchColour, HISTORY_MONTHS, OVERDUE_AFTER_DAYS, batch_colour};
use gridbill_core::company::{CompanyDetails, check_company};
use gridbill_core::identity::{self, person, profile};
use gridbill_core::number::{AccountNo, BatchId, ChequeNumber, EftNumber, InvoiceNo, MobileNo, ReferenceId};
use gridbill_core::payments::{MAX_REFERENCES, PaymentMethod, RECORDED_METHODS, fpx};
use gridbill_core::screen::Screen;
use gridbill_core::{
    Code, Day, Language, Money, company, home, page, registration, registry, search, statements, team,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Specification {
    /// As `POST /path`, by service.
    calls: BTreeMap<String, Vec<String>>,
    /// By audience.
    screens: BTreeMap<String, Vec<String>>,
    /// The beginning of each.
    sentences: Vec<String>,
    /// The maximum number of steps, by id.
    tours: BTreeMap<String, u8>,
    constants: BTreeMap<String, i64>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn specification() -> Specification {
    serde_json::from_str(&std::fs::read_to_string(root().join("fixtures/specification.json")).expect("readable"))
        .expect("readable")
}

/// Returns the files below a folder whose names have that ending, with their texts.
fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    fn collect(folder: &Path, ending: &str, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                collect(&path, ending, found);
            } else if path.to_string_lossy().ends_with(ending) {
                let name = path.strip_prefix(root()).expect("readable").to_string_lossy().into_owned();
                found.push((name, std::fs::read_to_string(&path).expect("readable")));
            }
        }
    }
    let mut found = Vec::new();
    collect(&root().join(folder), ending, &mut found);
    found.sort();
    found
}

/// Prints where each item is proven, and fails if any is not.
fn proven(what: &str, items: impl IntoIterator<Item = (String, Option<String>)>) {
    let mut missing = Vec::new();
    for (item, at) in items {
        match at {
            Some(at) => println!("{what}: {item}: {at}"),
            None => missing.push(item),
        }
    }
    assert!(missing.is_empty(), "{what} that no test proves: {missing:#?}");
}

/// Returns the first file that contains the word as a whole word.
fn named(texts: &[(String, String)], word: &str) -> Option<String> {
    let stands = |text: &str| {
        text.match_indices(word).any(|(at, _)| {
            let letter = |character: Option<char>| character.is_some_and(|one| one.is_ascii_alphanumeric());
            !letter(text[..at].chars().next_back()) && !letter(text[at + word.len()..].chars().next())
        })
    };
    texts.iter().find(|(_, text)| stands(text)).map(|(name, _)| name.clone())
}

#[test]
fn every_call_is_served_and_called_by_a_test_of_its_own() {
    // Tests that call every endpoint do not prove what a single endpoint does, so they do not count.
    let all = files("server/tests/api", ".rs");
    let own: Vec<_> =
        all.into_iter().filter(|(name, _)| !name.contains("/contract/") && !name.contains("/topics/")).collect();
    let calls = specification().calls.into_values().flatten();
    proven(
        "call",
        calls.map(|call| {
            let (method, path) = call.split_once(' ').unwrap();
            let entry = registry::endpoints().find(|entry| {
                entry.routes().any(|(known, address)| (known.name(), address.split('?').next()) == (method, Some(path)))
            });
            let entry = entry.unwrap_or_else(|| panic!("{call} is not served"));
            let at = named(&own, entry.name).or_else(|| named(&own, path.split('{').next().unwrap_or(path)));
            (call.clone(), at)
        }),
    );
}

#[test]
fn every_screen_is_in_the_list_and_opened_by_a_journey() {
    let journeys = files("app/e2e", ".ts");
    let screens = specification().screens.into_values().flatten();
    proven(
        "screen",
        screens.map(|screen| {
            let root = screen.split(['*', '{']).next().unwrap();
            let path = if root.len() > 1 { root.trim_end_matches('/') } else { root };
            assert!(Screen::at(path).is_some(), "{screen} leads to /404");
            let quoted = ["'", "`"].iter().find_map(|quote| {
                let written = format!("{quote}{path}");
                journeys.iter().find(|(_, text)| text.contains(&written)).map(|(name, _)| name.clone())
            });
            (screen, quoted)
        }),
    );
}

#[test]
fn every_sentence_of_the_specification_is_in_core_or_in_the_app() {
    let words = files("app/src/words/en", ".json");
    let tests: Vec<_> =
        [files("server/tests", ".rs"), files("app/e2e", ".ts"), files("fixtures/rules", ".json")].concat();
    proven(
        "sentence",
        specification().sentences.into_iter().map(|sentence| {
            let code = Code::ALL.iter().find(|code| code.sentence(Language::En).starts_with(&sentence));
            let at = if let Some(code) = code {
                let wire = format!("{}{}", code.name()[..1].to_lowercase(), &code.name()[1..]);
                named(&tests, code.name()).or_else(|| named(&tests, &wire)).or_else(|| named(&tests, &sentence))
            } else {
                let is_said = words.iter().any(|(_, text)| text.contains(&sentence));
                assert!(is_said, "not in the word files: {sentence}");
                named(&tests, sentence.trim_end_matches('.'))
            };
            (sentence, at)
        }),
    );
}

#[test]
fn every_tour_has_its_steps() {
    let mut known: BTreeMap<String, u8> =
        profile::TUTORIALS.iter().map(|(id, most)| ((*id).to_owned(), *most)).collect();
    // The bill audit and queries are not in the specification.
    assert_eq!(known.remove("findings"), Some(3));
    assert_eq!(known.remove("queries"), Some(2));
    assert_eq!(known, specification().tours);
}

/// Returns the shortest and the longest text that a rule accepts.
fn lengths(takes: impl Fn(&str) -> bool, begin: &str, rest: &str) -> (i64, i64) {
    let found: Vec<i64> = (begin.len()..40)
        .filter(|length| takes(&format!("{begin}{}", rest.repeat(length - begin.len()))))
        .map(|length| i64::try_from(length).expect("short"))
        .collect();
    (*found.first().expect("one is taken"), *found.last().expect("one is taken"))
}

fn ringgit(amount: Money) -> i64 {
    amount.to_string().trim_end_matches(".00").parse().expect("whole ringgit")
}

#[test]
fn every_constant_equals_the_value_of_the_rules() {
    let passport =
        lengths(|text| person::parse_identification(person::IdentificationType::Passport, text).is_ok(), "A", "1");
    let phone = lengths(|text| MobileNo::parse(text).is_ok(), "1", "2");
    let most = |method: PaymentMethod| ringgit(method.limits().1.unwrap());
    let today = Day::parse("2026-11-22").unwrap();
    let orange = (0..60).find(|days| batch_colour(today.plus_days(-days), today) == BatchColour::Orange).unwrap();
    let app = |file: &str, begin: &str| -> i64 {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        let rest = text.split_once(begin).unwrap_or_else(|| panic!("{file} has no {begin}")).1;
        rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
    };
    let other = RECORDED_METHODS.iter().find(|one| one.code == "others").and_then(|one| one.payment_type);
    let other = i64::from(other.unwrap());
    let text = lengths(|text| search::recognise(text).is_ok(), "a", "b").0;
    let postal_code = lengths(
        |text| {
            let mut company = CompanyDetails::default();
            text.clone_into(&mut company.mailing_address.postal_code);
            let found = check_company(&company);
            !format!("{found:?}").contains("PostalCode")
        },
        "4",
        "3",
    );
    assert_eq!(postal_code, (5, 5));
    let known = [
        ("idle time-out, seconds", identity::IDLE_SECONDS - identity::IDLE_WARNING_SECONDS),
        ("countdown, seconds", identity::IDLE_WARNING_SECONDS),
        ("logged out after, seconds", identity::IDLE_SECONDS),
        ("token refresh, seconds", identity::REFRESH_SECONDS),
        ("session, seconds", identity::SESSION_SECONDS),
        ("wrong attempts before the lock", i64::from(identity::MAX_ATTEMPTS)),
        ("password, least characters", lengths(|text| identity::password::check(text).is_ok(), "qzx7", "k").0),
        ("passport, least characters", passport.0),
        ("passport, most characters", passport.1),
        ("FPX, least ringgit", ringgit(PaymentMethod::Fpx.limits().0)),
        ("FPX, most ringgit", most(PaymentMethod::Fpx)),
        ("FPX approval, calendar days", i64::from(fpx::APPROVAL_DAYS)),
        ("EFT GIRO, most ringgit", most(PaymentMethod::EftGiro)),
        ("EFT RENTAS, most ringgit", most(PaymentMethod::EftRentas)),
        ("payment type other", other),
        ("account number, digits", lengths(|text| AccountNo::parse(text).is_ok(), "21", "3").1),
        ("batch, digits", lengths(|text| BatchId::parse(text).is_ok(), "28", "3").1),
        ("invoice, digits", lengths(|text| InvoiceNo::parse(text).is_ok(), "1", "3").1),
        ("reference ID, most characters", lengths(|text| ReferenceId::parse(text).is_ok(), "A", "b").1),
        ("search text, least characters", text),
        ("postal code, digits", postal_code.0),
        ("phone, least digits", phone.0),
        ("phone, most digits", phone.1),
        ("EFT number, most characters", lengths(|text| EftNumber::parse(text).is_ok(), "A", "1").1),
        ("cheque number, most digits", lengths(|text| ChequeNumber::parse(text).is_ok(), "1", "2").1),
        ("active, months", i64::from(team::ACTIVE_MONTHS)),
        ("overdue, days", OVERDUE_AFTER_DAYS),
        ("batch orange, days", orange - 1),
        ("history, months", i64::from(HISTORY_MONTHS)),
        ("chart, months", i64::from(home::GRAPH_MONTHS)),
        ("statement, hours", statements::PROMISED_HOURS),
        ("government window, first day", i64::from(*registration::GOVERNMENT_DAYS.start())),
        ("government window, last day", i64::from(*registration::GOVERNMENT_DAYS.end())),
        ("lite notifications", app("app/src/kit/notifications/lite.ts", "liteCount = ")),
        ("activity logs", page::DEFAULT_ROWS),
        ("sectors", i64::try_from(SECTORS.len()).unwrap()),
        ("registration states", i64::try_from(company::STATES.len()).unwrap()),
        ("account states", i64::try_from(STATE_CODES.len()).unwrap()),
    ];
    let known: BTreeMap<String, i64> = known.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    assert_eq!(known, specification().constants);
}

#[test]
fn the_guides_name_figures_of_the_rules() {
    let text = std::fs::read_to_string(root().join("app/public/guides/figures.json")).unwrap();
    let written: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
    let shown = |amount: Money| amount.shown().replace('\u{a0}', " ");
    let most = |method: PaymentMethod| shown(method.limits().1.unwrap());
    let thousands = gridbill_core::amount::number_shown(u64::try_from(registration::MAX_ACCOUNTS).unwrap());
    let known = [
        ("fpxLeast", shown(PaymentMethod::Fpx.limits().0)),
        ("fpxMost", most(PaymentMethod::Fpx)),
        ("giroMost", most(PaymentMethod::EftGiro)),
        ("rentasMost", most(PaymentMethod::EftRentas)),
        ("references", MAX_REFERENCES.to_string()),
        ("overdueDays", OVERDUE_AFTER_DAYS.to_string()),
        ("historyMonths", HISTORY_MONTHS.to_string()),
        ("idleMinutes", (identity::IDLE_SECONDS / 60).to_string()),
        ("accounts", thousands),
        ("users", team::MAX_MEMBERS.to_string()),
        ("firstDay", registration::GOVERNMENT_DAYS.start().to_string()),
        ("lastDay", registration::GOVERNMENT_DAYS.end().to_string()),
        ("attempts", identity::MAX_ATTEMPTS.to_string()),
    ];
    let known: BTreeMap<String, String> = known.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    assert_eq!(known, written, "make them anew: npm --prefix app run guides");
}
