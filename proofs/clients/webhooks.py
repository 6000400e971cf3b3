"""Checks deliveries of the portal with the receivers of PyPI and npm (package `standardwebhooks`): both accept what the portal signs, and
refuse a changed byte, a changed id, and a time that is over five minutes off."""

import datetime
import json
import subprocess
import sys

from portal import Receiver, User
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

portal, node_script = sys.argv[1:3]
receiver = Receiver()
master = User(portal, "master@majlis.example")
bulk = master.bulk_id()
created = master.ask(f"/portal/api/v1/Webhooks/Create/{bulk}", address=receiver.address, events=["payment.paid"])
named = {"id": bulk, "webhookId": created["webhookId"]}
tested = master.ask("/portal/api/v1/Webhooks/Test", **named)
assert tested["isDelivered"], tested
# After a rotation, deliveries are signed with both secrets.
rotated = master.ask("/portal/api/v1/Webhooks/Rotate", **named)
assert master.ask("/portal/api/v1/Webhooks/Test", **named)["isDelivered"]
master.ask("/portal/api/v1/Webhooks/Delete", **named)

secret = created["secret"]
SIGNED = ("webhook-id", "webhook-timestamp", "webhook-signature")
(headers, body), (both, body_of_both) = (
    ({name: headers[name] for name in SIGNED}, body) for headers, body in (receiver.next(), receiver.next())
)


def accepts(secret, headers, body):
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
    ("as delivered", secret, headers, body, True),
    ("both secrets, by the earlier one", secret, both, body_of_both, True),
    ("both secrets, by the new one", rotated["secret"], both, body_of_both, True),
    ("the new secret before the rotation", rotated["secret"], headers, body, False),
    ("a changed byte", secret, headers, body.replace("webhook.test", "webhook.tesT"), False),
    ("a changed id", secret, headers | {"webhook-id": headers["webhook-id"] + "0"}, body, False),
    ("a changed time", secret, headers | {"webhook-timestamp": str(int(headers["webhook-timestamp"]) + 1)}, body, False),
    ("four minutes ago", secret, signed_at(-4), body, True),
    ("six minutes ago", secret, signed_at(-6), body, False),
    ("in six minutes", secret, signed_at(6), body, False),
]
for name, *case, expected in cases:
    assert accepts(*case) is expected, f"PyPI: {name}"
given = json.dumps([dict(zip(("name", "secret", "headers", "body", "expected"), case)) for case in cases])
subprocess.run(["node", node_script], input=given.encode(), check=True)
print(f"standardwebhooks of PyPI and npm: {len(cases)} cases each")
