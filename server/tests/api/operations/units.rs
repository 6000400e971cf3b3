//! The systemd units restrict their programs to the rights they need.

use std::path::Path;
use std::process::Command;

/// Each service, and its maximum exposure by `systemd-analyze security`, where 10 is unrestricted.
const SERVICES: &[(&str, f64)] = &[
    ("gridbill-serve@.service", 2.0),
    ("gridbill-worker@.service", 2.0),
    ("gridbill-patroni.service", 3.0),
    ("gridbill-backup@.service", 3.0),
    ("gridbill-figures.service", 3.0),
];

#[test]
fn each_unit_is_exposed_less_than_its_limit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/systemd");
    let files = std::fs::read_dir(&folder).expect("the units").map(|entry| entry.expect("a unit").file_name());
    let services = files.filter(|name| name.to_string_lossy().ends_with(".service"));
    assert_eq!(services.count(), SERVICES.len(), "each service has its limit");
    for (service, limit) in SERVICES {
        let asked = Command::new("systemd-analyze")
            .args(["security", "--offline=yes", "--threshold=100", "--no-pager"])
            .arg(folder.join(service))
            .output();
        let Ok(answer) = asked else {
            eprintln!("systemd-analyze is not installed: the exposure of units is not checked");
            return;
        };
        let text = String::from_utf8_lossy(&answer.stdout).into_owned();
        let level = text.lines().find_map(|line| line.split_once("Overall exposure level for ")?.1.split_once(": "));
        let Some((_, level)) = level else {
            let error = String::from_utf8_lossy(&answer.stderr);
            assert!(error.contains("offline"), "{service}: {text}{error}");
            eprintln!("this systemd-analyze reads no files: the exposure of units is not checked");
            return;
        };
        let exposure: f64 = level.split(' ').next().and_then(|level| level.parse().ok()).expect("a level");
        assert!(exposure < *limit, "{service}: {exposure}, not below {limit}\n{text}");
    }
}
