//! The reconciliation sheet, compared with the delivered files.

use gridbill::takeover::{CompanyFigures, Figures, SourceFiles, figures};
use rust_decimal::Decimal;

use super::{KEDAI, SINAR, World, history, users};
use gridbill::feed::{PastPayment, User};

fn amount(text: &str) -> Decimal {
    text.parse().expect("an amount")
}

fn files(world: &World) -> SourceFiles {
    SourceFiles {
        users: Some(world.folder.file("users.csv")),
        groups: Some(world.folder.file("groups.csv")),
        references: Some(world.folder.file("references.csv")),
        bills: vec![world.folder.file("bills.csv")],
        payment_history: Some(world.folder.file("history.csv")),
    }
}

async fn compared(world: &World) -> Vec<CompanyFigures> {
    figures(world.portal.pool(), &files(world)).await.expect("figures")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sheet_has_the_figures_of_portal_and_files_and_their_differences() {
    let world = World::start("sheet").await;
    world.take_over("2026-12-01").await;
    let [sinar, kedai] = &compared(&world).await[..] else { panic!("two companies") };
    assert_eq!((sinar.bulk_id.as_str(), kedai.bulk_id.as_str()), (SINAR, KEDAI));
    let expected = Figures {
        accounts: 3,
        references: 2,
        grouped: 2,
        users: 3,
        bills: 3,
        billed: amount("1287.80"),
        payments: 2,
        paid: amount("650.10"),
    };
    assert_eq!(sinar.portal, expected);
    assert_eq!((sinar.files.users, sinar.files.paid), (Some(3), Some(amount("650.10"))));
    assert_eq!((sinar.open_bills, sinar.owed), (2, amount("637.70")));
    assert!(sinar.agrees() && kedai.agrees(), "{sinar:?} {kedai:?}");
    // A row that is refused is in the file, and not in the portal.
    let more = format!("{}{KEDAI},wrong,Somebody,viewer,no,no,,en\n", users());
    assert_eq!(world.deliver::<User>("users.csv", &more).await.rejected, 1);
    let open = history().replace("P2611040000001", "P2611040000002");
    assert_eq!(world.deliver::<PastPayment>("history.csv", &open).await.rejected, 1, "the bill is paid");
    let [sinar, kedai] = &compared(&world).await[..] else { panic!("two companies") };
    assert!(sinar.agrees() && !kedai.agrees());
    assert_eq!((kedai.portal.users, kedai.files.users), (1, Some(2)));
    assert_eq!(kedai.obstacle.as_deref(), Some("refusedUsers"));
    // It is not known how much an unreadable row pays.
    for (amount, reason) in [("1,650.10", "more or fewer fields"), ("none", "the amount cannot be read")] {
        world.folder.write("history.csv", history().replacen("650.10", amount, 1));
        let refused = format!("{:#}", figures(world.portal.pool(), &files(&world)).await.expect_err("refused"));
        assert!(refused.contains("history.csv, line 2: ") && refused.contains(reason), "{refused}");
    }
}
