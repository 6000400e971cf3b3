#!/bin/sh
# HAProxy 2.6.12 (Debian 12): with `compression algo gzip`, each server-sent event reaches the client only when the next one comes.
#
# The server sends an event a second without buffering. Without compression each arrives at once. With it HAProxy forwards the deflated
# bytes of an event without a flush, so that the client cannot decode the event before more data follow. For events that come once
# in minutes, a page shows the state of minutes ago. `Cache-Control: no-transform` in the answer avoids it.
# Seen: median delay 0.0 s without compression, 1.0 s with it, 0.0 s with no-transform.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && apt-get -qq download haproxy=2.6.12-1+deb12u4 liblua5.3-0=5.3.6-2 libopentracing1=1.6.0-4 libopentracing-c-wrapper0=1.1.3-3+b1) 2>/dev/null
for package in "$folder"/*.deb; do dpkg-deb -x "$package" "$folder/files"; done
PATH=$folder/files/usr/sbin:$PATH
LD_LIBRARY_PATH=$folder/files/usr/lib/x86_64-linux-gnu
export PATH LD_LIBRARY_PATH
python3 - "$folder" <<'PYTHON'
import http.client
import http.server
import socket
import statistics
import subprocess
import sys
import threading
import time
import zlib


class Events(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        self.send_response(200)
        self.send_header('Content-Type', 'text/event-stream')
        self.send_header('Cache-Control', 'no-store, no-transform' if self.path == '/as-it-is' else 'no-store')
        self.send_header('Transfer-Encoding', 'chunked')
        self.end_headers()
        for _ in range(6):
            event = f'data: {time.monotonic()}\n\n'
            self.wfile.write(f'{len(event):x}\r\n{event}\r\n'.encode())
            time.sleep(1)
        self.wfile.write(b'0\r\n\r\n')

    def log_message(self, *_):
        pass


def free():
    with socket.socket() as one:
        one.bind(('127.0.0.1', 0))
        return one.getsockname()[1]


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """HAProxy closes connections."""


server = Server(('127.0.0.1', 0), Events)
threading.Thread(target=server.serve_forever, daemon=True).start()
port = free()
with open(f'{sys.argv[1]}/haproxy.cfg', 'w') as file:
    file.write(f'''defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
listen events
    bind 127.0.0.1:{port}
    option http-no-delay
    compression algo gzip
    server events 127.0.0.1:{server.server_port}
''')
proxy = subprocess.Popen(['haproxy', '-db', '-f', f'{sys.argv[1]}/haproxy.cfg'])


def delays(path, encoding):
    connection = http.client.HTTPConnection('127.0.0.1', port, timeout=30)
    connection.request('GET', path, headers={'Accept-Encoding': encoding})
    answer = connection.getresponse()
    decode = zlib.decompressobj(31).decompress if answer.getheader('Content-Encoding') == 'gzip' else bytes
    text, seen = b'', []
    while part := answer.read1(65536):
        text += decode(part)
        while b'\n\n' in text:
            event, text = text.split(b'\n\n', 1)
            seen.append(time.monotonic() - float(event.removeprefix(b'data: ')))
    return statistics.median(seen)


try:
    for _ in range(50):
        try:
            socket.create_connection(('127.0.0.1', port)).close()
            break
        except OSError:
            time.sleep(0.1)
    plain, compressed, kept = delays('/', 'identity'), delays('/', 'gzip'), delays('/as-it-is', 'gzip')
finally:
    proxy.terminate()
    proxy.wait()
print(f'median delay: {plain:.1f} s without compression, {compressed:.1f} s with it, {kept:.1f} s with no-transform')
assert plain < 0.5 and kept < 0.5, 'the machine is too slow'
assert compressed > plain + 0.5, 'events are no longer held back'
PYTHON
