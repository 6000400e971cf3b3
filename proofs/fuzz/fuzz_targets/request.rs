//! The body of a call, as each line of the table reads it. What is done once is done with what was written of it, so it must
//! read back.
#![no_main]

use gridbill::endpoint::{object, of_fields};
use gridbill_core::endpoint::{Endpoint, Visit};
use gridbill_core::registry::visit_endpoints;
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};

struct Read(Map<String, Value>);

impl Visit for Read {
    fn visit<E: Endpoint>(&mut self) {
        let Ok(request) = of_fields::<E>(self.0.clone()) else { return };
        if E::ENTRY.once {
            let written = serde_json::to_vec(&request).expect("it is written");
            let again: E::Request = serde_json::from_slice(&written).expect("it is read again");
            assert_eq!(serde_json::to_vec(&again).expect("it is written"), written, "{}", E::ENTRY.name);
        }
    }
}

fuzz_target!(|body: &[u8]| {
    if let Ok(fields) = object(body) {
        visit_endpoints(&mut Read(fields));
    }
});
