//! FPX's checks of a request, in FPX's order.

use gridbill_core::payments::PaymentMethod;
use gridbill_core::payments::fpx::{CURRENCY, bank_name};
use gridbill_core::{Instant, Money};

use super::Sandbox;
use super::state::State;
use crate::fpx::gateway::B2B1;
use crate::fpx::message::{Kind, Message, Signed};

/// Returns the code with which FPX refuses a request, or `None` if it accepts.
pub fn refusal(sandbox: &Sandbox, state: &State, signed: &Signed) -> Option<&'static str> {
    let request = &signed.message;
    let config = &sandbox.config;
    if request.get("sellerExId") != config.exchange_id {
        return Some("XI");
    }
    if !sandbox.exchange_keys.verify(signed) {
        return Some("XC");
    }
    if request.get("sellerId") != config.seller_id {
        return Some("XS");
    }
    if request.get("msgToken") != B2B1 {
        return Some("XM");
    }
    if request.kind() != Kind::Ar {
        return Some("XT");
    }
    if request.get("txnCurrency") != CURRENCY {
        return Some("47");
    }
    amount_refusal(request.get("txnAmount"))
        .or_else(|| bank_refusal(state, request.get("buyerBankId")))
        .or_else(|| duplicate_refusal(state, request))
        .or_else(|| {
            let is_close = Instant::from_compact(request.get("sellerTxnTime"))
                .is_some_and(|at| sandbox.now().seconds_since(at).unsigned_abs() <= config.clock_tolerance.as_secs());
            (!is_close).then_some("XW")
        })
}

fn amount_refusal(text: &str) -> Option<&'static str> {
    let well_formed = text.split_once('.').is_some_and(|(whole, cents)| {
        let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        (1..=16).contains(&whole.len()) && digits(whole) && cents.len() == 2 && digits(cents)
    });
    match Money::parse(text) {
        Ok(amount) if well_formed => {
            let (least, most) = PaymentMethod::Fpx.limits();
            if amount < least {
                Some("2A")
            } else if most.is_some_and(|most| amount > most) {
                Some("48")
            } else {
                None
            }
        }
        _ => Some("13"),
    }
}

fn bank_refusal(state: &State, bank_id: &str) -> Option<&'static str> {
    if bank_name(bank_id).is_none() {
        Some("92")
    } else if state.offline.contains(bank_id) {
        Some("BB")
    } else if !state.open {
        Some("OE")
    } else {
        None
    }
}

fn duplicate_refusal(state: &State, request: &Message) -> Option<&'static str> {
    if state.find(request.get("sellerExOrderNo")).is_some() {
        return Some("XN");
    }
    let number = request.get("sellerOrderNo");
    state.payments().iter().any(|payment| payment.order.get("sellerOrderNo") == number).then_some("45")
}
