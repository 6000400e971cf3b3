//! Ended sessions and reduced permissions take effect on the next request, also at another process, every time
//! (invariant 10; docs/domain/people.md#sessions).

use std::future::Future;
use std::net::SocketAddr;
use std::ops::Range;

use futures::StreamExt as _;
use gridbill::app::App;
use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::profile::{ChangePassword, ChangePasswordRequest};
use gridbill_core::identity::{GetUserProfile, Logout, RefreshRequest, RefreshToken};
use gridbill_core::number::MemberId;
use gridbill_core::payments::MakePayment;
use gridbill_core::permission::Role;
use gridbill_core::staff::{DeleteUser, UserRequest};
use gridbill_core::team::{TransferMasterBulkUser, TransferMasterRequest, UpdateBulkUser, UpdateMemberRequest};
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use super::begin;
use crate::support::clock::noon;
use crate::support::given;
use crate::support::portal::PASSWORD;
use crate::support::{Actor, Portal, either, sql};

const AT_ONCE: usize = 8;

/// Inserts a bulk account for each round, with a Master and a Member who may pay.
async fn companies(pool: &PgPool, count: i32) {
    let query = "
        insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
        select '30' || lpad((5000 + n)::text, 8, '0'), 'Company ' || n, 'R' || n, 2, $2 from generate_series(1, $1::int) n";
    sql::run(pool, query, &[&count, &noon().utc()]).await;
    let query = "
        insert into person (person_id, email, name, password_hash, role, make_payments, manage_accounts, bulk_id, is_staff,
                            activated_at, created_at)
        select gen_random_uuid(), role || n || '@round.example', 'Somebody', known.password_hash, role, role = 'member',
               false, '30' || lpad((5000 + n)::text, 8, '0'), false, $2, $2
        from generate_series(1, $1::int) n, (values ('master'), ('member')) r (role),
             (select password_hash from person where password_hash is not null limit 1) known";
    sql::run(pool, query, &[&count, &noon().utc()]).await;
    given::first_accounts(pool).await;
}

/// Two processes, and a user who is signed in at both.
struct Round {
    first: SocketAddr,
    second: SocketAddr,
    master: (Uuid, Actor),
    member: (Uuid, Actor),
    /// Access and refresh tokens of the user under test.
    tokens: Vec<(String, String)>,
    visitor: Actor,
}

impl Round {
    async fn of(apps: &[(App, SocketAddr); 2], visitor: &Actor, number: i32, meant: &str) -> Self {
        let [(here, first), (there, second)] = apps;
        let (mut tokens, mut people) = (Vec::new(), Vec::new());
        for role in ["master", "member"] {
            let email = format!("{role}{number}@round.example");
            let query = "select person_id from person where email = $1";
            let person_id = sql::value::<Uuid>(&here.pool, query, &[&email]).await;
            let own = [begin(here, person_id).await, begin(there, person_id).await];
            people.push((person_id, visitor.at(*second).with_token(own[1].0.clone())));
            if role == meant {
                tokens.extend(own);
            }
        }
        let member = people.pop().expect("a Member");
        let master = people.pop().expect("a Master");
        let round = Self { first: *first, second: *second, master, member, tokens, visitor: visitor.at(*first) };
        for (access, _) in &round.tokens {
            assert_eq!(round.profile(access).await, Ok(()), "good before");
        }
        round
    }

    /// Requests the profile at the first process with that access token.
    async fn profile(&self, access: &str) -> Result<(), Code> {
        let asked = self.visitor.with_token(access.to_owned()).call::<GetUserProfile>(Nothing {}).await;
        asked.map(drop).map_err(|refused| refused.code())
    }

    async fn refresh(&self, refresh: &str) -> Result<(), Code> {
        let request = RefreshRequest { refresh_token: Some(refresh.to_owned()) };
        self.visitor.call::<RefreshToken>(request).await.map(drop).map_err(|refused| refused.code())
    }

    /// Checks that all tokens of the person are refused.
    async fn all_are_over(&self) {
        assert_ne!(self.first, self.second);
        for (access, refresh) in &self.tokens {
            assert_eq!(self.profile(access).await, Err(Code::SignedOut));
            assert_eq!(self.refresh(refresh).await, Err(Code::SignedOut));
        }
    }

    /// Returns the code of an empty payment. It differs from `Forbidden` if the Member may pay.
    async fn pays(&self, access: &str) -> Code {
        let payer = self.visitor.with_token(access.to_owned());
        payer.call_raw::<MakePayment>(json!({})).await.expect_err("no payment").code()
    }
}

/// Runs the rounds of one kind of change, a few at a time. Returns the number of finished rounds.
async fn rounds<F: Future<Output = ()>>(numbers: Range<i32>, round: impl Fn(i32) -> F) -> usize {
    let running = futures::stream::iter(numbers).map(round).buffer_unordered(AT_ONCE);
    running.count().await
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_changes_that_work_on_the_next_request() {
    let portal = Portal::with_people().await;
    let each = either(20, 200);
    let numbers = |way: i32| way * each + 1..(way + 1) * each + 1;
    companies(portal.pool(), 5 * each).await;
    let apps = [(portal.app.clone(), portal.address), portal.second().await];
    let visitor = portal.visitor();
    let staff = portal.sign_in_staff("pccr@utility.example").await.at(apps[1].1);
    let (apps, visitor, staff) = (&apps, &visitor, &staff);

    let mut worked = rounds(numbers(0), async |number| {
        let round = Round::of(apps, visitor, number, "member").await;
        let request = RefreshRequest { refresh_token: Some(round.tokens[0].1.clone()) };
        round.visitor.at(round.second).call::<Logout>(request).await.expect("signed out");
        assert_eq!(round.profile(&round.tokens[0].0).await, Err(Code::SignedOut));
        assert_eq!(round.refresh(&round.tokens[0].1).await, Err(Code::SignedOut));
        assert_eq!(round.profile(&round.tokens[1].0).await, Ok(()), "another sign-in is another session");
    })
    .await;
    worked += rounds(numbers(1), async |number| {
        let round = Round::of(apps, visitor, number, "member").await;
        let user_id = round.member.0.to_string();
        staff.call::<DeleteUser>(UserRequest { user_id }).await.expect("disabled");
        round.all_are_over().await;
    })
    .await;
    worked += rounds(numbers(2), async |number| {
        let round = Round::of(apps, visitor, number, "member").await;
        for (access, _) in &round.tokens {
            assert_eq!(round.pays(access).await, Code::Unreadable, "may pay before");
        }
        let request = UpdateMemberRequest {
            user_id: MemberId(round.member.0.to_string()),
            nickname: None,
            role: Role::Viewer,
            permissions: None,
        };
        round.master.1.call::<UpdateBulkUser>(request).await.expect("changed");
        for (access, _) in &round.tokens {
            assert_eq!(round.pays(access).await, Code::Forbidden);
        }
    })
    .await;
    worked += rounds(numbers(3), async |number| {
        let round = Round::of(apps, visitor, number, "member").await;
        let request =
            ChangePasswordRequest { old_password: PASSWORD.to_owned(), new_password: format!("{PASSWORD}-{number}") };
        let tokens = round.member.1.call::<ChangePassword>(request).await.expect("changed");
        round.all_are_over().await;
        assert_eq!(round.profile(&tokens.access_token).await, Ok(()), "the session that changed it continues");
    })
    .await;
    worked += rounds(numbers(4), async |number| {
        let round = Round::of(apps, visitor, number, "master").await;
        let request = TransferMasterRequest { user_id: MemberId(round.member.0.to_string()), nickname: None };
        round.master.1.call::<TransferMasterBulkUser>(request).await.expect("transferred");
        round.all_are_over().await;
        let new = round.member.1.at(round.first).call::<GetUserProfile>(Nothing {}).await.expect("the new Master");
        assert_eq!(new.role, Some(Role::Master), "and the other one may at once");
    })
    .await;
    assert_eq!(i32::try_from(worked), Ok(5 * each));
}
