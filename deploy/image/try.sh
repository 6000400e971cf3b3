#!/bin/sh
# `make image-test`: starts the program from the image of build.sh, with the steps of a container runtime. It reads the archive from
# index.json on, checks each blob's digest and size, unpacks the layers, and runs the entrypoint in a chroot with only these files. It
# uses the image's user and environment, and adds an operator's settings: a listening address and a database, here a private PostgreSQL.
# The program must make the demo, become ready, serve the sign-in page, and exit with 0 on SIGTERM. Then the image is written again and
# must be identical. Needs root, for chroot; IMAGE_PORT is the listening port.
set -eu
umask 022
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/sbin
program=${GRIDBILL_PROGRAM:-target/release/gridbill}
port=${IMAGE_PORT:-9590}
# The private PostgreSQL's address is determined below.
unset DATABASE_URL

say() { echo "image: $*"; }
fail() { echo "image: $*" >&2; exit 1; }
answers() { curl --silent --fail --max-time 5 "http://127.0.0.1:$port$1"; }

[ "$(id -u)" = 0 ] || fail "only root may change the root: sudo sh deploy/image/try.sh"
for needed in chroot curl node; do command -v "$needed" >/dev/null || fail "$needed is missing"; done
for archive in target/image/*.oci.tar; do [ -f "$archive" ] || fail "no image: make image"; done
! curl --silent --output /dev/null "http://127.0.0.1:$port/" || fail "something listens at $port: set IMAGE_PORT"

# Outside the tree, because PostgreSQL's user may be unable to access the tree.
work=$(mktemp -d /var/tmp/gridbill-image.XXXXXX)
chmod 755 "$work"
layout=$work/layout root=$work/root log=$work/log pid='' socket=''
mkdir "$layout" "$root"
end() {
    code=$?
    if [ -n "$pid" ]; then kill -KILL "$pid" 2>/dev/null || true; fi
    if [ "$code" != 0 ] && [ -f "$log" ]; then tail -n 20 "$log" >&2; fi
    "$program" database down --data "$work/database" >/dev/null 2>&1 || true
    # Its data are in another folder if its user could not read PostgreSQL's programs.
    if [ -n "$socket" ]; then rm -rf "${socket%/socket}"; fi
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

json() { # json FILE PATH: prints the value at a path. A list is printed in lines; a field of a list is that field of each item.
    node -e '
        const [file, path] = process.argv.slice(1)
        const at = (it, key) => (Array.isArray(it) && !(key in it) ? it.map((part) => part[key]) : it[key])
        const found = path.split(".").reduce(at, JSON.parse(require("fs").readFileSync(file, "utf8")))
        console.log([found].flat().join("\n"))
    ' "$1" "$2"
}
digest() { sha256sum | cut -d' ' -f1; }
blob() { # blob FILE PATH: the file that the descriptor there names, which must be as it says
    named=$(json "$1" "$2.digest")
    file=$layout/blobs/sha256/${named#sha256:}
    [ "sha256:$(digest <"$file")" = "$named" ] || fail "$2 is not what its digest says"
    [ "$(wc -c <"$file")" -eq "$(json "$1" "$2.size")" ] || fail "$2 is not as long as it should be"
    echo "$file"
}

tar -xf "$archive" -C "$layout"
manifest=$(blob "$layout/index.json" manifests.0)
config=$(blob "$manifest" config)
layers=$(json "$manifest" layers.length)
[ "$layers" -eq "$(json "$config" rootfs.diff_ids.length)" ] || fail "manifest and configuration differ in their layers"
number=0
while [ $number -lt "$layers" ]; do
    layer=$(blob "$manifest" "layers.$number")
    [ "sha256:$(gzip -dc <"$layer" | digest)" = "$(json "$config" "rootfs.diff_ids.$number")" ] || fail "layer $number is another one"
    tar -xzpf "$layer" --numeric-owner --same-owner -C "$root"
    number=$((number + 1))
done
user=$(json "$config" config.User)
say "$layers layers of $(json "$manifest" layers.size | paste -s -d+ -) bytes are as their digests say"

say "a private PostgreSQL, whose socket has a second name inside"
url=$("$program" database up --data "$work/database" 2>"$log")
socket=$(node -p 'new URL(process.argv[1]).searchParams.get("host")' "$url")
mkdir -p "$root/run/postgresql"
ln "$socket/.s.PGSQL.5432" "$root/run/postgresql/"

in_image() { # in_image ARGUMENT...: the entrypoint in the place of this shell
    # shellcheck disable=SC2046
    exec env -i $(json "$config" config.Env) GRIDBILL_LISTEN="127.0.0.1:$port" \
        DATABASE_URL="${url%%\?*}?host=%2Frun%2Fpostgresql" \
        "$(command -v chroot)" --userspec="$user" --groups= "$root" $(json "$config" config.Entrypoint) "$@" </dev/null >>"$log" 2>&1
}

say "the demo, and $(json "$config" config.Entrypoint) $(json "$config" config.Cmd) as $user"
(in_image demo) || fail "the demo was not made"
# shellcheck disable=SC2046
in_image $(json "$config" config.Cmd) &
pid=$!
tries=150
until answers /readyz >/dev/null; do
    kill -0 "$pid" 2>/dev/null || fail "the program has ended"
    tries=$((tries - 1))
    [ $tries -gt 0 ] || fail "it is not ready after 30 s"
    sleep 0.2
done
[ "$(stat -c %u:%g "/proc/$pid")" = "$user" ] || fail "it does not run as $user"
[ "$(readlink "/proc/$pid/root")" = "$root" ] || fail "it sees more than the image"
script=$(answers / | sed -n 's/.*<script [^>]*src="\([^"]*\)".*/\1/p')
[ -n "$script" ] || fail "/ is not the app's page"
answers "$script" >/dev/null || fail "the app's first script, $script, is not there"
say "ready, and / and $script are 200"

kill -TERM "$pid"
code=0
wait "$pid" || code=$?
pid=''
[ $code -eq 0 ] || fail "told to stop, it ended with $code"
say "told to stop, it ended with 0"

sh deploy/image/build.sh "$work/again" >/dev/null
cmp target/image/index.json "$work/again/index.json" || fail "written once more it is another image"
say "written once more it is the same image, $(json target/image/index.json manifests.0.digest)"
