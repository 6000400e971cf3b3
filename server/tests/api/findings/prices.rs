//! The feed's file of prices.

use gridbill_core::audit::AuditRule;
use gridbill_core::findings::FindingState;

use super::{PRICES, World, gap, state_of};
use crate::support::sql;

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_price_is_refused_by_line_and_the_rest_is_loaded() {
    let world = World::new("prices-wrong").await;
    let lines = "tariff,kind,block,from,to,rate,unit\n\
        Low Voltage General,energy,,2026-01-01,,28.00,kWh\n\
        Low Voltage General,capacity,,2025-07-01,2025-12-31,8.83,kWh\n\
        Low Voltage General,capacity,,2026-02-01,,9.00,kWh\n\
        Low Voltage General,network,,2025-07-01,,0.00,kWh\n\
        Low Voltage General,retail,,2025-07-01,,20.00,kWh\n\
        High Voltage Lunar,energy,,2025-07-01,,1.00,kWh\n\
        Low Voltage General,retail,,2025-07-01,2025-06-30,20.00,month\n\
        Low Voltage General,lateCharge,,2025-07-01,,1.00,month\n\
        ,afa,,2026-02-01,2026-02-28,-0.45,kWh\n\
        ,afa,,2026-01-01,2026-01-31,-3.20,kWh\n\
        ,afa,,2026-01-01,2026-01-31,-3.30,kWh\n";
    let imported = world.import_prices(lines).await;
    // Two months of the fuel adjustment, in any order, and the end of the capacity price.
    assert_eq!(
        (imported.new, imported.changed, imported.rejected),
        (2, 1, 8),
        "{}",
        world.read_file("prices.rejected.csv")
    );
    let told = world.read_file("prices.rejected.csv");
    for reason in [
        "from: Another price of this tariff, kind and block holds on one of these days. (overlaps)",
        "from: Days between this price and the next or previous one have no price. (leavesAGap)",
        "rate: Only tax and the fuel adjustment may have a rate of zero. (rateIsZero)",
        "unit: A price of this kind has another unit. (unitDoesNotFit)",
        "tariff: No account and no bill has this tariff. (unknownTariff)",
        "to: A price cannot end before it begins. (endsBeforeItBegins)",
        "kind: Charges of this kind have no published price. (kindHasNoPrice)",
        "This price is in the file already, on line 11.",
    ] {
        assert!(told.contains(reason), "{reason}\n{told}");
    }
    let again = world.import_prices(PRICES).await;
    assert_eq!((again.changed, again.unchanged), (1, 5));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_between_two_others_divides_the_days_of_the_first() {
    let world = World::new("prices-divided").await;
    let of = |rows: &str| format!("tariff,kind,block,from,to,rate,unit\n{rows}");
    world.import_prices(&of(",afa,,2026-01-01,2026-06-30,-1.00,kWh\n,afa,,2026-07-01,,-2.00,kWh\n")).await;
    // A row that is wrong by itself changes nothing of the others.
    let divided =
        of(",afa,,2026-04-01,2026-06-30,-1.50,kWh\n,afa,,2026-01-01,2026-03-31,-1.00,kWh\n,afa,,2026-05-01,,1,kW\n");
    let imported = world.import_prices(&divided).await;
    assert_eq!((imported.new, imported.changed, imported.rejected), (1, 1, 1));
}

/// Without prices, the rules that need none still find what they look for.
#[tokio::test(flavor = "multi_thread")]
async fn bills_without_prices_are_audited_by_the_other_rules() {
    let world = World::new("prices-none").await;
    sql::run(world.portal.pool(), "delete from price", &[]).await;
    world.import(&super::bills_with(&[gap(1, 3), super::dearer(2)])).await;
    world.audit().await;
    let master = world.master().await;
    assert_eq!(super::states(&master).await.len(), 1);
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Open);
}
