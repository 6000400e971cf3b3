//! Refused calls: each with its code, on the next call, and recorded once an hour.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::accounts::groups::CreateGroup;
use gridbill_core::bills::GetOutstandingBills;
use gridbill_core::payments::GetPaymentTransactions;
use gridbill_core::tokens::{RevokeApiToken, TokenKind, write_token};
use serde_json::json;

use super::{World, bills, new};
use crate::support::Actor;
use crate::support::given::{MAJLIS, SINAR};

async fn refused(client: &Actor) -> Code {
    client.call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await.expect_err("refused").code()
}

impl World {
    /// Returns how often the log says that a call was refused for that reason.
    async fn recorded(&self, reason: &str) -> usize {
        let end = format!("was refused: {reason}.");
        self.log().await.iter().filter(|(who, title)| who.starts_with("Integration ") && title.ends_with(&end)).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_token_is_refused_on_the_next_call_of_every_process() {
    let world = World::new().await;
    bills(&world.portal).await;
    let (token_id, client) = world.token("ERP", &["bills:read"]).await;
    let (_second, address) = world.portal.second().await;
    client.at(address).call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await.expect("bills");
    let named = json!({ "id": SINAR, "tokenId": token_id });
    world.master.call_raw::<RevokeApiToken>(named).await.expect("revoked");
    for _ in 0..3 {
        assert_eq!(refused(&client).await, Code::ApiTokenRevoked);
        assert_eq!(refused(&client.at(address)).await, Code::ApiTokenRevoked);
    }
    assert_eq!(world.recorded("it was revoked").await, 1, "once an hour");
    world.portal.advance(TimeDelta::seconds(3600));
    refused(&client).await;
    assert_eq!(world.recorded("it was revoked").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_token_is_refused() {
    let world = World::new().await;
    let (_, client) = world.token("ERP", &["bills:read"]).await;
    world.portal.advance(TimeDelta::days(91));
    assert_eq!(refused(&client).await, Code::ApiTokenExpired);
    assert_eq!(world.recorded("it has expired").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_from_a_foreign_address_is_refused() {
    let world = World::with(&["--address-header=x-forwarded-for"]).await;
    bills(&world.portal).await;
    let mut request = new("ERP", &["bills:read"]);
    request["addresses"] = json!(["203.0.113.0/24", "2001:db8::/32"]);
    let client = world.client(&world.create(request).await.expect("a token"));
    let from = |address: &str| client.with("x-forwarded-for", address);
    for address in ["203.0.113.7", "::ffff:203.0.113.7", "2001:db8::9"] {
        from(address).call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await.expect(address);
    }
    for address in ["203.0.114.7", "2001:db9::9", "unknown", "203.0.113.7, 198.51.100.1"] {
        assert_eq!(refused(&from(address)).await, Code::ApiTokenAddressRefused, "{address}");
    }
    assert_eq!(world.recorded("the address is not allowed").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_without_the_scope_names_the_scope() {
    let world = World::new().await;
    let (_, client) = world.token("ERP", &["payments:read"]).await;
    let answer = client.call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await.expect_err("refused");
    assert_eq!((answer.code(), &answer.body.params["scope"]), (Code::ApiTokenScopeMissing, &json!("bills:read")));
    client.call_raw::<GetPaymentTransactions>(json!({ "bulkId": SINAR })).await.expect("payments");
    assert_eq!(world.recorded("it may not do this").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_does_no_more_than_its_creator_may_do_now() {
    let world = World::new().await;
    bills(&world.portal).await;
    let (_, client) = world.token("ERP", &["bills:read", "accounts:write"]).await;
    let group = async |name: &str| {
        let made = client.call_raw::<CreateGroup>(json!({ "id": SINAR, "groupName": name })).await;
        made.map(drop).map_err(|refused| refused.code())
    };
    assert_eq!(group("North").await, Ok(()));
    // The creator becomes a Viewer: reading still works.
    world.run("update person set role = 'viewer' where email = 'master@sinar.example'").await;
    assert_eq!(group("South").await, Err(Code::ApiTokenCreatorRefused));
    client.call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await.expect("bills");
    world.run("update person set role = 'master' where email = 'master@sinar.example'").await;
    assert_eq!(group("South").await, Ok(()));
    assert_eq!(world.recorded("the user who created it may not do this any more").await, 1);
    // The creator leaves.
    world.run("update person set disabled_at = now() where email = 'master@sinar.example'").await;
    assert_eq!(refused(&client).await, Code::ApiTokenCreatorRefused);
    world
        .run(&format!(
            "update person set disabled_at = null, role = 'viewer', bulk_id = '{MAJLIS}' where email = 'master@sinar.example'"
        ))
        .await;
    assert_eq!(refused(&client).await, Code::ApiTokenCreatorRefused);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_no_token_is_refused() {
    let world = World::new().await;
    let created = world.create(new("ERP", &["bills:read"])).await.expect("a token");
    let secret = created["secret"].as_str().expect("a text");
    let changed = format!("{}{}", &secret[..52], if secret.ends_with('0') { '1' } else { '0' });
    let invented = write_token(TokenKind::Portal, &[7; 32]);
    for wrong in ["gbp_", changed.as_str(), invented.as_str(), &secret.to_lowercase()] {
        let client = world.portal.visitor().with_token(wrong.to_owned());
        assert_eq!(refused(&client).await, Code::ApiTokenInvalid, "{wrong}");
    }
}

/// A token of the sandbox says so at the portal, and the other way round.
#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_the_other_system_is_refused() {
    let world = World::new().await;
    let ask = async |kind| {
        let client = world.portal.visitor().with_token(write_token(kind, &[7; 32]));
        refused(&client).await
    };
    assert_eq!(ask(TokenKind::Sandbox).await, Code::ApiTokenOfSandbox);
    world.run("insert into secret (name, value) values ('demo', '')").await;
    assert_eq!(ask(TokenKind::Portal).await, Code::ApiTokenOfPortal);
    assert_eq!(ask(TokenKind::Sandbox).await, Code::ApiTokenInvalid, "an unknown token");
    let created = world.create(new("ERP", &["bills:read"])).await.expect("a token");
    let secret = created["secret"].as_str().expect("a text");
    assert!(secret.starts_with("gbp_test_"), "{secret}");
    let client = world.portal.visitor().with_token(secret.to_owned());
    assert!(client.call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await.is_ok());
}

/// The checksum is checked without the database.
#[tokio::test(flavor = "multi_thread")]
async fn a_mistyped_token_needs_no_connection() {
    let world = World::new().await;
    let _held = world.portal.with_one_connection().await;
    let client = world.portal.visitor().with_token("gbp_mistyped".to_owned());
    let answers = (0..20).map(|_| refused(&client));
    let codes = futures::future::join_all(answers).await;
    assert!(codes.iter().all(|code| *code == Code::ApiTokenInvalid), "{codes:?}");
}
