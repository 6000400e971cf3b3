use super::*;
use std::collections::HashSet;

#[test]
fn a_demo_of_any_size_has_the_six_first() {
    let small = companies(least_bills(), MIN_COMPANIES);
    let large = companies(1_000_000, 2_000);
    assert_eq!((small.len(), large.len()), (6, 2_000));
    assert!(small.iter().zip(&large).all(|(a, b)| a.bulk_id == b.bulk_id && a.accounts == b.accounts));
    let bills = large.iter().map(|company| company.accounts * MONTHS as usize).sum::<usize>() + waiting_bills();
    assert!((1_000_000..1_000_000 + MONTHS as usize).contains(&bills), "{bills}");
    let names: HashSet<_> = large.iter().map(|company| &company.name).collect();
    assert_eq!(names.len(), 2_000);
}

#[test]
fn the_same_seed_gives_the_same_accounts_and_no_two_are_alike() {
    let companies = companies(least_bills(), MIN_COMPANIES);
    let numbers = |seed| {
        let accounts = premises(&companies[0], 0, 0, seed);
        accounts.into_iter().map(|premises| (premises.account.account_no, premises.kwh)).collect::<Vec<_>>()
    };
    assert_eq!(numbers(7), numbers(7));
    assert_ne!(numbers(7), numbers(8));
    let mut different: HashSet<_> = numbers(7).into_iter().map(|(account, _)| account).collect();
    assert_eq!(different.len(), 2_000 + UNTAGGED);
    for (place, company) in applicants().iter().enumerate() {
        different
            .extend(premises_of_applicant(company, place, 7).into_iter().map(|premises| premises.account.account_no));
    }
    assert_eq!(different.len(), 2_000 + waiting_bills());
}
