//! What travels when staff have looked at what the bank gateway said, and nothing else would end the alert.

wire! {
    /// Settle this alert.
    pub struct SettleFpxAlertRequest {
        pub alert_id: String,
        /// What came of it, as colleagues read it.
        pub remark: String,
    }

    /// Nobody needs to look at it any more.
    pub struct FpxAlertSettled {
        pub alert_id: String,
        /// The gateway's order number.
        pub merchant_tran_id: String,
    }
}
