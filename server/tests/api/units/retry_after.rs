use gridbill::webhooks::send::retry_after;
use gridbill_core::Instant;

#[test]
fn a_receiver_asks_for_seconds_or_a_date() {
    let now = Instant::parse("2026-11-21T04:00:00Z").expect("an instant");
    assert_eq!(retry_after(" 120 ", now), Some(120));
    assert_eq!(retry_after("Sat, 21 Nov 2026 04:01:00 GMT", now), Some(60));
    for unknown in ["", "soon", "1.5", "99999999999999999999"] {
        assert_eq!(retry_after(unknown, now), None);
    }
}
