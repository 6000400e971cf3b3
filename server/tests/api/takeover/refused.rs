//! What is refused, and that it stops one company only; dry runs and second runs.

use gridbill::feed::{self, AccountReference, Company, GroupedAccount, Outcome, PastPayment, User};

use super::{KEDAI, SINAR, World, companies, references, users};
use crate::accounts::every_invariant_holds;
use crate::support::given::{self, Person};
use crate::support::sql;

#[tokio::test(flavor = "multi_thread")]
async fn a_second_run_changes_nothing() {
    let world = World::start("second").await;
    world.write_all("2026-12-01");
    let new = |new| Outcome { new, ..Outcome::default() };
    assert_eq!(world.import_all().await, [new(2), new(4), new(3), new(3), new(4)]);
    let unchanged = |unchanged| Outcome { unchanged, ..Outcome::default() };
    assert_eq!(world.import_all().await, [unchanged(2), unchanged(4), unchanged(3), unchanged(3), unchanged(4)]);
    let query = "select coalesce(reference_id, '-') || ' ' || coalesce(g.name, '-') from electricity_account e
                 left join account_group g using (group_id) order by account_no";
    let accounts: Vec<String> = sql::values(world.portal.pool(), query, &[]).await;
    assert_eq!(accounts, ["HQ Muar", "- -", "Kilang Muar", "Kedai Muar"]);
    assert_eq!(world.count("account_group").await, 2, "each company has its own");
    assert_eq!(world.count("bill where bulk_id is not null").await, 4);
    // What the file changes is changed, until a user activates the account.
    let outcome = world.deliver::<AccountReference>("references.csv", &references().replace("Kilang", "")).await;
    assert_eq!((outcome.changed, outcome.unchanged), (1, 3));
    let outcome = world
        .deliver::<User>(
            "users.csv",
            &users().replace("devi@sinar.example,Devi,viewer,no", "devi@sinar.example,Devi,member,yes"),
        )
        .await;
    assert_eq!((outcome.changed, outcome.unchanged), (1, 3));
    // A Master and a member change places.
    let swapped =
        users().replace("Ali,master,yes,yes", "Ali,member,yes,yes").replace("Badrul,member,yes", "Badrul,master,yes");
    let outcome = world.deliver::<User>("users.csv", &swapped).await;
    assert_eq!((outcome.changed, outcome.rejected), (3, 0), "Devi is a viewer again");
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_master_who_has_activated_the_account_keeps_the_role() {
    let world = World::start("keeps").await;
    world.write_all("2026-12-01");
    world.import_all().await;
    world.portal.damage("update person set activated_at = now() where email = 'aminah@sinar.example'").await;
    let swapped =
        users().replace("Ali,master,yes,yes", "Ali,member,yes,yes").replace("Badrul,member,yes", "Badrul,master,yes");
    let outcome = world.deliver::<User>("users.csv", &swapped.replace("Endon,", "Endon binti Ali,")).await;
    assert_eq!((outcome.changed, outcome.rejected), (1, 1), "the other company's user has another name");
    assert!(world.rejected("users").contains("This company has a Master"), "{}", world.rejected("users"));
    let masters = "select email from person where role = 'master' order by email";
    let masters: Vec<String> = sql::values(world.portal.pool(), masters, &[]).await;
    assert_eq!(masters, ["aminah@sinar.example", "endon@kedai.example"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_reports_and_stores_nothing() {
    let world = World::start("dry").await;
    world.write_all("2026-12-01");
    let wrong = companies("2026-12-01").replace("84000", "8400");
    world.folder.write("wrong.csv", wrong);
    let app = &world.portal.app;
    let dry = feed::dry_run::<Company>(app, &world.folder.file("companies.csv")).await.expect("a dry run");
    assert_eq!(dry, Outcome { new: 2, ..Outcome::default() });
    let dry = feed::dry_run::<Company>(app, &world.folder.file("wrong.csv")).await.expect("a dry run");
    assert_eq!(dry, Outcome { rejected: 2, ..Outcome::default() });
    assert!(world.rejected("wrong").contains("postalCode: "), "{}", world.rejected("wrong"));
    let imports = world.count("feed_import").await;
    for table in ["bulk_account", "takeover", "person"] {
        assert_eq!(world.count(table).await, 0, "{table}");
    }
    world.import::<Company>("companies.csv").await;
    world.import::<AccountReference>("references.csv").await;
    let dry = feed::dry_run::<User>(app, &world.folder.file("users.csv")).await.expect("a dry run");
    assert_eq!(dry, Outcome { new: 4, ..Outcome::default() });
    let dry = feed::dry_run::<GroupedAccount>(app, &world.folder.file("groups.csv")).await.expect("a dry run");
    assert_eq!(dry, Outcome { new: 3, ..Outcome::default() });
    let dry = feed::dry_run::<PastPayment>(app, &world.folder.file("history.csv")).await.expect("a dry run");
    assert_eq!(dry, Outcome { new: 3, ..Outcome::default() });
    for table in ["person", "takeover_user", "account_group", "payment", "receipt", "takeover_problem"] {
        assert_eq!(world.count(table).await, 0, "{table}");
    }
    assert_eq!(world.obstacles().await, [Some("noUsers".to_owned()), Some("noUsers".to_owned())]);
    assert_eq!(world.count("feed_import").await, imports + 2, "a dry run is not listed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_address_stops_one_company_and_not_the_file() {
    let world = World::start("address").await;
    world.take_over("2026-11-20").await;
    let outcome =
        world.deliver::<User>("users.csv", &users().replace("endon@kedai.example", "endon.kedai.example")).await;
    assert_eq!((outcome.unchanged, outcome.rejected), (3, 1));
    assert!(world.rejected("users").contains("email: "), "{}", world.rejected("users"));
    assert_eq!(world.obstacles().await, [None, Some("refusedUsers".to_owned())]);
    for _ in 0..5 {
        world.send().await;
    }
    let mailed = world.mailed().await;
    assert!(mailed.len() == 3 && mailed.iter().all(|email| email.ends_with("@sinar.example")), "{mailed:?}");
    // A user who is in the file twice may have been meant otherwise.
    let twice = format!("{}{}\n", users(), users().lines().last().unwrap_or_default());
    let outcome = world.deliver::<User>("users.csv", &twice).await;
    assert_eq!((outcome.rejected, world.obstacles().await), (1, vec![None, Some("refusedUsers".to_owned())]));
    assert!(world.rejected("users").contains("in the file already, on line"), "{}", world.rejected("users"));
    // So may one whose line cannot be read, if it names the company.
    assert_eq!(world.deliver::<User>("users.csv", &users()).await.rejected, 0);
    let (good, row) = (users(), format!("{KEDAI},endon@kedai.example,Endon,"));
    for line in [
        format!("{KEDAI},endon@kedai.example,\"Endon,").into_bytes(),
        format!("{KEDAI},endon@kedai.example,Lim, Endon,").into_bytes(),
        [format!("{KEDAI},endon@kedai.example,").as_bytes(), b"Caf\xe9,"].concat(),
    ] {
        let (before, behind) = good.split_once(&row).expect("a row");
        let file = world.folder.write("users.csv", [before.as_bytes(), &line, behind.as_bytes()].concat());
        let outcome = feed::import::<User>(&world.portal.app, &file).await.expect("imported");
        assert_eq!((outcome.unchanged, outcome.rejected), (3, 1), "{}", world.rejected("users"));
        assert_eq!(world.obstacles().await, [None, Some("refusedUsers".to_owned())]);
        assert_eq!(world.deliver::<User>("users.csv", &users()).await.rejected, 0);
    }
    assert_eq!(world.deliver::<User>("users.csv", &twice).await.rejected, 1);
    // The corrected file makes the company ready.
    assert_eq!(world.deliver::<User>("users.csv", &users()).await.rejected, 0);
    assert_eq!(world.obstacles().await, [None, None]);
    world.send().await;
    assert_eq!(world.mailed().await.len(), 4);
    every_invariant_holds(world.portal.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_another_has_stops_the_company_that_names_it() {
    let world = World::start("taken").await;
    world.write_all("2026-11-20");
    let pool = world.portal.pool();
    given::person_without_account(pool, "devi@sinar.example").await;
    let staff =
        Person { email: "endon@kedai.example", name: "Endon", role: "ict", bulk_id: None, pays: false, keeps: false };
    given::person(pool, staff).await;
    let [.., outcome] = world.import_all().await;
    assert_eq!((outcome.new, outcome.rejected), (2, 2));
    let rejected = world.rejected("users");
    assert!(rejected.contains("email: A person has registered with this address in this portal"), "{rejected}");
    assert!(rejected.contains("email: A staff user has this address."), "{rejected}");
    let refused = Some("refusedUsers".to_owned());
    assert_eq!(world.obstacles().await, [refused.clone(), refused]);
    // Of two companies with one address, the second is refused, in the same file and in another.
    let both = format!("{}{KEDAI},badrul@sinar.example,Badrul,viewer,no,no,,en\n", users());
    let both = both.replace("devi@sinar", "dewi@sinar").replace("endon@kedai", "tuan@kedai");
    let outcome = world.deliver::<User>("users.csv", &both).await;
    assert_eq!((outcome.new, outcome.unchanged, outcome.rejected), (2, 2, 1));
    let expected = format!("email: Bulk account {SINAR} has a user with this address.");
    assert!(world.rejected("users").contains(&expected), "{}", world.rejected("users"));
    assert_eq!(world.obstacles().await, [None, Some("refusedUsers".to_owned())]);
    // A second Master, an unknown company, and permissions that do not fit the role.
    let rows = [
        format!("{SINAR},lim@sinar.example,Lim,master,no,no,,en"),
        "3000000999,lim@sinar.example,Lim,viewer,no,no,,en".to_owned(),
        format!("{SINAR},ng@sinar.example,Ng,member,no,no,,en"),
        format!("{SINAR},raj@sinar.example,Raj,viewer,yes,no,,en"),
    ];
    let outcome = world.deliver::<User>("more.csv", &format!("{}{}\n", super::USERS, rows.join("\n"))).await;
    assert_eq!((outcome.new, outcome.rejected), (0, 4), "{}", world.rejected("more"));
    let rejected = world.rejected("more");
    for reason in [
        "role: This company has a Master, and can have no second.",
        "bulkId: This company was not taken over.",
        "makePayments: A member makes payments or manages accounts.",
        "role: A viewer has no permissions.",
    ] {
        assert!(rejected.contains(reason), "{reason}\n{rejected}");
    }
    every_invariant_holds(pool).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn companies_and_accounts_of_this_portal_are_not_taken_over() {
    let world = World::start("own").await;
    world.write_all("2026-12-01");
    let pool = world.portal.pool();
    let query = "insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
                 values ($1, 'Kedai Ria', '200101000123', 2, now()), ($2, 'Sinar', '465312-X', 2, now())";
    sql::run(pool, query, &[&KEDAI, &"3050000009"]).await;
    sql::run(
        pool,
        "insert into electricity_account (account_no, bulk_id, tagged_at) values ('220000000004', $1, now())",
        &[&KEDAI],
    )
    .await;
    let outcome = world.import::<Company>("companies.csv").await;
    assert_eq!((outcome.new, outcome.rejected), (0, 2));
    let rejected = world.rejected("companies");
    assert!(rejected.contains("bulkId: This bulk account was made in this portal"), "{rejected}");
    assert!(rejected.contains("registrationNo: Bulk account 3050000009 has a company with this number."), "{rejected}");
    sql::run(pool, "delete from bulk_account where bulk_id = '3050000009'", &[]).await;
    assert_eq!(world.import::<Company>("companies.csv").await.new, 1);
    let wrong =
        references().replace(&format!("{KEDAI},220"), &format!("{SINAR},220")).replace("210000000002", "219999999999");
    let outcome = world.deliver::<AccountReference>("references.csv", &wrong).await;
    assert_eq!((outcome.new, outcome.rejected), (2, 2));
    let rejected = world.rejected("references");
    assert!(rejected.contains(&format!("accountNo: Bulk account {KEDAI} has this account.")), "{rejected}");
    assert!(rejected.contains("accountNo: This account is unknown. Import the file of accounts first."), "{rejected}");
    let grouped = format!(
        "bulkId,groupName,accountNo\n{SINAR},Muar,210000000002\n{KEDAI},Muar,220000000004\n{SINAR},,210000000001\n"
    );
    let outcome = world.deliver::<GroupedAccount>("groups.csv", &grouped).await;
    assert_eq!((outcome.new, outcome.rejected), (0, 3));
    assert!(world.rejected("groups").contains("accountNo: This account is not in this company."));
    // The next bulk account that this portal makes has a number that no company took over.
    sql::run(
        pool,
        "insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
                    values ('3050000001', 'One', 'ONE-1', 2, now())",
        &[],
    )
    .await;
    assert_eq!(sql::value::<String>(pool, "select next_bulk_id()", &[]).await, "3050000002");
}
