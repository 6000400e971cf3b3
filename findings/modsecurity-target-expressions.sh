#!/bin/sh
# ModSecurity 2.9.7 (Debian 12, libapache2-mod-security2): an exception whose expression contains `\.` is dropped, and the configuration
# test passes.
#
# `SecRuleUpdateTargetByTag` takes an expression for the names of arguments. In quotes, which `|` needs, a backslash before anything
# but a quote makes ModSecurity log "Error parsing rule targets to append variable" for each rule, and the exception has no effect.
# `apachectl configtest` says "Syntax OK" and ends with 0. `[.]` works.
# Seen: with '/^a\.(?:b|c)$/' the rule still refuses the argument, with '/^a[.](?:b|c)$/' it does not.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && apt-get -qq download libapache2-mod-security2=2.9.7-1+deb12u2 apache2-bin=2.4.71-1~deb12u1 libyajl2=2.1.0-3+deb12u2 \
    liblua5.1-0=5.1.5-9 libapr1=1.7.2-3+deb12u1 libaprutil1=1.6.3-1+deb12u1) 2>/dev/null
for package in "$folder"/*.deb; do dpkg-deb -x "$package" "$folder/files"; done
PATH=$folder/files/usr/sbin:$PATH
LD_LIBRARY_PATH=$folder/files/usr/lib/x86_64-linux-gnu
export PATH LD_LIBRARY_PATH
modules=$folder/files/usr/lib/apache2/modules

# refuses EXPRESSION: prints the exit code of the test of the configuration, and the status for an argument of the exception.
refuses() {
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    cat >"$folder/apache.conf" <<CONF
ServerRoot $folder
ServerName localhost
Listen 127.0.0.1:$port
PidFile $folder/apache.pid
ErrorLog $folder/error.log
DocumentRoot $folder
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule unique_id_module $modules/mod_unique_id.so
LoadFile libxml2.so.2
LoadModule security2_module $modules/mod_security2.so
SecRuleEngine On
SecDataDir $folder
SecRule ARGS "@contains refused" "id:1,phase:2,deny,status:403,tag:'example'"
SecRuleUpdateTargetByTag "example" "!ARGS:'$1'"
CONF
    tested=0
    apache2 -f "$folder/apache.conf" -t >/dev/null 2>&1 || tested=$?
    apache2 -f "$folder/apache.conf" -DFOREGROUND >/dev/null 2>&1 &
    server=$!
    status=000
    for _ in $(seq 50); do
        status=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/?a.b=refused" || true)
        [ "$status" = 000 ] || break
        sleep 0.2
    done
    kill "$server"
    wait "$server" || true
    echo "$tested $status"
}

backslash=$(refuses '/^a\.(?:b|c)$/')
brackets=$(refuses '/^a[.](?:b|c)$/')
echo "test of the configuration, status: '$backslash' with a backslash, '$brackets' with brackets"
[ "$backslash" = '0 403' ] || { echo 'the behaviour changed' >&2; exit 1; }
[ "${brackets#0 }" != 403 ] || { echo 'the exception has no effect at all' >&2; exit 1; }
