//! `gridbill files move` is killed and repeated: every file arrives whole, and the source stays as it was until asked.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

use super::process::Home;
use crate::support::{given, sql};

const FILES: u128 = 1_000;
const BYTES: usize = 32 << 10;

/// Returns the path of a file in a store.
fn path(store: &Path, file_id: Uuid) -> PathBuf {
    let name = file_id.simple().to_string();
    store.join("uploads").join(&name[30..]).join(name)
}

/// Returns the files of a store by name, with their bytes.
fn stored(store: &Path) -> BTreeMap<String, Vec<u8>> {
    let folders = fs::read_dir(store.join("uploads")).into_iter().flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.expect("a folder").path()).expect("files"));
    let named = files.map(|file| file.expect("a file").path());
    // A file may be renamed after it was listed.
    named.filter_map(|file| Some((file.file_name()?.to_str()?.to_owned(), fs::read(&file).ok()?))).collect()
}

fn count(store: &Path) -> usize {
    let folders = fs::read_dir(store.join("uploads")).into_iter().flatten();
    folders.map(|folder| fs::read_dir(folder.expect("a folder").path()).expect("files").count()).sum()
}

/// Writes files with their rows.
async fn fill(pool: &PgPool, store: &Path) -> Vec<Uuid> {
    given::person_without_account(pool, "new@baru.example").await;
    let mut file_ids = Vec::new();
    for number in 0..FILES {
        let file_id = Uuid::from_u128(number << 64 | number << 8 | 0x77);
        let bytes = vec![u8::try_from(number % 251).expect("a byte"); BYTES];
        fs::create_dir_all(path(store, file_id).parent().expect("a folder")).expect("made");
        fs::write(path(store, file_id), &bytes).expect("written");
        let query = "insert into stored_file (file_id, owner_id, name, kind, size, sha256, stored_at)
                     select $1, person_id, 'form.pdf', 'pdf', $2, $3, now() from person where email = 'new@baru.example'";
        let (size, sha256) = (i64::try_from(BYTES).expect("a size"), Sha256::digest(&bytes).to_vec());
        sql::run(pool, query, &[&file_id, &size, &sha256]).await;
        file_ids.push(file_id);
    }
    file_ids
}

fn said(output: &Output) -> (Option<i32>, String) {
    (
        output.status.code(),
        String::from_utf8_lossy(&[output.stdout.clone(), output.stderr.clone()].concat()).into_owned(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_moved_by_killed_processes_arrive_whole() {
    let home = Home::make("move");
    let pool = home.database().await;
    let (source, target) = (home.folder().join("files"), home.folder().join("bucket"));
    let file_ids = fill(&pool, &source).await;
    let (all, to) = (stored(&source), format!("file://{}", target.display()));
    let order = ["files", "move", "--to", &to];
    for round in 1..=3_usize {
        let process = home.begin_on(&home.url(), &order);
        let wanted = count(&target) + 40;
        for _ in 0..6_000 {
            if count(&target) >= wanted {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // `kill -9`
        drop(process);
        let there = stored(&target).into_iter().filter(|(name, _)| !name.contains('#'));
        let there: BTreeMap<_, _> = there.collect();
        assert!((1..all.len()).contains(&there.len()), "round {round}: {} of {}", there.len(), all.len());
        assert!(there.iter().all(|(name, bytes)| all.get(name) == Some(bytes)), "round {round}: a file is not whole");
        assert_eq!(stored(&source), all, "the source has changed");
    }

    // One is missing, one is damaged, one has another length in the target, and one has no row.
    let [.., lost, broken] = file_ids[..] else { panic!("too few files") };
    fs::remove_file(path(&source, lost)).expect("removed");
    fs::write(path(&source, broken), b"damaged").expect("written");
    for file_id in [lost, broken] {
        let _ = fs::remove_file(path(&target, file_id));
    }
    fs::write(path(&target, file_ids[0]), b"short").expect("written");
    let unnamed = Uuid::from_u128(0x55);
    fs::create_dir_all(path(&target, unnamed).parent().expect("a folder")).expect("made");
    fs::write(path(&target, unnamed), b"no row").expect("written");
    let (code, text) = said(&home.run(&order));
    assert_eq!(code, Some(3), "{text}");
    for line in [
        format!("missing: declaration {lost}"),
        format!("damaged: declaration {broken}"),
        "1 missing, 1 damaged".to_owned(),
        "are not named by the database".to_owned(),
    ] {
        assert!(text.contains(&line), "{line} is not in: {text}");
    }
    for file_id in [lost, broken] {
        fs::write(path(&source, file_id), &all[&file_id.simple().to_string()]).expect("restored");
    }
    let deleting = [&order[..], &["--delete-unnamed"]].concat();
    let (code, text) = said(&home.run(&deleting));
    assert!(code == Some(0) && text.contains("2 copied, 998 already there"), "{text}");
    assert!(text.contains("1 deleted in"), "{text}");
    let whole: BTreeMap<_, _> = stored(&target).into_iter().filter(|(name, _)| !name.contains('#')).collect();
    assert_eq!(whole, all);

    // The same bytes in size only are found by reading them. The source is deleted only once no process uses it.
    let changed = path(&target, file_ids[1]);
    fs::write(&changed, vec![9; BYTES]).expect("written");
    let refused = said(&home.run(&[&order[..], &["--delete-source"]].concat()));
    assert!(refused.0 == Some(1) && refused.1.contains("the settings still name"), "{refused:?}");
    assert_eq!(stored(&source), all);
    // A file that was deleted since it was copied does not stay in the source.
    fs::create_dir_all(path(&source, unnamed).parent().expect("a folder")).expect("made");
    fs::write(path(&source, unnamed), b"no row").expect("written");
    let from = format!("file://{}", source.display());
    let emptied = ["files", "move", "--from", &from, "--delete-source", "--files-url", &to];
    let (code, text) = said(&home.run(&emptied));
    assert!(code == Some(0) && text.contains("1 copied, 999 already there"), "{text}");
    assert_eq!(
        (stored(&source).len(), fs::read(changed).expect("a file")),
        (0, all[&file_ids[1].simple().to_string()].clone())
    );
    // Repeated: the source has nothing, and the target everything.
    let (code, text) = said(&home.run(&emptied));
    assert!(code == Some(0) && text.contains("1000 already there, 0 missing"), "{text}");
    let typo = said(&home.run(&["files", "move", "--from", "file:///no/such/folder"]));
    assert!(typo.0 == Some(1) && typo.1.contains("there is no folder"), "{typo:?}");
}

/// A kind of file that the view lacks would not be moved.
#[tokio::test(flavor = "multi_thread")]
async fn the_view_of_files_has_each_table_with_files() {
    let portal = crate::support::Portal::start().await;
    let query = "select table_name::text from information_schema.view_column_usage
                 where view_name = 'named_file' and column_name = 'file_id' order by 1";
    let viewed = sql::values::<String>(portal.pool(), query, &[]).await;
    let query = "select table_name::text from information_schema.columns
                 where table_schema = 'public' and column_name = 'file_id' and table_name not in ('stray_file', 'named_file')
                 order by 1";
    assert_eq!(viewed, sql::values::<String>(portal.pool(), query, &[]).await);
    assert_eq!(viewed.len(), 4);
}
