//! Access to a declaration, and the headers of its download.

use super::{OTHER, World, fixture, pdf};
use crate::support::sql;
use gridbill_core::registration::RegistrationStatus;

#[tokio::test]
async fn the_maker_and_reviewers_see_it_and_for_all_others_it_is_not_there() {
    let world = World::new().await;
    let declaration = world.uploaded("Akuan.pdf", &pdf()).await;
    let application = world.application(RegistrationStatus::PendingApproval, Some(&declaration.file_id)).await;
    for email in [super::NEW, "pccr@utility.example", "glb@utility.example"] {
        let answer = world.download(&world.token_of(email).await, &application).await;
        assert_eq!((answer.status, &answer.body), (200, &pdf()), "{email}");
    }
    for email in [OTHER, "master@sinar.example", "ict@utility.example"] {
        let answer = world.download(&world.token_of(email).await, &application).await;
        assert_eq!((answer.status, answer.code().as_deref()), (404, Some("registrationNotFound")), "{email}");
    }
    for id in ["0", "%00", "..%2f..%2fkeys", &declaration.file_id, &uuid::Uuid::now_v7().to_string()] {
        assert_eq!(world.download(&world.token, id).await.status, 404, "{id}");
    }
    assert_eq!(world.download("Bearer nobody", &application).await.status, 401);
}

#[tokio::test]
async fn a_draft_is_the_makers_alone() {
    let world = World::new().await;
    let declaration = world.uploaded("Akuan.pdf", &pdf()).await;
    let draft = world.application(RegistrationStatus::Unregistered, Some(&declaration.file_id)).await;
    assert_eq!(world.download(&world.token, &draft).await.status, 200);
    assert_eq!(world.download(&world.token_of("pccr@utility.example").await, &draft).await.status, 404);
}

#[tokio::test]
async fn staff_see_what_was_submitted_while_the_maker_changes_it() {
    let world = World::new().await;
    let submitted = world.uploaded("first.pdf", &pdf()).await;
    let application = world.application(RegistrationStatus::RequestForInfo, Some(&submitted.file_id)).await;
    let picture = fixture("a plain png");
    let changed = world.replaced(&picture, &submitted.file_id).await;
    let changed_id = uuid::Uuid::parse_str(&changed.file_id).unwrap();
    sql::run(world.pool(), "update registration set declaration_id = $1", &[&changed_id]).await;
    let staff = world.token_of("pccr@utility.example").await;
    assert_eq!(world.download(&staff, &application).await.body, pdf());
    assert_eq!(world.download(&world.token, &application).await.body, picture);
}

#[tokio::test]
async fn a_declaration_is_downloaded_and_never_shown_in_the_portals_origin() {
    let world = World::new().await;
    for (name, file, kind, sent) in [
        ("Declaration Form.pdf", "a plain pdf", "application/pdf", "Declaration%20Form.pdf"),
        ("akuan 公司.jpeg", "a plain jpeg", "image/jpeg", "akuan%20%E5%85%AC%E5%8F%B8.jpg"),
        ("a\";b=c.png", "a plain png", "image/png", "a%20%3Bb%3Dc.png"),
    ] {
        let declaration = world.uploaded(&name.replace('"', "%22"), &fixture(file)).await;
        let application = world.application(RegistrationStatus::Rejected, Some(&declaration.file_id)).await;
        let answer = world.download(&world.token, &application).await;
        let header = |name: &str| answer.headers[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), kind);
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(header("cache-control"), "no-store");
        let disposition = header("content-disposition");
        // The plain file name is for programs that do not read the encoded one.
        let (plain, encoded) = disposition.split_once("; filename*=UTF-8''").expect("both names");
        let plain = plain.strip_prefix("attachment; filename=\"").and_then(|rest| rest.strip_suffix('"'));
        let plain = plain.expect("a quoted name");
        assert!(plain.chars().all(|letter| matches!(letter, ' '..='~') && !matches!(letter, '"' | '\\')), "{plain}");
        if !name.contains('"') {
            assert!(disposition.ends_with(sent), "{disposition}");
        }
        assert!(!encoded.contains('"'), "{disposition}");
    }
}

#[tokio::test]
async fn bytes_that_are_not_those_that_were_given_are_not_sent() {
    let world = World::new().await;
    let declaration = world.uploaded("Akuan.pdf", &pdf()).await;
    let application = world.application(RegistrationStatus::PendingApproval, Some(&declaration.file_id)).await;
    let name = declaration.file_id.replace('-', "");
    let place = world.folder.join("uploads").join(&name[30..]).join(&name);
    let refused = async || {
        let answer = world.download(&world.token, &application).await;
        (answer.status, answer.code())
    };
    let gone = (410, Some("fileGone".to_owned()));
    std::fs::write(&place, b"something else").unwrap();
    assert_eq!(refused().await, gone);
    std::fs::remove_file(&place).unwrap();
    assert_eq!(refused().await, gone);
    // Without its folder the store itself is away, and the file may come back with it.
    std::fs::remove_dir_all(world.folder.join("uploads")).unwrap();
    assert_eq!(refused().await, (503, Some("unavailable".to_owned())));
}
