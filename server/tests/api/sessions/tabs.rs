//! A browser whose tabs share one pair of tokens, on a network that loses answers.
//!
//! The tabs refresh one after the other by `navigator.locks` (app/src/kit/call/api.ts). A lost answer then signs no
//! user out, because a spent token is accepted again while the pair it gave is unused. Without the lock, a request that
//! the network delays can arrive with a spent token whose pair is in use. The server cannot distinguish that from a
//! thief, so it ends the session (docs/http.md#sessions-and-cookies). The user of such a browser signs in again.

use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::TimeDelta;
use futures::future::join_all;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde_json::json;
use tokio::sync::Mutex;

use super::{APP, PROFILE, REFRESH, begin, portal};
use crate::support::raw::{RawClient, RawResponse};
use crate::support::{either, sql};

/// Number of browsers open at the same time.
const BROWSERS: u64 = 50;
const RACES: u64 = 4;

/// The effect of the network on a call.
#[derive(Clone, Copy, PartialEq)]
enum NetworkFault {
    Answered,
    /// The server handled the call, but its answer is lost.
    AnswerLost,
    /// The request never reaches the server.
    Cut,
}

fn fate(random: &mut ChaCha20Rng) -> NetworkFault {
    match random.random_range(0..10) {
        0..=2 => NetworkFault::AnswerLost,
        3 => NetworkFault::Cut,
        _ => NetworkFault::Answered,
    }
}

#[derive(Clone)]
struct Pair {
    access: String,
    refresh: String,
}

struct Browser {
    wire: RawClient,
    jar: Mutex<Pair>,
    /// Stands for `navigator.locks`: one tab refreshes at a time.
    turn: Mutex<()>,
    /// Every refresh token that the server issued, received or not.
    given: Mutex<Vec<String>>,
    /// Number of answers that the network lost.
    lost: AtomicUsize,
}

impl Browser {
    fn with(wire: &RawClient, (access, refresh): (String, String)) -> Self {
        let (jar, given) = (Mutex::new(Pair { access, refresh: refresh.clone() }), Mutex::new(vec![refresh]));
        Self { wire: wire.clone(), jar, turn: Mutex::new(()), given, lost: AtomicUsize::new(0) }
    }

    async fn send(&self, method: &str, path: &str, fate: NetworkFault) -> Option<RawResponse> {
        let Pair { access, refresh } = self.jar.lock().await.clone();
        if fate == NetworkFault::Cut {
            return None;
        }
        let cookie = format!("gridbill_access={access}; gridbill_refresh={refresh}");
        Some(self.wire.send(method, path, &[APP, ("cookie", &cookie)], "").await)
    }

    /// Refreshes in one tab. Returns none if the answer was lost.
    async fn refresh(&self, fate: NetworkFault) -> Option<()> {
        let _turn = self.turn.lock().await;
        let answer = self.send("POST", REFRESH, fate).await;
        if fate != NetworkFault::Answered {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        let answer = answer?;
        assert_eq!(answer.status, 200, "signed out: {}", answer.text());
        let cookies = answer.cookies();
        let value = |name: &str| -> String {
            let cookie = cookies.iter().find_map(|cookie| cookie.strip_prefix(name)).expect("a cookie");
            cookie.trim_start_matches('=').split(';').next().expect("a value").to_owned()
        };
        let next = Pair { access: value("gridbill_access"), refresh: value("gridbill_refresh") };
        self.given.lock().await.push(next.refresh.clone());
        if fate == NetworkFault::AnswerLost {
            return None;
        }
        *self.jar.lock().await = next;
        Some(())
    }

    /// Calls as the app does: if the access token has expired, refreshes and calls again.
    async fn call(&self, mut fate: impl FnMut() -> NetworkFault) {
        let told = fate();
        let Some(answer) = self.send("GET", PROFILE, told).await else { return };
        if told == NetworkFault::AnswerLost || answer.status == 200 {
            return;
        }
        assert_eq!(answer.status, 401, "{}", answer.text());
        if self.refresh(fate()).await.is_some() {
            let again = self.send("GET", PROFILE, NetworkFault::Answered).await.expect("an answer");
            assert_eq!(again.status, 200, "signed out after a refresh: {}", again.text());
        }
    }

    /// Runs one tab for a short time: some calls, and perhaps a timed refresh.
    async fn tab(&self, mut random: ChaCha20Rng) {
        for _ in 0..random.random_range(1..=2) {
            if random.random_bool(0.5) {
                self.refresh(fate(&mut random)).await;
            } else {
                self.call(|| fate(&mut random)).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_lost_answers_signs_no_user_out_and_theft_ends_the_session() {
    let (portal, wire) = portal().await;
    let query = "select person_id from person where email = 'payer@sinar.example'";
    let person_id = sql::value::<uuid::Uuid>(portal.pool(), query, &[]).await;
    let mut clock = ChaCha20Rng::seed_from_u64(0);
    let (mut lost, batches) = (0, either(1, 5));
    for batch in 0..batches {
        let mut browsers = Vec::new();
        for _ in 0..BROWSERS {
            browsers.push(Browser::with(&wire, begin(&portal.app, person_id).await));
        }
        for race in 0..RACES {
            let tabs = browsers.iter().zip(0_u64..).flat_map(|(browser, place)| {
                let seed = (batch * BROWSERS + place) * RACES + race;
                (0..=place % 8).map(move |tab| browser.tab(ChaCha20Rng::seed_from_u64(seed * 8 + tab)))
            });
            join_all(tabs).await;
            // Less than a quarter of an hour in all, so that no session becomes idle. The access token's five minutes
            // do expire.
            portal.app.clock.advance(TimeDelta::seconds(clock.random_range(1..290)));
        }
        for (browser, place) in browsers.iter().zip(0_usize..) {
            lost += browser.lost.load(Ordering::Relaxed) as u64;
            // Refresh twice: the first may repeat a lost pair, and the second invalidates all earlier tokens.
            for _ in 0..2 {
                browser.refresh(NetworkFault::Answered).await.expect("the session goes on");
            }
            let used = browser.send("GET", PROFILE, NetworkFault::Answered).await.expect("an answer");
            assert_eq!(used.status, 200);
            rob(browser, place).await;
        }
    }
    println!("{lost} answers of refreshes were lost");
    assert!(lost > 100 * batches, "only {lost} answers were lost");
}

/// A thief uses any spent token, which ends the session for both.
async fn rob(browser: &Browser, place: usize) {
    let given = browser.given.lock().await.clone();
    let (_, spent) = given.split_last().expect("a token");
    let stolen = &spent[place % spent.len()];
    let body = json!({ "refreshToken": stolen }).to_string();
    let answer = browser.wire.send("POST", REFRESH, &[], body).await;
    assert_eq!(answer.code().as_deref(), Some("signedOut"));
    let after = browser.send("GET", PROFILE, NetworkFault::Answered).await.expect("an answer");
    assert_eq!(after.code().as_deref(), Some("signedOut"), "the session continues");
    let after = browser.send("POST", REFRESH, NetworkFault::Answered).await.expect("an answer");
    assert_eq!(after.code().as_deref(), Some("signedOut"), "the session continues");
}

/// Without the lock, the result depends on the order of arrival.
#[tokio::test(flavor = "multi_thread")]
async fn without_the_lock_a_late_request_with_the_old_token_ends_the_session() {
    let (portal, wire) = portal().await;
    let query = "select person_id from person where email = 'payer@sinar.example'";
    let person_id = sql::value::<uuid::Uuid>(portal.pool(), query, &[]).await;
    // Eight tabs refresh with the same token before any of them uses its new pair: all succeed.
    let (_, shared) = begin(&portal.app, person_id).await;
    let pairs = join_all((0..8).map(|_| super::refresh(&wire, &shared))).await;
    let pairs: Vec<_> = pairs.into_iter().map(|pair| pair.expect("a pair")).collect();
    for (access, _) in &pairs {
        assert_eq!(super::profile(&wire, access).await.status, 200);
    }
    // The cookie jar has one of these pairs, and the next refresh uses it.
    assert!(super::refresh(&wire, &pairs[3].1).await.is_ok());

    // One tab used its new pair before another tab's request with the old token arrives.
    let (_, shared) = begin(&portal.app, person_id).await;
    let (access, refresh) = super::refresh(&wire, &shared).await.expect("a pair");
    assert_eq!(super::profile(&wire, &access).await.status, 200);
    assert_eq!(super::refresh(&wire, &shared).await, Err("signedOut".to_owned()));
    assert_eq!(super::profile(&wire, &access).await.code().as_deref(), Some("signedOut"), "for the other tab, too");
    assert_eq!(super::refresh(&wire, &refresh).await, Err("signedOut".to_owned()));
}
