"""Runs the program of deploy/vector.toml on lines of the log, and checks each event with the JSON schema of its class in OCSF 1.3.0.

    check.py CONFIGURATION PAGE LOG

PAGE lists every kind of event (docs/buyer/security-events.md), LOG has lines of a portal. Each kind is also tried as two further lines of
the same form, with and without a user, and as two lines about several events, as the end of an hour writes them.
"""

import json
import re
import sys
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator
from ocsf_json_schema import OcsfJsonSchemaEmbedded, get_ocsf_schema
from vrl_python import VRLRuntime

configuration, page, log = (Path(path).read_text() for path in sys.argv[1:4])
program = re.search(r"^source = '''\n(.*?)^'''$", configuration, re.M | re.S)[1]
schema = OcsfJsonSchemaEmbedded(get_ocsf_schema("1.3.0"))
runtime = VRLRuntime()


def write_line(fields):
    return json.dumps({"timestamp": "2026-12-01T15:59:38.628960Z", "level": "INFO", "fields": fields, "target": "security"})


@cache
def validator(class_uid):
    return Draft202012Validator(schema.get_class_schema(schema.lookup_class_name_from_uid(class_uid)))


def find_faults(event):
    return [f"{error.json_path}: {error.message}" for error in validator(event["class_uid"]).iter_errors(event)]


def check(line):
    """Returns the event of a line, or ends with what its schema refuses."""
    event = runtime.execute(program, {"message": line}).processed_event
    if faults := find_faults(event):
        sys.exit("\n  ".join([f"security-events: {line} becomes {json.dumps(event)}", *faults]))
    # The schema must refuse an event without a required attribute, otherwise it proves nothing.
    assert find_faults({name: value for name, value in event.items() if name != "metadata"}), "the schema accepts everything"
    return event


written = [line for line in log.splitlines() if '"target":"security"' in line]
seen = {check(line)["message"] for line in written}
made = 0
for kind, outcome, class_uid, activity, status in re.findall(r"^\| `(\w+)` \| `(\w+)` \| (\d+) \| (\d+) \| (\w+) \|$", page, re.M):
    fields = {"message": "security event", "kind": kind, "outcome": outcome, "class_uid": int(class_uid), "activity_id": int(activity)}
    fields["has_succeeded"] = status == "success"
    known = {"person": "74364632-cd27-48f6-8b6c-bbf2a1ed388c", "email": "payer@sinar.example"}
    call = {"address": "2001:db8::9", "user_agent": "curl/8", "call": "Login", "code": "SignedOut"}
    several = [{"address": "203.0.113.0/24", "left_out": 990}, {"address": "", "left_out": 3}]
    forms = [fields | known | call, fields | call, *(fields | line for line in several)]
    for form in forms:
        event = check(write_line(form))
        assert event["count"] == form.get("left_out", 1)
        made += 1
assert made > 60 and written, "there are too few lines"
try:
    runtime.execute(program, {"message": '{"timestamp":"2026-12-01T15:59:38Z","fields":{},"target":"gridbill"}'})
    sys.exit("security-events: a line of another target becomes an event")
except RuntimeError:
    pass
print(f"security-events: {len(written)} lines of a demo ({len(seen)} kinds) and {made} further lines are valid events of OCSF 1.3.0")
