//! Files that are stored or deleted, and cleanup of bytes without a row.

use chrono::TimeDelta;
use gridbill_core::registration::RegistrationStatus;
use metrics_exporter_prometheus::PrometheusBuilder;
use uuid::Uuid;

use super::{NEW, OTHER, World, fixture, pdf};
use crate::support::sql;

#[tokio::test]
async fn a_replaced_file_is_deleted_unless_an_application_uses_it() {
    let world = World::new().await;
    let first = world.uploaded("first.pdf", &pdf()).await;
    let second = world.replaced(&pdf(), &first.file_id).await;
    assert_eq!(world.counts().await, (1, 0, 1));
    let application = world.application(RegistrationStatus::PendingApproval, Some(&second.file_id)).await;
    let third = world.replaced(&fixture("a plain png"), &second.file_id).await;
    assert_eq!(world.counts().await, (2, 0, 2));
    assert_eq!(world.download(&world.token, &application).await.body, pdf());
    // A replaced file is not found a second time, and neither is a file of another user.
    let other = world.token_of(OTHER).await;
    for (token, id) in [
        (&world.token, first.file_id.as_str()),
        (&other, &third.file_id),
        (&world.token, "x"),
        (&other, &second.file_id),
    ] {
        let answer = world.upload_as(token, "form.pdf", &pdf(), Some(id)).await;
        assert_eq!((answer.status, answer.code().as_deref()), (404, Some("fileNotFound")), "{id}");
    }
    assert_eq!(world.counts().await, (2, 0, 2));
    // An empty id means that no file is replaced.
    assert_eq!(world.upload_as(&world.token, "form.pdf", &pdf(), Some("")).await.status, 200);
}

#[tokio::test]
async fn a_refused_file_leaves_the_one_that_it_was_to_replace() {
    let world = World::new().await;
    let first = world.uploaded("first.pdf", &pdf()).await;
    let answer = world.upload_as(&world.token, "second.pdf", b"no declaration", Some(&first.file_id)).await;
    assert_eq!(answer.status, 422);
    assert_eq!(world.counts().await, (1, 0, 1));
}

#[tokio::test]
async fn drafts_keep_their_files_and_others_go_after_a_week() {
    let world = World::new().await;
    let submitted = world.uploaded("a.pdf", &pdf()).await;
    world.application(RegistrationStatus::Rejected, Some(&submitted.file_id)).await;
    let drafted = world.uploaded("b.pdf", &pdf()).await;
    world.application(RegistrationStatus::Unregistered, Some(&drafted.file_id)).await;
    world.uploaded("c.pdf", &pdf()).await;
    world.portal.advance(TimeDelta::days(7));
    gridbill::serve::tidy::tidy(&world.portal.app).await.unwrap();
    assert_eq!(world.counts().await, (3, 0, 3));
    world.portal.advance(TimeDelta::seconds(1));
    gridbill::serve::tidy::tidy(&world.portal.app).await.unwrap();
    assert_eq!(world.counts().await, (2, 0, 2));
    let left = sql::values::<String>(world.pool(), "select name from stored_file order by name", &[]).await;
    assert_eq!(left, ["a.pdf", "b.pdf"]);
    // The limit of unused files per person does not count files of drafts.
    let token = world.token_of(NEW).await;
    for _ in 0..7 {
        assert_eq!(world.upload_as(&token, "d.pdf", &pdf(), None).await.status, 200);
    }
    assert_eq!(world.counts().await, (7, 0, 7));
}

#[tokio::test]
async fn bytes_of_an_upload_that_was_killed_are_swept() {
    let world = World::new().await;
    world.uploaded("kept.pdf", &pdf()).await;
    // State after a kill between writing the bytes and their row, and after a kill in the middle of the bytes.
    for (half, name) in [(false, ""), (true, "#1")] {
        let id = Uuid::now_v7();
        let text = id.simple().to_string();
        let folder = world.folder.join("uploads").join(&text[30..]);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{text}{name}")), pdf()).unwrap();
        let since = world.portal.app.now().utc();
        sql::run(world.pool(), "insert into stray_file values ($1, $2)", &[&id, &since]).await;
        assert_eq!(half, name == "#1");
    }
    world.portal.advance(TimeDelta::days(1));
    gridbill::serve::tidy::tidy(&world.portal.app).await.unwrap();
    assert_eq!(world.counts().await, (1, 2, 3), "it may still be on its way");
    world.portal.advance(TimeDelta::seconds(1));
    gridbill::serve::tidy::tidy(&world.portal.app).await.unwrap();
    assert_eq!(world.counts().await, (1, 0, 1));
}

#[tokio::test]
async fn a_store_that_refuses_files_is_reported_and_keeps_nothing() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let _counted = metrics::set_default_local_recorder(&recorder);
    let world = World::new().await;
    std::fs::remove_dir_all(&world.folder).unwrap();
    std::fs::write(&world.folder, b"no folder").unwrap();
    let answer = world.upload("form.pdf", &pdf()).await;
    assert_eq!((answer.status, answer.code().as_deref()), (503, Some("unavailable")));
    let counted = recorder.handle().render();
    assert!(counted.lines().any(|line| line == "gridbill_files_not_kept_total 1"), "{counted}");
    std::fs::remove_file(&world.folder).unwrap();
    std::fs::create_dir_all(&world.folder).unwrap();
    assert_eq!(world.counts().await, (0, 1, 0));
    world.portal.advance(TimeDelta::days(2));
    gridbill::serve::tidy::tidy(&world.portal.app).await.unwrap();
    assert_eq!(world.counts().await, (0, 0, 0));
}

#[tokio::test]
async fn another_process_finds_the_file() {
    let world = World::new().await;
    let declaration = world.uploaded("form.pdf", &pdf()).await;
    let application = world.application(RegistrationStatus::PendingApproval, Some(&declaration.file_id)).await;
    let (_app, address) = world.portal.second().await;
    let path = format!("{}/{application}", super::DOWNLOAD);
    let answer = world.wire.at(address).send("GET", &path, &[("authorization", &world.token)], "").await;
    assert_eq!((answer.status, answer.body), (200, pdf()));
}

#[tokio::test]
async fn other_system_users_cannot_read_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::new().await;
    world.uploaded("first.pdf", &pdf()).await;
    let mode = |path: &std::path::Path| path.metadata().expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&world.folder.join("uploads")), 0o700);
    let mut folders = vec![world.folder.clone()];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files += 1;
                assert_eq!(mode(&path), 0o600, "{}", path.display());
            }
        }
    }
    assert_eq!(files, 1);
}
