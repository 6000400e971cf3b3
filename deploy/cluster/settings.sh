#!/bin/sh
# Writes the cluster's configuration below its folder: the files of deploy/ with other folders, certificates, passwords, and the
# environments of nodes, proxy and program with this machine's ports.
. "$(dirname "$0")/lib.sh"

etc=$place/etc
mkdir -p "$etc/tls" "$place/run" "$place/log" "$place/postgres" "$place/backup" "$place/data" "$place/etcd" "$place/files"

here_instead() { # the files say where an operator has them
    sed -e "s|/etc/gridbill|$etc|g" -e "s|/run/gridbill|$place/run|g" -e "s|/var/lib/pgbackrest|$place/backup|g" \
        -e "s|/var/log/gridbill|$place/log|g" -e "s|/usr/local/share/gridbill|$etc|g" "$1"
}
set_to() { # set_to FILE NAME VALUE: in a file of the environment that has this name
    grep -q "^$2=" "$1" || fail "$1 has no $2"
    sed "s|^$2=.*|$2=$(printf '%s' "$3" | sed 's/[&|\\]/\\&/g')|" "$1" >"$1.new"
    mv "$1.new" "$1"
}

for name in patroni postgres replicator rewinder gridbill_owner gridbill gridbill_reports; do
    [ -f "$etc/$name.password" ] || openssl rand -hex 16 >"$etc/$name.password"
done
echo "*:*:*:postgres:$(secret postgres)" >"$etc/pgpass"

if ! [ -f "$etc/tls/server.crt" ]; then
    cd "$etc/tls"
    openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj "/CN=Gridbill's cluster" -keyout ca.key -out ca.crt 2>/dev/null
    openssl req -newkey rsa:2048 -nodes -subj /CN=127.0.0.1 -keyout server.key -out server.csr 2>/dev/null
    echo 'subjectAltName=IP:127.0.0.1,DNS:localhost' >names
    openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile names -out server.crt 2>/dev/null
    cat server.crt server.key >portal.pem
    cd "$tree"
fi

here_instead "$tree/deploy/patroni/patroni.yml" >"$etc/patroni.yml"
here_instead "$tree/deploy/pgbackrest.conf" >"$etc/pgbackrest.conf"
# HAProxy is started as an ordinary user here, who can neither change user nor chroot.
here_instead "$tree/deploy/haproxy.cfg" | sed -E '/^    (user|group|chroot) /d' >"$etc/haproxy.cfg"
cp "$tree/deploy/primary.lua" "$etc/primary.lua"
here_instead "$tree/deploy/figures.sh" >"$etc/figures.sh"
cp "$tree/deploy/omit-wal.sh" "$etc/omit-wal.sh"

for n in 1 2 3; do
    env=$etc/node$n.env
    here_instead "$tree/deploy/patroni/node.env" >"$env"
    set_to "$env" PATRONI_NAME "node$n"
    set_to "$env" PATRONI_ETCD3_HOSTS "$(etcds)"
    for name in LISTEN CONNECT_ADDRESS; do
        set_to "$env" PATRONI_RESTAPI_$name "127.0.0.1:$(port patroni$n)"
        set_to "$env" PATRONI_POSTGRESQL_$name "127.0.0.1:$(port node$n)"
    done
    set_to "$env" PATRONI_POSTGRESQL_DATA_DIR "$place/postgres/node$n"
    set_to "$env" PATRONI_POSTGRESQL_BIN_DIR "$programs"
    set_to "$env" PATRONI_POSTGRESQL_PGPASS "$place/run/node$n.pgpass"
    set_to "$env" PATRONI_RESTAPI_PASSWORD "$(secret patroni)"
    set_to "$env" PATRONI_SUPERUSER_PASSWORD "$(secret postgres)"
    set_to "$env" PATRONI_REPLICATION_PASSWORD "$(secret replicator)"
    set_to "$env" PATRONI_REWIND_PASSWORD "$(secret rewinder)"
    set_to "$env" PGBACKREST_PG1_PATH "$place/postgres/node$n"
    set_to "$env" PGBACKREST_PG1_PORT "$(port node$n)"
done

env=$etc/haproxy.env
cp "$tree/deploy/haproxy.env" "$env"
set_to "$env" GRIDBILL_PROXY_HTTP "127.0.0.1:$(port http)"
set_to "$env" GRIDBILL_PROXY_HTTPS "127.0.0.1:$(port https)"
set_to "$env" GRIDBILL_PROXY_METRICS "127.0.0.1:$(port metrics-haproxy)"
set_to "$env" GRIDBILL_PROXY_REDIRECT off
# An ordinary user may open fewer files than an operator's proxy.
set_to "$env" GRIDBILL_PROXY_CONNECTIONS 9000
set_to "$env" GRIDBILL_PROXY_CERTIFICATE "$etc/tls/portal.pem"
set_to "$env" GRIDBILL_PROXY_SOCKET "$place/run/haproxy.sock"
set_to "$env" GRIDBILL_PROXY_DATABASE "127.0.0.1:$(port database)"
set_to "$env" GRIDBILL_PROXY_REPORTS "127.0.0.1:$(port reports)"
for n in 1 2; do set_to "$env" GRIDBILL_SERVE$n "127.0.0.1:$(port serve$n)"; done
for n in 1 2 3; do
    set_to "$env" GRIDBILL_NODE$n "127.0.0.1:$(port node$n)"
    set_to "$env" GRIDBILL_NODE${n}_PATRONI "$(port patroni$n)"
done

# Remove leftovers of an interrupted proof.
rm -f "$etc"/serve?.env "$etc"/worker?.env
env=$etc/gridbill.env
cp "$tree/deploy/gridbill.env" "$env"
set_to "$env" GRIDBILL_BIND 127.0.0.1
set_to "$env" GRIDBILL_PUBLIC_URL "http://127.0.0.1:$(port http)"
set_to "$env" GRIDBILL_APP "$place/app"
set_to "$env" GRIDBILL_DATA "$place/data"
set_to "$env" GRIDBILL_ERASURES "$place/data/erasures"
set_to "$env" DATABASE_URL "$(database gridbill)"
set_to "$env" DATABASE_READ_URL "$(database gridbill "$(port reports)")"
set_to "$env" GRIDBILL_CONNECTIONS 16
set_to "$env" GRIDBILL_FILES_URL s3://gridbill/files
set_to "$env" AWS_ENDPOINT_URL "http://127.0.0.1:$(port store)"
set_to "$env" AWS_ACCESS_KEY_ID S3RVER
set_to "$env" AWS_SECRET_ACCESS_KEY S3RVER
# The demo's bank, a store without TLS, and high limits: all users of the demo have one address, and ten are as active as hundreds.
cat >>"$env" <<END
GRIDBILL_SANDBOX_LISTEN=127.0.0.1:$(port sandbox)
AWS_ALLOW_HTTP=true
GRIDBILL_SIGN_INS_PER_ADDRESS=100000
GRIDBILL_READS_PER_PERSON=100
GRIDBILL_MAIL_FROM=Gridbill <no-reply@cluster.example>
END

chmod -R go-rwx "$etc"
# The unprivileged user owns its data, but not the programs.
[ -z "$as" ] || chown -R "$user" "$etc" "$place/run" "$place/log" "$place/postgres" "$place/backup" "$place/data" "$place/etcd" "$place/files"
