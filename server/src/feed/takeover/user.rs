//! The file of users. A refused user stops the user's company: its users receive no activation e-mails until an
//! import of users has refused none of them. Users who have activated their account keep what they have.

use std::collections::{HashMap, HashSet};

use gridbill_core::identity::person::parse_name;
use gridbill_core::number::{BulkId, Email, MobileNo};
use gridbill_core::operations::FeedKind;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::{Language, Topic};
use sqlx::PgConnection;

use super::super::charges::named;
use super::super::field::{Fields, Refusal};
use super::super::{FeedRecord, ImportOptions, StoreResult};
use super::company::bulk_id;
use super::sql::{self, AddressHolder, Master, NewUser};
use super::{hash_of, unknown_company};
use crate::base::Base;

const ROLES: &[(&str, Role)] = &[("master", Role::Master), ("member", Role::Member), ("viewer", Role::Viewer)];
const YES_OR_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];
const LANGUAGES: &[(&str, Language)] = &[("en", Language::En), ("ms", Language::Ms)];

/// A user of the other portal.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    pub bulk_id: BulkId,
    /// The address as delivered, in lower case.
    typed: String,
    /// What the other columns say, or why the row is refused. A refused row is stored as a problem of its company.
    form: Result<UserForm, Refusal>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct UserForm {
    pub email: String,
    pub name: String,
    pub role: Role,
    pub permissions: Permissions,
    pub mobile_no: Option<MobileNo>,
    pub language: Language,
}

impl FeedRecord for User {
    const KIND: FeedKind = FeedKind::Users;
    const NOUN: &'static str = "users";
    const COLUMNS: &'static [&'static str] =
        &["bulkId", "email", "name", "role", "makePayments", "manageAccounts", "mobileNo", "language"];
    // Not the address: lists of refused rows show the key, and have no personal data.
    const KEY: &'static str = "bulkId";
    const REPEATED: &'static str = "The user with this e-mail address is in the file already";
    const TOPICS: &'static [Topic] = &[Topic::Team, Topic::Users];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let typed = fields.get("email").to_lowercase();
        Ok(Self { bulk_id: bulk_id(fields)?, typed, form: UserForm::read(fields) })
    }

    fn key(&self) -> &str {
        self.bulk_id.as_str()
    }

    fn identity(&self) -> Option<u64> {
        Some(hash_of((&self.bulk_id, &self.typed)))
    }

    fn refusal(&self) -> Option<&Refusal> {
        self.form.as_ref().err()
    }

    fn repeated(self, refusal: Refusal) -> Result<Self, Refusal> {
        Ok(Self { form: Err(refusal), ..self })
    }

    fn unreadable(line: &str, key: Option<&str>, refusal: &Refusal) -> Option<Self> {
        let words = line.split(|one: char| !one.is_ascii_alphanumeric());
        let bulk_id = key.into_iter().chain(words).find_map(|word| BulkId::parse(word).ok())?;
        Some(Self { bulk_id, typed: String::new(), form: Err(refusal.clone()) })
    }

    async fn store(
        base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        options: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let ids: Vec<&str> = rows.iter().map(|row| row.bulk_id.as_str()).collect();
        let companies = sql::begin_users(connection, &ids, options.import_id.unwrap_or_default()).await?;
        let mut checked = Checked::load(connection, rows, &companies).await?;
        let users: Vec<NewUser<'_>> = checked.good(rows, base);
        let mut result = StoreResult::default();
        // A role moves from one user to another: the old Master is written first.
        let (masters, others): (Vec<_>, Vec<_>) = users.into_iter().partition(|user| user.form.role == Role::Master);
        for users in [others, masters] {
            let stored = sql::store_users(connection, &users, base.now()).await?;
            result.new += stored.new.len() as u64;
            result.changed += stored.changed;
            checked.refuse_taken(&users, &stored.new);
        }
        let problems = checked.refused.iter().filter_map(|(place, refusal)| {
            let bulk_id = rows.get(*place)?.bulk_id.as_str();
            companies.contains_key(bulk_id).then(|| (bulk_id.to_owned(), refusal.to_string()))
        });
        let problems: Vec<(String, String)> = problems.collect();
        sql::add_problems(connection, &problems).await?;
        let named = |(bulk_id, _): &(String, String)| companies.get(bulk_id).map(|name| format!("{bulk_id} {name}"));
        result.stopped = problems.iter().filter_map(named).collect();
        result.refused = checked.refused.into_iter().collect();
        Ok(result)
    }
}

impl UserForm {
    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let role = named(fields, "role", ROLES)?;
        let permissions = Permissions {
            make_payments: named(fields, "makePayments", YES_OR_NO)?,
            manage_accounts: named(fields, "manageAccounts", YES_OR_NO)?,
        };
        let has_some = permissions.make_payments || permissions.manage_accounts;
        match role {
            Role::Member if !has_some => {
                let why = "A member makes payments or manages accounts. Say yes here or in manageAccounts, or make \
                           this user a viewer.";
                return Err(Refusal::of("makePayments", why));
            }
            Role::Viewer if has_some => {
                let why = "A viewer has no permissions. Say no in makePayments and manageAccounts, or make this user \
                           a member.";
                return Err(Refusal::of("role", why));
            }
            _ => {}
        }
        Ok(Self {
            email: fields.parse("email", Email::parse)?.normal(),
            name: fields.parse("name", parse_name)?,
            role,
            // A Master may do everything, and has no permissions of its own.
            permissions: if role == Role::Master { Permissions::default() } else { permissions },
            mobile_no: fields.optional("mobileNo", MobileNo::parse)?,
            language: named(fields, "language", LANGUAGES)?,
        })
    }
}

/// The rows of a chunk with the refusals found so far.
struct Checked {
    refused: HashMap<usize, Refusal>,
    /// The places of the rows by address.
    places: HashMap<String, usize>,
    /// The addresses that users of the same company have already.
    known: HashSet<String>,
}

impl Checked {
    /// Checks the rows against each other and against the stored users.
    async fn load(
        connection: &mut PgConnection,
        rows: &[User],
        companies: &HashMap<String, String>,
    ) -> sqlx::Result<Self> {
        let forms = || rows.iter().filter_map(|row| row.form.as_ref().ok());
        let emails: Vec<String> = forms().map(|form| form.email.clone()).collect();
        let holders = sql::find_address_holders(connection, &emails).await?;
        let masters = sql::find_masters(connection, &companies.keys().cloned().collect::<Vec<_>>()).await?;
        // Masters who do not lose the role by another row of this chunk.
        let demoted: HashSet<&str> =
            forms().filter(|form| form.role != Role::Master).map(|form| form.email.as_str()).collect();
        let stays = |master: &&Master| !(master.is_changeable && demoted.contains(master.email.as_str()));
        let masters: HashMap<&str, &str> =
            masters.iter().filter(stays).map(|master| (master.bulk_id.as_str(), master.email.as_str())).collect();
        let (mut refused, mut places) = (HashMap::new(), HashMap::<String, usize>::new());
        let mut new_masters: HashMap<&str, &str> = HashMap::new();
        for (place, row) in rows.iter().enumerate() {
            let bulk_id = row.bulk_id.as_str();
            let checked = match &row.form {
                _ if !companies.contains_key(bulk_id) => Err(unknown_company()),
                Err(refusal) => Err(refusal.clone()),
                Ok(form) => {
                    let first = places.get(&form.email).and_then(|first| rows.get(*first));
                    let is_master = form.role == Role::Master;
                    let master = new_masters.get(bulk_id).or_else(|| masters.get(bulk_id)).copied();
                    match (first, holders.get(&form.email).and_then(|held| conflict(held, bulk_id))) {
                        (Some(first), _) => Err(in_company(first.bulk_id.as_str())),
                        (None, Some(refusal)) => Err(refusal),
                        _ if is_master && master.is_some_and(|email| email != form.email) => Err(Refusal::of(
                            "role",
                            "This company has a Master, and can have no second. Make this user a member or viewer.",
                        )),
                        _ => Ok(form),
                    }
                }
            };
            match checked {
                Ok(form) => {
                    places.insert(form.email.clone(), place);
                    if form.role == Role::Master {
                        new_masters.insert(bulk_id, &form.email);
                    }
                }
                Err(refusal) => {
                    refused.insert(place, refusal);
                }
            }
        }
        Ok(Self { refused, places, known: holders.into_keys().collect() })
    }

    /// Returns the users that can be stored.
    fn good<'a>(&self, rows: &'a [User], base: &Base) -> Vec<NewUser<'a>> {
        let places = rows.iter().enumerate().filter(|(place, _)| !self.refused.contains_key(place));
        let users = places.filter_map(|(_, row)| {
            let form = row.form.as_ref().ok()?;
            Some(NewUser { person_id: base.random.uuid(), bulk_id: row.bulk_id.as_str(), form })
        });
        users.collect()
    }

    /// Refuses users whose address was registered while the chunk was checked.
    fn refuse_taken(&mut self, users: &[NewUser<'_>], stored: &HashSet<String>) {
        for user in users {
            let email = &user.form.email;
            if let Some(place) = self.places.get(email)
                && !stored.contains(email)
                && !self.known.contains(email)
            {
                self.refused.insert(*place, registered());
            }
        }
    }
}

/// Returns why the holder of an address keeps it from a user of this company.
fn conflict(held: &AddressHolder, bulk_id: &str) -> Option<Refusal> {
    match held {
        AddressHolder::Staff => {
            Some(Refusal::of("email", "A staff user has this address. Deliver another address for this user."))
        }
        AddressHolder::NoCompany => Some(registered()),
        AddressHolder::Company(other) if other != bulk_id => Some(in_company(other)),
        AddressHolder::Company(_) => None,
        AddressHolder::Invited(other) => Some(Refusal::of(
            "email",
            format!("Bulk account {other} has invited this address. Withdraw the invitation first."),
        )),
    }
}

fn in_company(bulk_id: &str) -> Refusal {
    let why = "has a user with this address. A user belongs to one company: deliver another address, or remove that \
               user first.";
    Refusal::of("email", format!("Bulk account {bulk_id} {why}"))
}

fn registered() -> Refusal {
    let why = "A person has registered with this address in this portal, without a company. Remove that user first, \
               or leave this user out and let the Master invite the address.";
    Refusal::of("email", why)
}
