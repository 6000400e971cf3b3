//! Fuzzes the body of a call, parsed by each endpoint. A call that runs once per key uses the serialised request, so it must survive
//! writing and reading.
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
