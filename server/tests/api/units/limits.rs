use std::collections::BTreeSet;

use clap::Args as _;
use gridbill::config::{Config, Http, Limits, Payments, Statements};
use gridbill::operations::limits::all;

#[derive(clap::Parser)]
struct Program {
    #[command(flatten)]
    config: Config,
}

#[test]
fn every_limit_of_the_settings_is_shown_under_the_variable_that_sets_it() {
    use clap::Parser as _;
    let mut command = clap::Command::new("limits");
    for augment in [Limits::augment_args, Http::augment_args, Payments::augment_args, Statements::augment_args] {
        command = augment(command);
    }
    let variables: BTreeSet<String> =
        command.get_arguments().filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned)).collect();
    let config = Program::parse_from(["gridbill"]).config;
    let shown: BTreeSet<String> = all(&config).into_iter().filter_map(|limit| limit.variable).collect();
    let missing: Vec<_> = variables.difference(&shown).collect();
    assert!(variables.len() > 25 && missing.is_empty(), "{missing:?} are not shown");
}
