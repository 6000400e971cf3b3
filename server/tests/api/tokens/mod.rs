//! API tokens: what they may do, when they are refused, and what is recorded (docs/domain/tokens.md).

mod calls;
mod limits;
mod managing;
mod refused;

use gridbill_core::activity::GetActivityLogs;
use gridbill_core::tokens::CreateApiToken;
use serde_json::{Value, json};

use crate::support::given::{self, SINAR};
use crate::support::{Actor, Portal, RefusedCall, sql};

const MASTER: &str = "master@sinar.example";
const ALL_SCOPES: [&str; 6] =
    ["bills:read", "payments:read", "payments:propose", "accounts:read", "accounts:write", "downloads"];

/// A portal whose Master has a second factor and has just proved it.
pub struct World {
    pub portal: Portal,
    pub master: Actor,
}

impl World {
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    async fn with(flags: &[&str]) -> Self {
        let portal = Portal::with_people_and(flags).await;
        let master = portal.sign_in(MASTER).await;
        let world = Self { portal, master };
        world
            .run(
                "insert into factor (factor_id, person_id, kind, name, added_at, secret)
                 select gen_random_uuid(), person_id, 'totp', 'App', now(), 'secret' from person
                 where email = 'master@sinar.example'",
            )
            .await;
        world
    }

    /// Runs statements with all triggers, as another part of the portal would.
    async fn run(&self, statements: &str) {
        sql::run_script(&mut self.portal.superuser().await, statements).await;
    }

    pub async fn create(&self, request: Value) -> Result<Value, RefusedCall> {
        self.master.call_raw::<CreateApiToken>(request).await
    }

    /// Creates a token, and returns its id and a client that uses it.
    async fn token(&self, name: &str, scopes: &[&str]) -> (Value, Actor) {
        let created = self.create(new(name, scopes)).await.expect("a token");
        (created["token"]["tokenId"].clone(), self.client(&created))
    }

    fn client(&self, created: &Value) -> Actor {
        self.portal.visitor().with_token(created["secret"].as_str().expect("a text").to_owned())
    }

    /// Signs the Master in again, who is then without a second factor.
    async fn signed_in_again(&self) -> Actor {
        self.run("delete from factor").await;
        self.portal.sign_in(MASTER).await
    }

    /// Returns who did what, by the activity log of the company, the newest first.
    async fn log(&self) -> Vec<(String, String)> {
        let master = self.signed_in_again().await;
        let found = master.call_raw::<GetActivityLogs>(json!({})).await.expect("a log");
        let text = |row: &Value, name: &str| row[name].as_str().expect("a text").to_owned();
        let rows = found["items"].as_array().expect("rows");
        rows.iter().map(|row| (text(row, "who"), text(row, "title"))).collect()
    }
}

pub fn new(name: &str, scopes: &[&str]) -> Value {
    json!({ "id": SINAR, "name": name, "scopes": scopes, "expiresOn": last_day(90) })
}

/// Returns the day in that number of days.
fn last_day(days: i64) -> String {
    crate::support::clock::today().plus_days(days).to_string()
}

async fn bills(portal: &Portal) -> Vec<gridbill_core::number::InvoiceNo> {
    given::bills(portal.pool(), SINAR, 3, "100.00").await
}
