//! The demo's people. The nine that documentation relies on come first.

use gridbill_core::permission::Role;
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;
use uuid::Uuid;

use super::chance::uuid;
use super::plan::Company;

/// The password of all of them.
pub const PASSWORD: &str = "Gridbill-demo1";

pub struct DemoPerson {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub role: Option<Role>,
    pub make_payments: bool,
    pub manage_accounts: bool,
    pub bulk_id: Option<String>,
    /// How many hours ago they signed in last.
    pub last_seen_hours: i64,
}

/// E-mail, name, role, make payments, manage accounts, what they are for.
type Listed = (&'static str, &'static str, Option<Role>, bool, bool, &'static str);

const FIXED: [Listed; 9] = [
    (
        "master@sinar.example",
        "Farah binti Iskandar",
        Some(Role::Master),
        false,
        false,
        "Master, a company of 2,000 accounts",
    ),
    ("payer@sinar.example", "Lim Chee Keong", Some(Role::Member), true, false, "Member, may make payments"),
    ("keeper@sinar.example", "Kavitha a/p Suresh", Some(Role::Member), false, true, "Member, may manage accounts"),
    ("viewer@sinar.example", "Daniel Anak Jampi", Some(Role::Viewer), false, false, "Viewer"),
    (
        "master@majlis.example",
        "Hj. Zulkifli bin Osman",
        Some(Role::Master),
        false,
        false,
        "Master, a government entity",
    ),
    ("new@baru.example", "Nurul Ain binti Rahim", None, false, false, "activated, not registered yet"),
    ("pccr@utility.example", "Siti Hajar binti Yusof", Some(Role::PccrAdmin), false, false, "PCCR Admin"),
    ("glb@utility.example", "Rajesh a/l Menon", Some(Role::GlbAccountManager), false, false, "GLB Account Manager"),
    ("ict@utility.example", "Wong Mei Ling", Some(Role::Ict), false, false, "ICT"),
];

const COLLEAGUES: [(&str, &str, Role, bool, bool); 5] = [
    ("accounts.payable@sinar.example", "Tan Siew Bee", Role::Member, true, true),
    ("finance.east@sinar.example", "Mohd Hafiz bin Salleh", Role::Member, true, false),
    ("auditor@sinar.example", "Grace Fernandez", Role::Viewer, false, false),
    ("kewangan@majlis.example", "Noraini binti Wahab", Role::Member, true, false),
    ("pccr.north@utility.example", "Azman bin Karim", Role::PccrAdmin, false, false),
];

const MASTERS: [&str; 8] = [
    "Aminah binti Hassan",
    "Chong Kah Wai",
    "Prakash a/l Nair",
    "Rosnah binti Idris",
    "Goh Boon Huat",
    "Shamsul bin Bakar",
    "Vimala a/p Raman",
    "Jason Ling Wei Jie",
];

/// Everybody, with a master for each company. Role codes decide who is staff.
pub fn people(companies: &[&Company], rng: &mut ChaCha20Rng) -> Vec<DemoPerson> {
    let company_of = |email: &str| {
        let domain = email.split_once('@').and_then(|(_, host)| host.strip_suffix(".example"))?;
        companies.iter().find(|company| company.domain == domain).map(|company| company.bulk_id.clone())
    };
    let fixed = FIXED.map(|(email, name, role, pay, keep, _)| (email.to_owned(), name, role, pay, keep));
    let colleagues = COLLEAGUES.map(|(email, name, role, pay, keep)| (email.to_owned(), name, Some(role), pay, keep));
    let masters = companies.iter().enumerate().skip(2).map(|(place, company)| {
        (format!("master@{}.example", company.domain), MASTERS[place % MASTERS.len()], Some(Role::Master), false, false)
    });
    fixed
        .into_iter()
        .chain(colleagues)
        .chain(masters)
        .map(|(email, name, role, make_payments, manage_accounts)| DemoPerson {
            person_id: uuid(rng),
            bulk_id: company_of(&email),
            email,
            name: name.to_owned(),
            role,
            make_payments,
            manage_accounts,
            last_seen_hours: rng.random_range(20..400),
        })
        .collect()
}

/// The logins as a table, for the terminal.
pub fn table() -> String {
    let line = |email: &str, what: &str| format!("  {email:<24}{what}\n");
    let lines: String = FIXED.iter().map(|(email, .., what)| line(email, what)).collect();
    format!("Logins of the demo, all with the password {PASSWORD}\n{lines}")
}
