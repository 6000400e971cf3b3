#!/bin/sh
# Checks deploy/vector.toml: its program makes valid events of OCSF 1.3.0 of a demo's log (check.py). The tools come from PyPI; without it,
# it says so and stops.
set -eu
cd "$(dirname "$0")/../.."
. proofs/demo.sh

prepare security-events events 8289
export RUST_LOG=warn,security=info
start_demo
user=$portal/user-svc/api/v1/User
bills=$portal/billpayment-svc/api/v1/Bills/GetOutstandingBills

# call ADDRESS BODY [OPTION…]: the answer, also of a refused call.
call() {
    address=$1 body=$2
    shift 2
    curl -s "$address" --json "$body" "$@"
}

# sign_in NAME PASSWORD: the answer.
sign_in() {
    call "$user/Login" "{\"username\":\"$1\",\"password\":\"$2\"}"
}

# Wrong passwords until the account is locked and after, a sign-in, another company's account, a forged token and an unknown one.
for _ in 1 2 3 4 5 6; do sign_in viewer@sinar.example wrong >"$work/answer"; done
sign_in nobody@sinar.example wrong >"$work/answer"
sign_in payer@sinar.example Gridbill-demo1 >"$work/answer"
token=$(sed -n 's/.*"accessToken":"\([^"]*\)".*/\1/p' "$work/answer")
call "$bills/3010000025" '{}' -H "Authorization: Bearer $token" >"$work/answer"
call "$bills/3010000017" '{}' -H "Authorization: Bearer ${token}x" >"$work/answer"
call "$user/RefreshToken" '{"refreshToken":"unknown"}' >"$work/answer"
"$work/python/bin/python" proofs/events/check.py deploy/vector.toml docs/buyer/security-events.md "$work/serve.log"
