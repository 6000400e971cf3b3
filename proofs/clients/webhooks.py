"""Checks deliveries of the portal with the receivers of PyPI and npm (package `standardwebhooks`): both accept what the portal signs, and
refuse a changed byte, a changed id, and a time that is over five minutes off."""

import datetime
import http.server
import json
import subprocess
import sys
import threading
import urllib.request

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

portal, node_script = sys.argv[1:3]
received = []


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        received.append((dict(self.headers), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()


def call(path, body=None, token=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(portal + path, None if body is None else json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["Data"]


signed_in = call("/user-svc/api/v1/User/Login", {"username": "master@sinar.example", "password": "Gridbill-demo1"})
token = signed_in["accessToken"]
bulk = call("/user-svc/api/v1/User/GetUserProfile", token=token)["bulkId"]
address = f"http://127.0.0.1:{server.server_port}/hooks"
created = call(f"/portal/api/v1/Webhooks/Create/{bulk}", {"address": address, "events": ["payment.paid"]}, token)
named = {"id": bulk, "webhookId": created["webhookId"]}
tested = call("/portal/api/v1/Webhooks/Test", named, token)
assert tested["isDelivered"], tested
call("/portal/api/v1/Webhooks/Delete", named, token)

(headers, body), secret = received[-1], created["secret"]
names = ("webhook-id", "webhook-timestamp", "webhook-signature")
headers = {name: value for key, value in headers.items() if (name := key.lower()) in names}


def accepts(headers, body, secret=secret):
    try:
        Webhook(secret).verify(body, headers)
        return True
    except WebhookVerificationError:
        return False


def signed_at(minutes):
    """Signs the body with the secret for a time that many minutes away."""
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)
    signature = Webhook(secret).sign(headers["webhook-id"], at, body)
    return headers | {"webhook-timestamp": str(int(at.timestamp())), "webhook-signature": signature}


cases = [
    ("as delivered", headers, body, True),
    ("a changed byte", headers, body.replace("webhook.test", "webhook.tesT"), False),
    ("a changed id", headers | {"webhook-id": headers["webhook-id"] + "0"}, body, False),
    ("four minutes ago", signed_at(-4), body, True),
    ("six minutes ago", signed_at(-6), body, False),
    ("in six minutes", signed_at(6), body, False),
]
for name, case_headers, case_body, expected in cases:
    assert accepts(case_headers, case_body) is expected, f"PyPI: {name}"
given = json.dumps([{"name": name, "headers": h, "body": b, "expected": e} for name, h, b, e in cases])
subprocess.run(["node", node_script, secret], input=given.encode(), check=True)
print(f"standardwebhooks of PyPI and npm: {len(cases)} cases each")
