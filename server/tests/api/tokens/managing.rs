//! Creating, listing, rotating and revoking tokens, and their reminders.

use chrono::TimeDelta;
use gridbill::serve::jobs::remind_of_tokens;
use gridbill_core::Code;
use gridbill_core::bills::GetOutstandingBills;
use gridbill_core::notifications::GetNotificationLogs;
use gridbill_core::tokens::{GetApiTokens, RevokeApiToken, RotateApiToken, TokenKind, token_kind};
use serde_json::{Value, json};

use super::{World, bills, last_day, new};
use crate::accounts::every_invariant_holds;
use crate::support::Actor;
use crate::support::given::SINAR;

async fn list(master: &Actor) -> Vec<Value> {
    let found = master.call_raw::<GetApiTokens>(json!({ "id": SINAR })).await.expect("tokens");
    found["items"].as_array().expect("items").clone()
}

async fn reads(client: &Actor) -> Result<u64, Code> {
    let found = client.call_raw::<GetOutstandingBills>(json!({ "id": SINAR })).await;
    found.map(|page| page["total"].as_u64().expect("a count")).map_err(|refused| refused.code())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_shown_once_and_its_use_is_noted() {
    let world = World::new().await;
    bills(&world.portal).await;
    let mut request = new(" ERP import ", &["downloads", "bills:read", "bills:read"]);
    request["addresses"] = json!(["127.0.0.1", "::1"]);
    let created = world.create(request).await.expect("a token");
    let secret = created["secret"].as_str().expect("a text");
    assert_eq!(token_kind(secret), Some(TokenKind::Portal), "{secret}");
    assert_eq!(reads(&world.client(&created)).await, Ok(3));
    let row = &list(&world.master).await[0];
    assert_eq!(row["name"], "ERP import");
    assert_eq!(row["scopes"], json!(["bills:read", "downloads"]));
    assert_eq!(row["addresses"], json!(["127.0.0.1/32", "::1/128"]));
    assert_eq!((&row["state"], &row["createdBy"]), (&json!("active"), &json!("Aminah")));
    assert!(row["lastUsedAt"].is_string() && row["lastUsedAddress"] == "127.0.0.1", "{row}");
    assert!(secret.ends_with(row["ending"].as_str().expect("a text")));
    assert!(!row.to_string().contains(&secret[..20]), "the list never has the token");
    // The use is noted at most once a minute.
    let first = row["lastUsedAt"].clone();
    world.portal.advance(TimeDelta::seconds(59));
    reads(&world.client(&created)).await.expect("bills");
    assert_eq!(list(&world.master).await[0]["lastUsedAt"], first);
    world.portal.advance(TimeDelta::seconds(1));
    reads(&world.client(&created)).await.expect("bills");
    assert_ne!(list(&world.master).await[0]["lastUsedAt"], first);
    let (who, title) = world.log().await.into_iter().find(|(_, title)| title.contains("API token")).expect("a fact");
    assert_eq!(who, "Aminah");
    assert!(title.starts_with("An API token was created for ERP import, valid until"), "{title}");
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_needs_a_factor_a_proof_and_valid_fields() {
    let world = World::new().await;
    let refused = async |request: Value| {
        let refused = world.create(request).await.expect_err("refused");
        refused.fields().first().map_or(refused.code(), |(_, code)| *code)
    };
    let with = |name: &str, value: Value| {
        let mut request = new("ERP", &["bills:read"]);
        request[name] = value;
        request
    };
    assert_eq!(refused(with("name", json!(" "))).await, Code::ApiTokenNameInvalid);
    assert_eq!(refused(with("scopes", json!([]))).await, Code::ApiTokenScopesRequired);
    assert_eq!(refused(with("scopes", json!(["payments:pay"]))).await, Code::Unreadable);
    assert_eq!(refused(with("expiresOn", json!(last_day(366)))).await, Code::ApiTokenExpiryInvalid);
    assert_eq!(refused(with("expiresOn", json!(last_day(-1)))).await, Code::ApiTokenExpiryInvalid);
    assert_eq!(refused(with("addresses", json!(["0.0.0.0/0"]))).await, Code::ApiTokenNetworkInvalid);
    let many: Vec<_> = (0..21).map(|last| format!("203.0.113.{last}")).collect();
    assert_eq!(refused(with("addresses", json!(many))).await, Code::ApiTokenNetworksTooMany);
    world.run("update session set proved_at = null").await;
    assert_eq!(refused(new("ERP", &["bills:read"])).await, Code::ConfirmIdentity);
    world.run("delete from factor").await;
    assert_eq!(refused(new("ERP", &["bills:read"])).await, Code::ApiTokenNeedsFactor);
    assert_eq!(list(&world.master).await, Vec::<Value>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_unique_among_working_tokens_and_their_number_is_limited() {
    let world = World::new().await;
    let (token_id, _) = world.token("ERP 0", &["bills:read"]).await;
    for number in 1..20 {
        world.token(&format!("ERP {number}"), &["bills:read"]).await;
    }
    let taken = world.create(new("erp 0", &["bills:read"])).await.expect_err("taken");
    assert_eq!(taken.fields(), [("name", Code::ApiTokenNameTaken)]);
    let many = world.create(new("One more", &["bills:read"])).await.expect_err("too many");
    assert_eq!(many.code(), Code::ApiTokensTooMany);
    let named = json!({ "id": SINAR, "tokenId": token_id });
    world.master.call_raw::<RevokeApiToken>(named.clone()).await.expect("revoked");
    world.token("ERP 0", &["bills:read"]).await;
    let again = world.master.call_raw::<RevokeApiToken>(named).await.expect_err("revoked");
    assert_eq!(again.code(), Code::ApiTokenEnded);
    let unknown = json!({ "id": SINAR, "tokenId": "01890000-0000-7000-8000-000000000000" });
    let unknown = world.master.call_raw::<RevokeApiToken>(unknown).await.expect_err("unknown");
    assert_eq!(unknown.code(), Code::ApiTokenNotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_token_works_for_24_hours_and_at_most_two_work() {
    let world = World::new().await;
    bills(&world.portal).await;
    let created = world.create(new("ERP", &["bills:read"])).await.expect("a token");
    let rotate = json!({ "id": SINAR, "tokenId": created["token"]["tokenId"], "expiresOn": last_day(300) });
    let second = world.master.call_raw::<RotateApiToken>(rotate.clone()).await.expect("rotated");
    assert_eq!(second["token"]["state"], "rotating");
    let [old, new] = [&created, &second].map(|created| world.client(created));
    assert_eq!((reads(&old).await, reads(&new).await), (Ok(3), Ok(3)));
    // Another rotation ends the oldest at once.
    let third = world.master.call_raw::<RotateApiToken>(rotate).await.expect("rotated");
    let newest = world.client(&third);
    assert_eq!(reads(&old).await, Err(Code::ApiTokenReplaced));
    assert_eq!((reads(&new).await, reads(&newest).await), (Ok(3), Ok(3)));
    world.portal.advance(TimeDelta::hours(24) - TimeDelta::seconds(1));
    assert_eq!(reads(&new).await, Ok(3));
    world.portal.advance(TimeDelta::seconds(1));
    assert_eq!((reads(&new).await, reads(&newest).await), (Err(Code::ApiTokenReplaced), Ok(3)));
    let log = world.log().await;
    assert!(log.iter().any(|(_, title)| title.starts_with("The API token of ERP was replaced")), "{log:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_token_ends_with_the_new_last_day() {
    let world = World::new().await;
    bills(&world.portal).await;
    let created = world.create(new("ERP", &["bills:read"])).await.expect("a token");
    let rotate = json!({ "id": SINAR, "tokenId": created["token"]["tokenId"], "expiresOn": last_day(0) });
    let second = world.master.call_raw::<RotateApiToken>(rotate).await.expect("rotated");
    let [old, new] = [&created, &second].map(|created| world.client(created));
    assert_eq!((reads(&old).await, reads(&new).await), (Ok(3), Ok(3)));
    // It is noon: the last day ends in twelve hours.
    world.portal.advance(TimeDelta::hours(13));
    assert!(reads(&old).await.is_err() && reads(&new).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_master_is_reminded_30_and_7_days_before() {
    let world = World::new().await;
    world.token("ERP", &["bills:read"]).await;
    let mut short = new("Short", &["bills:read"]);
    short["expiresOn"] = json!(last_day(3));
    world.create(short).await.expect("a token");
    let reminders = async || {
        remind_of_tokens(&world.portal.app).await.expect("a run");
        let master = world.signed_in_again().await;
        let news = master.call_raw::<GetNotificationLogs>(json!({})).await.expect("notifications");
        news.to_string().matches("The API token of").count()
    };
    // The token that ends in three days was made with its reminders behind it.
    assert_eq!(reminders().await, 0);
    // The last day of the other one is 90 days away.
    world.portal.advance(TimeDelta::days(59));
    assert_eq!(reminders().await, 0);
    world.portal.advance(TimeDelta::days(1));
    assert_eq!((reminders().await, reminders().await), (1, 1));
    world.portal.advance(TimeDelta::days(22));
    assert_eq!(reminders().await, 1);
    world.portal.advance(TimeDelta::days(1));
    assert_eq!((reminders().await, reminders().await), (2, 2));
}
