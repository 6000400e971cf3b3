#!/bin/sh
# Canaille 0.3.6 (PyPI): of two sign-ins of one user at one client in the same second, the second fails with an error of the server.
#
# The access token is a JWT of issuer, subject, client, and times in full seconds. A second one in the same second is the same text, and
# the table of tokens allows each text once. The token endpoint answers 500 with the database's error.
# Two other surprises are on the way: the signature is RS512 unless the client names an algorithm, although RS256 is the default of
# OpenID Connect (Registration, section 2), and a client that was made with the command has an empty audience: `aud` is [].
# Seen: 200 and 500 in the same second, 200 in the next; RS512; aud [].
set -eu
folder=$(mktemp -d)
trap 'kill $(cat "$folder/pid" 2>/dev/null) 2>/dev/null || true; rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install 'canaille[front,oidc,server,sqlite]==0.3.6'
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
redirect=http://127.0.0.1:9/back
canaille() { "$folder/python/bin/canaille" "$@" 2>>"$folder/log"; }
key=$(canaille jwk create rsa | python3 -c '
import json, sys
print("{" + ", ".join(f"{name} = \"{value}\"" for name, value in json.load(sys.stdin).items() if isinstance(value, str)) + "}")')
cat >"$folder/canaille.toml" <<END
SECRET_KEY = "a key that is long enough for the proof"
SERVER_NAME = "127.0.0.1:$port"
PREFERRED_URL_SCHEME = "http"
[CANAILLE_SQL]
DATABASE_URI = "sqlite:///$folder/canaille.db"
[CANAILLE_OIDC]
ACTIVE_JWKS = [$key]
END
export CANAILLE_CONFIG="$folder/canaille.toml"
canaille db upgrade
canaille create user --user-name aina --password Rahsia-panjang-1 --emails aina@sinar.example --family-name Ali --formatted-name Aina >"$folder/user"
canaille create client --client-id portal --client-secret secret --client-name Portal --client-uri http://127.0.0.1 \
    --redirect-uris "$redirect" --token-endpoint-auth-method client_secret_basic --grant-types authorization_code \
    --response-types code --scope openid >"$folder/client"
"$folder/python/bin/canaille" run --bind "127.0.0.1:$port" >>"$folder/log" 2>&1 &
echo $! >"$folder/pid"
"$folder/python/bin/python" - "http://127.0.0.1:$port" "$redirect" <<'PYTHON'
import base64
import json
import re
import sys
import time
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

issuer, redirect = sys.argv[1:]


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows redirects until the one to the client."""

    def redirect_request(self, request, file, code, message, headers, address):
        if address.startswith(redirect):
            raise StopIteration(address)
        return super().redirect_request(request, file, code, message, headers, address)


browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()), Stay())
for _ in range(120):
    try:
        urllib.request.urlopen(f'{issuer}/.well-known/openid-configuration')
        break
    except OSError:
        time.sleep(1)


def code():
    """Signs in, filling the forms of the provider, and returns the authorization code."""
    query = {'response_type': 'code', 'client_id': 'portal', 'redirect_uri': redirect, 'scope': 'openid', 'nonce': 'n', 'state': 's'}
    request = f'{issuer}/oauth/authorize?{urllib.parse.urlencode(query)}'
    try:
        for _ in range(10):
            answer = browser.open(request)
            form = re.search(r'<form[\s\S]*?</form>', answer.read().decode()).group()
            fields = {}
            for tag in re.findall(r'<(?:input|button)[^>]*>', form):
                name, kind, value = (re.search(rf'\s{key}="([^"]*)"', tag) for key in ('name', 'type', 'value'))
                if name:
                    typed = {'password': 'Rahsia-panjang-1', 'text': 'aina'}.get(kind.group(1) if kind else 'text')
                    fields.setdefault(name.group(1), typed or (value.group(1) if value else ''))
            request = urllib.request.Request(answer.url, urllib.parse.urlencode(fields).encode(), {'Referer': answer.url})
    except (StopIteration, RuntimeError) as found:
        address = str(found.__cause__ or found)
        return urllib.parse.parse_qs(urllib.parse.urlparse(address).query)['code'][0]
    raise AssertionError('no code')


def exchange(code):
    form = urllib.parse.urlencode({'grant_type': 'authorization_code', 'code': code, 'redirect_uri': redirect}).encode()
    basic = base64.b64encode(b'portal:secret').decode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f'{issuer}/oauth/token', form, {'Authorization': f'Basic {basic}'})) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def part(token, place):
    text = token.split('.')[place]
    return json.loads(base64.urlsafe_b64decode(text + '=' * (-len(text) % 4)))


for _ in range(5):
    codes = [code(), code(), code()]
    time.sleep(1 - time.time() % 1 + 0.05)
    began = int(time.time())
    first, second = exchange(codes[0]), exchange(codes[1])
    if int(time.time()) == began:
        break
time.sleep(1.1)
third = exchange(codes[2])
token = first[1]['id_token']
print(f"first {first[0]}, second {second[0]}, a second later {third[0]}")
print(f"algorithm {part(token, 0)['alg']}, aud {part(token, 1)['aud']}, auth_time {part(token, 1)['auth_time']}")
assert (first[0], second[0], third[0]) == (200, 500, 200), 'the behaviour changed'
assert 'UNIQUE constraint failed' in second[1]
assert part(token, 0)['alg'] == 'RS512' and part(token, 1)['aud'] == []
PYTHON
