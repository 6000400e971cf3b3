//! Orders of the list, and random deposits. The cases of the rule are in `fixtures/rules/deposits.json`.

use super::*;

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn row(place: i64, excess: Option<i64>, expires_on: Option<&str>) -> AccountDeposit {
    AccountDeposit {
        account_no: AccountNo::parse(&format!("21000000000{place}")).expect("a number"),
        reference_id: None,
        held: Money::from_sen(place * 100),
        required: None,
        excess: excess.map(Money::from_sen),
        shortfall: None,
        expires_on: expires_on.map(day),
        expires_soon: false,
    }
}

#[test]
fn accounts_without_a_value_come_last_in_either_direction() {
    let rows = [
        row(3, None, Some("2027-01-01")),
        row(2, Some(100), None),
        row(4, Some(200), Some("2026-12-01")),
        row(1, None, None),
    ];
    let sorted = |by, descending| {
        let mut rows = rows.to_vec();
        sort_deposits(&mut rows, Sort { by, descending });
        rows.iter().map(|row| row.held.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(sorted(DepositSortBy::Excess, None), ["4.00", "2.00", "1.00", "3.00"]);
    assert_eq!(sorted(DepositSortBy::Excess, Some(false)), ["2.00", "4.00", "1.00", "3.00"]);
    assert_eq!(sorted(DepositSortBy::ExpiresOn, None), ["4.00", "3.00", "1.00", "2.00"]);
    assert_eq!(sorted(DepositSortBy::ExpiresOn, Some(true)), ["3.00", "4.00", "1.00", "2.00"]);
    assert_eq!(sorted(DepositSortBy::Held, None), ["4.00", "3.00", "2.00", "1.00"]);
    assert_eq!(sorted(DepositSortBy::AccountNo, None), ["1.00", "2.00", "3.00", "4.00"]);
}

#[test]
fn held_is_required_and_excess_or_less_the_shortfall() {
    let today = day("2026-11-26");
    let deposit = |amount: i64| Deposit {
        deposit_no: "D1".to_owned(),
        account_no: AccountNo::parse("210000000001").expect("a number"),
        kind: DepositKind::Cash,
        amount: Money::from_sen(amount),
        since: today,
        until: None,
        bank: None,
        returned_on: None,
    };
    // A small generator of random numbers.
    let mut seed: u64 = 0x5eed;
    let mut below = |limit: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(seed >> 33).expect("31 bits") % limit
    };
    for _ in 0..2_000 {
        let billed = 6 + below(7);
        let months: Vec<_> = (0..u32::try_from(billed).expect("few"))
            .map(|back| BilledMonth {
                month: day("2026-10-01").minus_months(back),
                charges: Money::from_sen(below(9_000_000)),
            })
            .collect();
        let deposits: Vec<_> = (0..below(4)).map(|_| deposit(1 + below(9_000_000))).collect();
        let found = deposit_standing(&months, &deposits, today).expect("small amounts");
        let required = found.required.expect("at least six months");
        let (excess, shortfall) = (found.excess.unwrap_or_default(), found.shortfall.unwrap_or_default());
        assert_eq!(found.held.plus(shortfall), required.plus(excess));
        assert!(found.excess.is_none() || found.shortfall.is_none());
        // Rounded once, half up: twice the charges are at most half a sen for each month away.
        let charges = Money::sum(months.iter().map(|billed| billed.charges)).expect("small amounts");
        let away = 2 * charges.sen() - required.sen() * billed;
        assert!(2 * away < billed && 2 * away >= -billed, "{charges} over {billed} months: {required}");
    }
}
