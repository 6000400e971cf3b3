//! Accepted uploads, their file names, and who may upload.

use futures::future::join_all;
use gridbill_core::registration::RegistrationStatus;
use gridbill_core::registration::declaration::FileKind;

use super::{MULTIPART, NEW, OTHER, UPLOAD, World, fixture, form, pdf};

#[tokio::test]
async fn a_declarations_type_is_decided_by_its_content() {
    let world = World::new().await;
    for (name, file, kept, kind) in [
        ("Declaration Form.pdf", "a plain pdf", "Declaration Form.pdf", FileKind::Pdf),
        ("scan.pdf", "a plain jpeg", "scan.jpg", FileKind::Jpeg),
        ("virus.exe", "a plain png", "virus.png", FileKind::Png),
        ("../../../etc/passwd", "a plain pdf", "passwd.pdf", FileKind::Pdf),
        ("Surat Akuan – 公司\u{202e}fdp.exe", "a plain pdf", "Surat Akuan – 公司 fdp.pdf", FileKind::Pdf),
        ("", "a plain pdf", "Declaration Form.pdf", FileKind::Pdf),
    ] {
        let bytes = fixture(file);
        let declaration = world.uploaded(name, &bytes).await;
        assert_eq!((declaration.file_name.as_str(), declaration.kind), (kept, kind));
        assert_eq!(declaration.size, bytes.len() as i64);
    }
    let long = world.uploaded(&format!("{}.pdf", "永".repeat(3_000)), &pdf()).await;
    assert_eq!(long.file_name.chars().count(), 100);
}

/// Firewalls refuse some names in `filename`, so the app sends the user's name for the file as a field.
#[tokio::test]
async fn the_name_of_a_file_may_be_a_field() {
    let world = World::new().await;
    let pdf = pdf();
    for (name, kept) in [
        (Some("Akuan O'Connor & anak.pdf"), "Akuan O'Connor & anak.pdf"),
        (Some("../passwd"), "passwd.pdf"),
        (None, "file.pdf"),
    ] {
        let field = name.map(|name| ("FileName", name));
        let body = form(&[("File", "file", &pdf[..])], field.as_slice());
        let headers = [("authorization", world.token.as_str()), ("content-type", MULTIPART)];
        let answer = world.wire.send("POST", UPLOAD, &headers, body).await;
        assert_eq!(answer.json()["Data"]["fileName"], kept, "{}", answer.text());
    }
}

#[tokio::test]
async fn data_after_a_picture_is_cut_off() {
    let world = World::new().await;
    let (picture, with_film) = (fixture("a plain jpeg"), fixture("a jpeg with the film of a phone behind"));
    let declaration = world.uploaded("IMG_2031.jpg", &with_film).await;
    assert_eq!(declaration.size, picture.len() as i64);
    let application = world.application(RegistrationStatus::PendingApproval, Some(&declaration.file_id)).await;
    assert_eq!(world.download(&world.token, &application).await.body, picture);
}

#[tokio::test]
async fn five_megabytes_are_taken_and_a_byte_more_is_not() {
    let world = World::new().await;
    let padded = |size: usize| [pdf(), vec![b' '; size - pdf().len()]].concat();
    let declaration = world.uploaded("large.pdf", &padded(5 << 20)).await;
    assert_eq!(declaration.size, 5 << 20);
    let before = world.counts().await;
    let answer = world.upload("larger.pdf", &padded((5 << 20) + 1)).await;
    assert_eq!((answer.status, answer.code().as_deref()), (413, Some("fileTooLarge")));
    assert!(answer.text().contains("5 MB"));
    let answer = world.upload("much larger.pdf", &padded(6 << 20)).await;
    assert_eq!((answer.status, answer.code().as_deref()), (413, Some("tooLarge")));
    assert_eq!(world.counts().await, before);
}

#[tokio::test]
async fn only_customers_upload_and_refusals_use_no_memory() {
    let world = World::new().await;
    let staff = world.token_of("pccr@utility.example").await;
    assert_eq!(world.upload_as(&staff, "form.pdf", &pdf(), None).await.status, 403);
    assert_eq!(world.upload_as("Bearer nobody", "form.pdf", &pdf(), None).await.status, 401);
    // A signed-out caller is refused before the form is parsed, even if the whole body was sent.
    let body = vec![b'x'; 4 << 20];
    let answer = world.wire.send("POST", UPLOAD, &[("content-type", MULTIPART)], body).await;
    assert_eq!(answer.status, 401);
    assert_eq!(world.counts().await, (0, 0, 0));
    // A request with only the cookie, as another site's page could send it.
    let cookie = format!("access={}", world.token.trim_start_matches("Bearer "));
    let body = form(&[("File", "form.pdf", &pdf())], &[]);
    let answer = world.wire.send("POST", UPLOAD, &[("cookie", &cookie), ("content-type", MULTIPART)], body).await;
    assert!(matches!(answer.status, 401 | 403), "{}", answer.status);
}

#[tokio::test]
async fn uploads_are_counted_by_person() {
    let world = World::with(&["--uploads-per-person=3"]).await;
    for _ in 0..2 {
        world.uploaded("form.pdf", &pdf()).await;
    }
    assert_eq!(world.upload("form.pdf", b"nothing of the kind").await.status, 422);
    let answer = world.upload("form.pdf", &pdf()).await;
    assert_eq!((answer.status, answer.code().as_deref()), (429, Some("tooManyAttempts")));
    let other = world.token_of(OTHER).await;
    assert_eq!(world.upload_as(&other, "form.pdf", &pdf(), None).await.status, 200);
    world.portal.advance(chrono::TimeDelta::hours(1));
    let token = world.token_of(NEW).await;
    assert_eq!(world.upload_as(&token, "form.pdf", &pdf(), None).await.status, 200);
}

#[tokio::test]
async fn ten_at_once_keep_no_more_than_five() {
    let world = World::new().await;
    let answers = join_all((0..10).map(|_| world.upload_as(&world.token, "form.pdf", &[], None))).await;
    assert!(answers.iter().all(|answer| answer.code().as_deref() == Some("fileEmpty")));
    let file = pdf();
    let answers = join_all((0..10).map(|_| world.upload("form.pdf", &file))).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    assert_eq!(world.counts().await, (5, 0, 5));
}
