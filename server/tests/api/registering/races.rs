//! Simultaneous registrations and links.

use futures::future::join_all;

use super::*;
use crate::support::sql;

#[tokio::test(flavor = "multi_thread")]
async fn one_of_twenty_registrations_of_an_address_wins_and_the_others_leave_nothing() {
    let portal = Portal::start().await;
    let (_second, elsewhere) = portal.second().await;
    let tries = (0..20).map(|turn| {
        let visitor = if turn % 2 == 0 { portal.visitor() } else { portal.visitor().at(elsewhere) };
        let form = RegisterRequest { password: format!("{NEW}-{turn}"), mobile_no: format!("1{turn:08}"), ..form(NUR) };
        async move { (turn, visitor.call::<Register>(form).await) }
    });
    let answers = join_all(tries).await;
    let winners: Vec<_> = answers.iter().filter(|(_, answer)| answer.is_ok()).map(|(turn, _)| *turn).collect();
    let [winner] = winners[..] else { panic!("{winners:?} won") };
    for refused in answers.into_iter().filter_map(|(_, answer)| answer.err()) {
        assert_eq!((refused.status, refused.fields()), (409, vec![("email", Code::EmailInUse)]));
    }
    let query = "select (select count(*) from person), (select count(*) from link),
                 (select count(*) from mail), (select count(*) from fact),
                 (select mobile_no from person)";
    let (people, links, letters, notes, mobile_no) =
        sql::row::<(i64, i64, i64, i64, String)>(portal.pool(), query, &[]).await;
    assert_eq!((people, links, letters, notes), (1, 1, 1, 1));
    assert_eq!(mobile_no, format!("1{winner:08}"));
    activate(&portal, &token(&portal, NUR).await).await.expect("activated");
    sign_in(&portal, NUR, &format!("{NEW}-{winner}")).await.expect("the winner's password opens");
}

/// The same race for an address with an expired registration.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_twenty_repeated_registrations_wins() {
    let portal = Portal::start().await;
    register(&portal, NUR).await.expect("registered");
    portal.advance(TimeDelta::hours(25));
    let tries = (0..20).map(|turn| {
        let visitor = portal.visitor();
        let form = RegisterRequest { password: format!("{NEW}-{turn}"), ..form(NUR) };
        async move { (turn, visitor.call::<Register>(form).await) }
    });
    let answers = join_all(tries).await;
    let winners: Vec<_> = answers.iter().filter(|(_, answer)| answer.is_ok()).map(|(turn, _)| *turn).collect();
    let [winner] = winners[..] else { panic!("{winners:?} won") };
    assert_eq!(emails(&portal, NUR).await.len(), 2);
    activate(&portal, &token(&portal, NUR).await).await.expect("activated");
    sign_in(&portal, NUR, &format!("{NEW}-{winner}")).await.expect("the winner's password opens");
}

/// Links of one person are renewed, used and requested at the same time without a deadlock.
#[tokio::test(flavor = "multi_thread")]
async fn asking_for_links_from_all_sides_never_breaks() {
    let portal = Portal::with_people().await;
    register(&portal, NUR).await.expect("registered");
    let first = token(&portal, NUR).await;
    forgot(&portal, "viewer@sinar.example").await.expect("an e-mail");
    let second = token(&portal, "viewer@sinar.example").await;
    let tries = (0..60).map(|turn| {
        let (portal, first, second) = (&portal, &first, &second);
        async move {
            let answer = match turn % 6 {
                0 => forgot(portal, NUR).await,
                1 => activate(portal, first).await.map(drop),
                2 => register(portal, NUR).await.map(drop),
                3 => forgot(portal, "viewer@sinar.example").await,
                4 => reset(portal, second, &format!("{NEW}-{turn}")).await,
                _ => sign_in(portal, "viewer@sinar.example", crate::support::portal::PASSWORD).await.map(drop),
            };
            answer.err().map(|refused| refused.status)
        }
    });
    let broken: Vec<_> = join_all(tries).await.into_iter().flatten().filter(|status| *status >= 500).collect();
    assert!(broken.is_empty(), "{broken:?}");
}
