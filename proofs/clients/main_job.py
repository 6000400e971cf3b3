"""Does the main job with the generated client, as docs/api.md describes it: by a user, and by an API token.

    main_job.py PORTAL        with the generated package `client` in the current folder, on a fresh demo

By a user: sign in, list overdue bills, pay two, follow the payment, save its document. By a token: list unpaid bills, propose a payment,
read the payment once users have approved and released it, save its document. What only users may do is done with plain requests.
"""

import base64
import hashlib
import hmac
import struct
import sys
import time
import uuid
from datetime import date, timedelta
from decimal import Decimal

import httpx

sys.path.insert(0, ".")
from client.api.approvals import create_proposal, get_proposal
from client.api.bills import get_outstanding_bills
from client.api.payments import get_bank_list, get_payment_details, make_payment, print_payment
from client.api.sessions import get_user_profile, login
from client.client import AuthenticatedClient, Client
from client.models import BillFilter, LoginRequest, MakePaymentRequest, PaymentMethod, Reference, Refused
from client.models.create_proposal_body import CreateProposalBody
from client.models.get_outstanding_bills_body import GetOutstandingBillsBody

portal = sys.argv[1]
PASSWORD = "Gridbill-demo1"


def data(answer):
    """Returns the content of an answer, or ends with the code of the refusal."""
    if answer is None or isinstance(answer, Refused):
        sys.exit(f"api-clients: refused: {answer and answer.error.code}")
    return answer.data


def list_bills(client, bulk_id, filter_):
    """Returns the numbers and the total of two bills."""
    page = data(get_outstanding_bills.sync(bulk_id, client=client, body=GetOutstandingBillsBody(filter_=filter_, record_count=2)))
    return [bill.invoice_no for bill in page.items], str(sum(Decimal(bill.total_amount_payable) for bill in page.items))


def read_payment(client, number, total, bills):
    """Checks the payment and its document."""
    paid = data(get_payment_details.sync(client=client, transaction_no=number))
    assert paid.transaction.transaction_amount == total and len(paid.invoices.items) == len(bills)
    document = print_payment.sync(client=client, transaction_no=number)
    assert document.payload.read(5) == b"%PDF-"


class User:
    """A user of the portal, by plain requests."""

    def __init__(self, email):
        self.http = httpx.Client(base_url=portal)
        self.http.headers["Authorization"] = ""
        tokens = self.ask("/user-svc/api/v1/User/Login", username=email, password=PASSWORD)
        self.http.headers["Authorization"] = f"Bearer {tokens['accessToken']}"

    def ask(self, path, **fields):
        answer = self.http.post(path, json=fields, headers={"Idempotency-Key": str(uuid.uuid4())}).json()
        if answer["Error"]:
            sys.exit(f"api-clients: {path}: {answer['Error']}")
        return answer["Data"]

    def read(self, path):
        return self.http.get(path).json()["Data"]

    def add_factor(self):
        """Sets up an authenticator app (RFC 6238)."""
        secret = self.ask("/portal/api/v1/Factors/Totp/Begin")["secret"].replace(" ", "")
        key = base64.b32decode(secret + "=" * (-len(secret) % 8))
        mac = hmac.digest(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1)
        number = struct.unpack(">I", mac[mac[-1] & 15 :][:4])[0] & 0x7FFFFFFF
        self.ask("/portal/api/v1/Factors/Totp/Confirm", totp=f"{number % 1_000_000:06}")


def pay_as_user():
    with Client(portal) as anyone:
        tokens = data(login.sync(client=anyone, body=LoginRequest(username="payer@sinar.example", password=PASSWORD)))
    with AuthenticatedClient(portal, token=tokens.access_token) as client:
        bulk_id = data(get_user_profile.sync(client=client)).bulk_id
        bills, total = list_bills(client, bulk_id, BillFilter(overdue=True))
        request = MakePaymentRequest(
            bulk_id=bulk_id,
            invoice_nos=bills,
            total_amount=total,
            payment_method=PaymentMethod.EFT_GIRO,
            bank_id=data(get_bank_list.sync(client=client))[0].bank_id,
            reference_numbers=[Reference(number="EFT20261126001", amount=total)],
        )
        key = str(uuid.uuid4())
        made = [data(make_payment.sync(client=client, body=request, idempotency_key=key)) for _ in range(2)]
        assert made[0] == made[1], "a repeated call pays once"
        read_payment(client, made[0].transaction_no, total, bills)
    print(f"api-clients: {made[0].transaction_no} pays {len(bills)} bills, RM {total}, by the generated client in Python")


def propose_by_token():
    master, payer = User("master@sinar.example"), User("payer@sinar.example")
    bulk_id = master.read("/user-svc/api/v1/User/GetUserProfile")["bulkId"]
    master.add_factor()
    users = master.read(f"/portal/api/v1/Approvals/Policy/{bulk_id}")["users"]
    approvers = [user["userId"] for user in users if user["canApprove"]]
    layer = {"from": "0.00", "steps": [{"mode": "any", "userIds": approvers}]}
    master.ask(f"/portal/api/v1/Approvals/SetPolicy/{bulk_id}", policy={"approverGroups": [], "layers": [layer]}, version=0)
    created = master.ask(
        f"/portal/api/v1/Tokens/Create/{bulk_id}",
        name="Main job",
        scopes=["bills:read", "payments:read", "payments:propose", "downloads"],
        expiresOn=str(date.today() + timedelta(days=30)),
        addresses=["127.0.0.0/8"],
    )
    with AuthenticatedClient(portal, token=created["secret"]) as client:
        bills, total = list_bills(client, bulk_id, BillFilter(overdue=True))
        asked = CreateProposalBody(invoice_nos=bills, total_amount=total)
        proposal = data(create_proposal.sync(bulk_id, client=client, body=asked, idempotency_key=str(uuid.uuid4()))).proposal_id
        payer.ask("/portal/api/v1/Proposals/Approve", proposalId=proposal, step=1)
        master.ask(
            "/portal/api/v1/Proposals/Release",
            proposalId=proposal,
            paymentMethod="EFT_GIRO",
            bankId=data(get_bank_list.sync(client=client))[0].bank_id,
            referenceNumbers=[{"number": "EFT20261126002", "amount": total}],
        )
        number = data(get_proposal.sync(client=client, proposal_id=proposal)).transaction_no
        read_payment(client, number, total, bills)
    print(f"api-clients: {number} pays {len(bills)} bills, RM {total}, proposed by an API token")


pay_as_user()
propose_by_token()
