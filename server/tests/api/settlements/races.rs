//! A payment of the portal and a settlement of the same bill at the same time: one wins, and no money is unseen.

use futures::future::join_all;
use gridbill_core::payments::MakePayment;
use gridbill_core::settlements::PartState;

use super::{World, closed};
use crate::accounts::every_invariant_holds;
use crate::support::given::{SINAR, eft};
use crate::support::{either, given, sql};
use gridbill_core::bills::Closure;

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_payments_and_settlements_of_the_same_bills() {
    for round in 0..either(6, 1_000) {
        let world = World::start(&format!("race-{round}")).await;
        let _more = given::bills(world.portal.pool(), SINAR, 1, "100.00").await;
        let paying = join_all((0..16).map(|n| {
            let request = eft(std::slice::from_ref(&world.bills[n % 2]), "100.00");
            world.payer.call::<MakePayment>(request)
        }));
        let rows = [world.row("S1", 0, "100.00"), world.row("S2", 1, "100.00")];
        let (paid, imported) = tokio::join!(paying, world.import(&rows));
        assert_eq!((imported.new, imported.rejected), (2, 0));
        let made = paid.iter().filter(|made| made.is_ok()).count();
        let bills = world.bills().await;
        let settled = bills.iter().filter(|bill| **bill == closed(4, Closure::PaidElsewhere, "100.00")).count();
        assert_eq!(made + settled, 2, "each bill has one payment: {bills:?}");
        let query = "select count(*) from settlement_part where state = $1";
        let waits = sql::value::<i64>(world.portal.pool(), query, &[&PartState::Waits.code()]).await;
        assert_eq!(usize::try_from(waits), Ok(made), "the other settlements wait for the payment");
        every_invariant_holds(world.portal.pool()).await;
    }
}
