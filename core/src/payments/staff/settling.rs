//! Request and response for settling an alert by hand, when no decision and no answer of FPX would end it.

wire! {
    /// A request to settle an alert.
    pub struct SettleFpxAlertRequest {
        pub alert_id: String,
        /// The result of the investigation, for colleagues to read.
        pub remark: String,
    }

    /// An alert that was settled.
    pub struct FpxAlertSettled {
        pub alert_id: String,
        /// The gateway's order number.
        pub merchant_tran_id: String,
    }
}
