//! Writes random inputs for all rules with their native answers, one JSON array on each line: `["rule", input,
//! output]`. `app/test/differential.test.ts` runs the same inputs in the WebAssembly build.
//!
//! `cargo run --example differential [HOW_MANY]`; the same number gives the same lines.

#[path = "differential/accounting.rs"]
mod accounting;
#[path = "differential/audit.rs"]
mod audit;
#[path = "differential/carbon.rs"]
mod carbon;
#[path = "differential/companies.rs"]
mod companies;
#[path = "differential/costs.rs"]
mod costs;
#[path = "differential/inputs.rs"]
mod inputs;
#[path = "differential/random.rs"]
mod random;
#[path = "../tests/rules/mod.rs"]
mod rules;

use std::io::{BufWriter, Write};

use random::Random;

fn main() -> std::io::Result<()> {
    let how_many = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(130_000);
    let mut random = Random::seeded(20_261_120);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for turn in 0..how_many {
        let (rule, input) = inputs::of(turn, &mut random);
        let output = rules::run(rule, &input);
        writeln!(out, "{}", serde_json::json!([rule, input, output]))?;
    }
    out.flush()
}
