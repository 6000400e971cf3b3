"""Does the main job with generated clients, as docs/api.md describes it: by a user, and by API tokens.

    main_job.py PORTAL NODE_SCRIPT        with the generated package `client` in the current folder, on a fresh demo

By a user: sign in, list overdue bills, pay two, follow the payment, save its document. By a token, once with the client in Python and
once with the one in TypeScript: list unpaid bills, propose a payment, hear by a webhook that it is paid, save its receipt and its
remittance advice. What only users may do is done with plain requests: they approve and release the proposal, and accept the payment.
"""

import json
import subprocess
import sys
import uuid
from datetime import date, timedelta
from decimal import Decimal

sys.path.insert(0, ".")
from client.api.approvals import create_proposal, get_proposal
from client.api.bills import get_outstanding_bills
from client.api.payments import get_bank_list, get_payment_details, make_payment, print_payment
from client.api.remittance_advice import download_remittance
from client.api.sessions import get_user_profile, login
from client.client import AuthenticatedClient, Client
from client.models import BillFilter, LoginRequest, MakePaymentRequest, PaymentMethod, Reference, Refused, RemittanceFormat
from client.models.create_proposal_body import CreateProposalBody
from client.models.get_outstanding_bills_body import GetOutstandingBillsBody
from portal import PASSWORD, Receiver, User
from standardwebhooks.webhooks import Webhook

portal, node_script = sys.argv[1:3]
PAID = 4


def data(answer):
    """Returns the content of an answer, or ends with the code of the refusal."""
    if answer is None or isinstance(answer, Refused):
        sys.exit(f"api-clients: refused: {answer and answer.error.code}")
    return answer.data


def list_bills(client, bulk_id):
    """Returns the numbers and the total of two overdue bills."""
    body = GetOutstandingBillsBody(filter_=BillFilter(overdue=True), record_count=2)
    page = data(get_outstanding_bills.sync(bulk_id, client=client, body=body))
    return [bill.invoice_no for bill in page.items], str(sum(Decimal(bill.total_amount_payable) for bill in page.items))


def read_payment(client, number, total, bills):
    """Checks the payment and its document, and returns its status."""
    paid = data(get_payment_details.sync(client=client, transaction_no=number))
    assert paid.transaction.transaction_amount == total and len(paid.invoices.items) == len(bills)
    document = print_payment.sync(client=client, transaction_no=number)
    assert document.payload.read(5) == b"%PDF-"
    return paid.transaction.status


def pay_as_user():
    with Client(portal) as anyone:
        tokens = data(login.sync(client=anyone, body=LoginRequest(username="payer@sinar.example", password=PASSWORD)))
    with AuthenticatedClient(portal, token=tokens.access_token) as client:
        bulk_id = data(get_user_profile.sync(client=client)).bulk_id
        bills, total = list_bills(client, bulk_id)
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
    print(f"api-clients: {made[0].transaction_no} pays {len(bills)} bills, RM {total}, by the client in Python as a user")


class PythonSystem:
    """A system of the company with the client in Python."""

    name = "Python"

    def __init__(self, bulk_id, token):
        self.bulk_id, self.client = bulk_id, AuthenticatedClient(portal, token=token)

    def propose(self):
        self.bills, self.total = list_bills(self.client, self.bulk_id)
        asked, key = CreateProposalBody(invoice_nos=self.bills, total_amount=self.total), str(uuid.uuid4())
        made = create_proposal.sync(self.bulk_id, client=self.client, body=asked, idempotency_key=key)
        return data(made).proposal_id, self.total

    def collect(self, proposal, number):
        released = data(get_proposal.sync(client=self.client, proposal_id=proposal))
        assert released.transaction_no == number
        assert read_payment(self.client, number, self.total, self.bills) == PAID
        for format_, begin in ((RemittanceFormat.PDF, b"%PDF-"), (RemittanceFormat.CSV, b"\xef\xbb\xbf")):
            advice = download_remittance.sync(client=self.client, transaction_no=number, format_=format_).payload.read()
            assert advice.startswith(begin), advice[:80]
        assert all(bill.encode() in advice for bill in self.bills)


class TypeScriptSystem:
    """A system of the company with the client in TypeScript."""

    name = "TypeScript"

    def __init__(self, bulk_id, token):
        self.arguments = [portal, bulk_id, token]

    def run(self, *step):
        return json.loads(subprocess.run(["node", node_script, *self.arguments, *step], check=True, stdout=subprocess.PIPE).stdout)

    def propose(self):
        proposed = self.run("propose")
        return proposed["proposalId"], proposed["total"]

    def collect(self, proposal, number):
        self.run("collect", proposal, number)


def pay_by_token(system_of):
    created = master.ask(
        f"/portal/api/v1/Tokens/Create/{bulk_id}",
        name=f"Main job in {system_of.name}",
        scopes=["bills:read", "payments:read", "payments:propose", "downloads"],
        expiresOn=str(date.today() + timedelta(days=30)),
        addresses=["127.0.0.0/8"],
    )
    system = system_of(bulk_id, created["secret"])
    proposal, total = system.propose()
    payer.ask("/portal/api/v1/Proposals/Approve", proposalId=proposal, step=1)
    released = master.ask(
        "/portal/api/v1/Proposals/Release",
        proposalId=proposal,
        paymentMethod="EFT_GIRO",
        bankId=payer.read("/billpayment-svc/api/v1/Payment/GetBankList")[0]["bankId"],
        referenceNumbers=[{"number": f"EFT{system.name.upper()}", "amount": total}],
    )
    payment = released["payment"]
    officer.ask("/billpayment-svc/api/v1/Admin/PaymentAccept", eBulkPaymentID=payment["eBulkPaymentID"])
    headers, body = receiver.next()
    event = Webhook(hook["secret"]).verify(body, headers)
    assert (event["type"], event["data"]["ids"]) == ("payment.paid", [payment["transactionNo"]]), event
    system.collect(proposal, event["data"]["ids"][0])
    print(f"api-clients: {payment['transactionNo']} pays RM {total}, by the client in {system.name} with an API token")


pay_as_user()
master, payer, officer = (User(portal, email) for email in ("master@sinar.example", "payer@sinar.example", "pccr@utility.example"))
bulk_id, receiver = master.bulk_id(), Receiver()
master.add_factor()
users = master.read(f"/portal/api/v1/Approvals/Policy/{bulk_id}")["users"]
approvers = [user["userId"] for user in users if user["canApprove"]]
policy = {"approverGroups": [], "layers": [{"from": "0.00", "steps": [{"mode": "any", "userIds": approvers}]}]}
master.ask(f"/portal/api/v1/Approvals/SetPolicy/{bulk_id}", policy=policy, version=0)
hook = master.ask(f"/portal/api/v1/Webhooks/Create/{bulk_id}", address=receiver.address, events=["payment.paid"])
for system_of in (PythonSystem, TypeScriptSystem):
    pay_by_token(system_of)
