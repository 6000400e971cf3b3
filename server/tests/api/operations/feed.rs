//! Feed files on the operators' screen, with their refused rows.

use gridbill::feed::{self, Account};
use gridbill_core::Code;
use gridbill_core::operations::{GetFeedImport, GetFeedImports, GetRejectedRows};
use serde_json::json;

use crate::feed::Folder;
use crate::support::Portal;

const COLUMNS: &str = "accountNo,registrationNo,companyName,premisesAddress,city,postalCode,state,sector,tariff,status";

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_listed_with_the_outcome_of_its_rows() {
    let portal = Portal::with_people().await;
    let folder = Folder::new("operations");
    let good = "210000900001,R900001,Kedai Satu,Lot 1,Klang,41000,Selangor,Commercial,Low Voltage General,active";
    let bad = good.replace("210000900001", "210000900002").replace("41000", "4100");
    let file = folder.write("november.csv", format!("{COLUMNS}\n{good}\n{bad}\n"));
    feed::import::<Account>(&portal.app, &file).await.expect("imported");
    let broken = folder.write("broken.csv", "nothing\n");
    feed::import::<Account>(&portal.app, &broken).await.expect_err("no columns");

    let glb = portal.sign_in_staff("glb@utility.example").await;
    let page = glb.call_raw::<GetFeedImports>(json!({})).await.expect("imports");
    let (failed, done) = (&page["items"][0], &page["items"][1]);
    assert_eq!((&failed["fileName"], &failed["state"]), (&json!("broken.csv"), &json!("failed")));
    assert!(failed["problem"].as_str().expect("why").contains("the header row does not fit"), "{failed}");
    let quoting = "opening /srv/feed/incoming/bills-20261122.csv: detail: Key (email)=(aina@sinar.example)";
    portal.damage(&format!("update feed_import set problem = '{quoting}' where problem is not null")).await;
    let page_again = glb.call_raw::<GetFeedImports>(json!({})).await.expect("imports");
    assert_eq!(page_again["items"][0]["problem"], json!("opening […]"), "as of a job");
    let counts = ["rows", "newRows", "changedRows", "unchangedRows", "rejectedRows", "listedRows"];
    assert_eq!(counts.map(|count| done[count].as_i64().expect("a count")), [2, 1, 0, 0, 1, 1]);
    assert_eq!((&done["kind"], &done["state"], &done["problem"]), (&json!("accounts"), &json!("done"), &json!(null)));
    for (request, files) in [
        (json!({ "hasRejected": true }), 1),
        (json!({ "hasRejected": false }), 1),
        (json!({ "kind": "bills" }), 0),
        (json!({ "search": "NOVEMBER" }), 1),
    ] {
        let page = glb.call_raw::<GetFeedImports>(request.clone()).await.expect("imports");
        assert_eq!(page["total"], json!(files), "{request}");
    }

    let of = json!({ "importId": done["importId"] });
    assert_eq!(glb.call_raw::<GetFeedImport>(of.clone()).await.expect("one")["fileName"], json!("november.csv"));
    let rejected = glb.call_raw::<GetRejectedRows>(of).await.expect("rows");
    assert_eq!(rejected["total"], json!(1));
    let row = &rejected["items"][0];
    assert_eq!((&row["line"], &row["number"]), (&json!(3), &json!("210000900002")));
    assert!(row["reason"].as_str().expect("why").starts_with("postalCode: "), "{row}");
    // The other values of a refused row are only in the file of rejected rows.
    assert!(!rejected.to_string().contains("Kedai Satu"));
    let unknown = glb.call_raw::<GetFeedImport>(json!({ "importId": "0" })).await.expect_err("none");
    assert_eq!(unknown.code(), Code::ImportNotFound);

    portal
        .damage("update feed_import set ended_at = null, problem = null, touched_at = now() - interval '1 hour'")
        .await;
    let page = glb.call_raw::<GetFeedImports>(json!({})).await.expect("imports");
    assert_eq!(page["items"][0]["state"], json!("interrupted"));
}
