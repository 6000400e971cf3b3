use gridbill::list::pattern::{contains, filled};

#[test]
fn blank_text_is_none() {
    assert_eq!(filled(Some(" P2611200000001 ")).as_deref(), Some("P2611200000001"));
    for nothing in [None, Some(""), Some("  ")] {
        assert_eq!(filled(nothing), None);
    }
}

#[test]
fn wildcards_are_escaped_in_a_search() {
    assert_eq!(contains("a_b"), "%a\\_b%");
    assert_eq!(contains("50%\\"), "%50\\%\\\\%");
}
