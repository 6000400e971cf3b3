"""What the proofs of this folder share: users of the portal by plain requests, and a receiver of webhooks."""

import base64
import hashlib
import hmac
import http.server
import queue
import struct
import sys
import threading
import time
import uuid

import httpx

PASSWORD = "Gridbill-demo1"


class User:
    """A signed-in user."""

    def __init__(self, portal, email):
        self.http = httpx.Client(base_url=portal)
        service = "Admin" if email.endswith("@utility.example") else "User"
        tokens = self.ask(f"/user-svc/api/v1/{service}/Login", username=email, password=PASSWORD)
        self.http.headers["Authorization"] = f"Bearer {tokens['accessToken']}"

    def ask(self, path, **fields):
        answer = self.http.post(path, json=fields, headers={"Idempotency-Key": str(uuid.uuid4())}).json()
        if answer["Error"]:
            sys.exit(f"api-clients: {path}: {answer['Error']}")
        return answer["Data"]

    def read(self, path):
        return self.http.get(path).json()["Data"]

    def bulk_id(self):
        return self.read("/user-svc/api/v1/User/GetUserProfile")["bulkId"]

    def add_factor(self):
        """Sets up an authenticator app (RFC 6238)."""
        secret = self.ask("/portal/api/v1/Factors/Totp/Begin")["secret"].replace(" ", "")
        key = base64.b32decode(secret + "=" * (-len(secret) % 8))
        mac = hmac.digest(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1)
        number = struct.unpack(">I", mac[mac[-1] & 15 :][:4])[0] & 0x7FFFFFFF
        self.ask("/portal/api/v1/Factors/Totp/Confirm", totp=f"{number % 1_000_000:06}")


class Receiver:
    """A receiver of webhooks on this machine, which collects deliveries as headers and body."""

    def __init__(self):
        deliveries = self.deliveries = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                deliveries.put(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{server.server_port}/hooks"

    def next(self):
        return self.deliveries.get(timeout=60)
