#!/bin/sh
# Runs the portal next to programs of other houses, as Debian packages them: firewalls, proxies, identity providers, stores, mail
# servers. Each proofs/houses/NAME.mjs names the packages that it needs after `// Debian:`, starts the portal's demo, and prints a row
# for each thing it tried. HOUSES="firewall mail" runs only these.
set -eu
cd "$(dirname "$0")/../.."
work=$PWD/target/houses
mkdir -p "$work"
: >"$work/rows.jsonl"

# Prints those of the packages that are not installed.
missing_of() {
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' || printf '%s ' "$package"
    done
}

# Installs the packages that are missing, without starting their services. Fails if one cannot be installed.
install_packages() (
    missing=$(missing_of "$@")
    [ -n "$missing" ] || exit 0
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || exit 1
    exec 9>/tmp/apt.lock
    flock 9
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        trap 'rm -f "$policy"' EXIT
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod +x "$policy"
    fi
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # A word for each package.
    install() { apt-get install -y --no-install-recommends $missing >"$work/apt.log" 2>&1; }
    # apt-get also fails because of a package that was broken before.
    install || { apt-get update >"$work/apt.log" 2>&1 && install; } || true
    [ -z "$(missing_of "$@")" ]
)

failed=
for proof in proofs/houses/*.mjs; do
    name=$(basename "$proof" .mjs)
    case " ${HOUSES:-$name} " in *" $name "*) ;; *) continue ;; esac
    packages=$(sed -n 's/^\/\/ Debian: //p' "$proof")
    # A module without the line is shared by the proofs.
    [ -n "$packages" ] || continue
    # shellcheck disable=SC2086
    if ! install_packages $packages; then
        echo "houses: $name: SKIPPED: needs Debian's $packages"
        continue
    fi
    echo "houses: $name"
    node "$proof" >"$work/$name.jsonl" || failed="$failed $name"
    cat "$work/$name.jsonl" >>"$work/rows.jsonl"
done
node proofs/houses/table.mjs "$work/rows.jsonl"
[ -z "$failed" ] || { echo "houses: failed:$failed" >&2; exit 1; }
