//! The demo's users. The nine on which documentation relies come first.

use gridbill_core::Instant;
use gridbill_core::permission::Role;
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;
use uuid::Uuid;

use super::plan::Company;
use super::random::uuid;
use crate::auth::factors::totp;

/// The password of all demo users.
pub const PASSWORD: &str = "Gridbill-demo1";

/// A user with a second factor, and the secret of their authenticator app, which is as public as the password.
pub const WITH_APP: (&str, &[u8; totp::SECRET_BYTES]) = ("accounts.payable@sinar.example", b"gridbill demo secret");

pub struct DemoPerson {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub role: Option<Role>,
    pub make_payments: bool,
    pub manage_accounts: bool,
    pub bulk_id: Option<String>,
    pub nickname: Option<&'static str>,
    pub mobile_no: String,
    pub came: Came,
}

/// When a user last signed in or was added, in hours before the demo's present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// Activated; last signed in this number of hours ago.
    LastSeen(i64),
    /// Added or registered this number of hours ago, and never activated.
    Never(i64),
}

impl Came {
    /// When the user last signed in.
    pub fn last_seen(self, now: Instant) -> Option<Instant> {
        match self {
            Self::LastSeen(hours) => Some(now.plus_seconds(-hours * 3600)),
            Self::Never(_) => None,
        }
    }

    /// When the unused activation link was sent.
    pub fn awaited_since(self, now: Instant) -> Option<Instant> {
        match self {
            Self::LastSeen(_) => None,
            Self::Never(hours) => Some(now.plus_seconds(-hours * 3600)),
        }
    }
}

/// An open invitation to the large company.
pub struct DemoInvitation {
    pub email: &'static str,
    pub nickname: Option<&'static str>,
    pub role: Role,
    pub make_payments: bool,
    /// Hours since it was sent: the second invitation's link has expired.
    pub sent_hours: i64,
}

pub const INVITATIONS: [DemoInvitation; 2] = [
    DemoInvitation {
        email: "cfo.office@sinar.example",
        nickname: Some("CFO's office"),
        role: Role::Member,
        make_payments: true,
        sent_hours: 2 * 24,
    },
    DemoInvitation {
        email: "branch.ipoh@sinar.example",
        nickname: None,
        role: Role::Viewer,
        make_payments: false,
        sent_hours: 12 * 24,
    },
];

/// E-mail, name, role, make payments, manage accounts, description.
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

const COLLEAGUES: [(&str, &str, Role, bool, bool); 8] = [
    ("accounts.payable@sinar.example", "Tan Siew Bee", Role::Member, true, true),
    ("finance.east@sinar.example", "Mohd Hafiz bin Salleh", Role::Member, true, false),
    ("auditor@sinar.example", "Grace Fernandez", Role::Viewer, false, false),
    ("kewangan@majlis.example", "Noraini binti Wahab", Role::Member, true, false),
    ("pccr.north@utility.example", "Azman bin Karim", Role::PccrAdmin, false, false),
    ("facilities@sinar.example", "Ahmad Faiz bin Ismail", Role::Member, false, true),
    ("glb.south@utility.example", "Christina Lau", Role::GlbAccountManager, false, false),
    ("ict.new@utility.example", "Hafizah binti Rosli", Role::Ict, false, false),
];

/// A user who registered but did not activate; not one of the demo's logins.
const NEVER_CAME: (&str, &str) = ("pending@baru.example", "Tan Wei Shen");

/// The users who register a company, in the order of the companies without a bulk account, with the state of their
/// registration.
const APPLICANTS: [(&str, &str, &str); 4] = [
    ("draft@seriwangi.example", "Salmah binti Daud", "registers a company: a draft"),
    ("applied@cahaya.example", "Vikram a/l Pillai", "has registered: waits for approval"),
    ("asked@mutiara.example", "Chan Mei Fong", "has registered: was asked for more"),
    ("rejected@lumut.example", "Ismail bin Omar", "has registered: was rejected"),
];

/// Nicknames given by a Master or a colleague.
const NICKNAMES: [(&str, &str); 5] = [
    ("payer@sinar.example", "Lim (payments)"),
    ("keeper@sinar.example", "Kavi"),
    ("accounts.payable@sinar.example", "AP desk"),
    ("auditor@sinar.example", "External audit"),
    ("pccr.north@utility.example", "Northern region"),
];

/// Last sign-ins; all other users signed in within the last weeks.
const CAME: [(&str, Came); 5] = [
    ("auditor@sinar.example", Came::LastSeen(103 * 24)),
    ("facilities@sinar.example", Came::LastSeen(180 * 24)),
    ("glb.south@utility.example", Came::LastSeen(75 * 24)),
    ("ict.new@utility.example", Came::Never(5)),
    (NEVER_CAME.0, Came::Never(3 * 24)),
];

/// Prefixes of mobile numbers.
const MOBILE: [&str; 6] = ["11", "12", "13", "16", "17", "19"];

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

/// Lists all users, with a Master for each company. The role decides who is staff.
pub fn people(companies: &[&Company], rng: &mut ChaCha20Rng) -> Vec<DemoPerson> {
    let company_of = |email: &str| {
        let domain = email.split_once('@').and_then(|(_, host)| host.strip_suffix(".example"))?;
        companies.iter().find(|company| company.domain == domain).map(|company| company.bulk_id.clone())
    };
    let fixed = FIXED.map(|(email, name, role, pay, keep, _)| (email.to_owned(), name, role, pay, keep));
    let colleagues = COLLEAGUES.map(|(email, name, role, pay, keep)| (email.to_owned(), name, Some(role), pay, keep));
    let never_came = [(NEVER_CAME.0.to_owned(), NEVER_CAME.1, None, false, false)];
    let masters = companies.iter().enumerate().skip(2).map(|(place, company)| {
        (format!("master@{}.example", company.domain), MASTERS[place % MASTERS.len()], Some(Role::Master), false, false)
    });
    // Last, so that they do not change the random data of other users.
    let applicants = APPLICANTS.map(|(email, name, _)| (email.to_owned(), name, None, false, false));
    fixed
        .into_iter()
        .chain(colleagues)
        .chain(never_came)
        .chain(masters)
        .chain(applicants)
        .map(|(email, name, role, make_payments, manage_accounts)| DemoPerson {
            person_id: uuid(rng),
            bulk_id: company_of(&email),
            nickname: of(&NICKNAMES, &email),
            mobile_no: mobile_no(rng),
            came: of(&CAME, &email).unwrap_or_else(|| Came::LastSeen(rng.random_range(20..400))),
            email,
            name: name.to_owned(),
            role,
            make_payments,
            manage_accounts,
        })
        .collect()
}

/// The users who register a company, in the order of the companies without a bulk account.
pub fn applicants(people: &[DemoPerson]) -> impl Iterator<Item = &DemoPerson> {
    APPLICANTS.iter().filter_map(|(email, ..)| people.iter().find(|person| person.email == *email))
}

fn of<T: Copy>(list: &[(&str, T)], email: &str) -> Option<T> {
    list.iter().find(|(listed, _)| *listed == email).map(|(_, value)| *value)
}

fn mobile_no(rng: &mut ChaCha20Rng) -> String {
    format!("{}{:07}", MOBILE[rng.random_range(0..MOBILE.len())], rng.random_range(0..10_000_000))
}

/// Formats the logins as a table for the terminal.
pub fn table() -> String {
    let line = |email: &str, what: &str| format!("  {email:<25}{what}\n");
    let fixed = FIXED.iter().map(|(email, .., what)| line(email, what));
    let lines: String = fixed.chain(APPLICANTS.iter().map(|(email, _, what)| line(email, what))).collect();
    let (email, secret) = (WITH_APP.0, totp::base32(WITH_APP.1));
    format!(
        "Logins of the demo, all with the password {PASSWORD}\n{lines}  {email}: also a code of an authenticator app with the secret {secret}\n"
    )
}
