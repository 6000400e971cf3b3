//! Altered facts are shown to staff, and found by the daily check.

use chrono::TimeDelta;
use gridbill::check;
use gridbill::facts::{seal, verify};
use gridbill_core::activity::{ActivityCheck, ActivityDamage, GetActivityCheck};
use gridbill_core::endpoint::Nothing;
use serde_json::json;

use super::{World, listed, world};
use crate::support::Actor;
use crate::support::given::SINAR;

async fn activity_check(actor: &Actor) -> ActivityCheck {
    actor.call::<GetActivityCheck>(Nothing {}).await.expect("a check")
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_see_what_was_tampered_with_and_so_does_the_daily_look() {
    let World { portal, master, pccr, .. } = world().await;
    let damages = async |actor: &Actor| -> Vec<Option<ActivityDamage>> {
        listed(actor, json!({ "bulkId": SINAR })).await.into_iter().map(|one| one.damage).collect()
    };
    assert_eq!(activity_check(&pccr).await.checked_at, None);
    seal::seal(&portal.app).await.expect("a seal");
    verify::daily(&portal.app).await.expect("a check");
    let first = activity_check(&pccr).await;
    assert!(first.checked_at.is_some() && first.sealed_day.is_some() && first.facts >= 4, "{first:?}");
    assert_eq!((first.broken, damages(&pccr).await), (0, vec![None; 4]));

    // Alter the actor of a stored fact without updating its hash.
    portal.damage("update fact set actor_name = 'Somebody' where kind = 'PaymentSubmitted'").await;
    assert_eq!(damages(&pccr).await, [None, None, None, Some(ActivityDamage::Altered)]);
    assert_eq!(damages(&master).await, [None; 4]);
    // With a recomputed hash, the next fact in the chain no longer follows.
    portal
        .damage(
            "update fact set actor_digest = fact_digest(actor_salt, fact_actor_texts(fact)) where kind = 'PaymentSubmitted';
             update fact set hash = sha256(convert_to(fact_salted_form(fact), 'UTF8')) where kind = 'PaymentSubmitted'",
        )
        .await;
    assert_eq!(damages(&pccr).await, [None, None, Some(ActivityDamage::NotFollowing), None]);
    portal.damage("delete from fact where kind = 'PaymentSubmitted'").await;
    assert_eq!(damages(&pccr).await, [None, None, Some(ActivityDamage::Gap)]);
    let (_, findings) = check::look(portal.pool()).await.expect("a check");
    let broken: Vec<_> = findings.iter().filter(|finding| finding.number == 11 && finding.broken > 0).collect();
    assert!(broken.len() >= 2, "the chain and the seal: {broken:?}");

    // The check runs once a day. Its result tells staff who see everything where to look.
    verify::daily(&portal.app).await.expect("nothing to do");
    assert_eq!(activity_check(&pccr).await.broken, 0);
    portal.advance(TimeDelta::days(1));
    verify::daily(&portal.app).await.expect("a check");
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let second = activity_check(&pccr).await;
    assert_eq!((second.broken, second.findings.len()), (2, 2));
    assert!(second.findings[0].contains("is missing before"), "{second:?}");
    let ict = activity_check(&portal.sign_in_staff("ict@utility.example").await).await;
    assert_eq!((ict.broken, ict.findings.len()), (2, 0));
}
