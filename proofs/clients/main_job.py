"""Does the main job of docs/api.md by an API token: with the blocks of that page, and with generated clients.

    main_job.py PORTAL NODE_SCRIPT PAGE   with the generated package `client` in the current folder, on a fresh demo

Each of the three lists unpaid bills, proposes a payment, hears by a webhook that it is paid and saves its document, the clients also its
remittance advice. What only users may do is done with plain requests: they approve and release the proposal, and accept the payment.
"""

import json
import re
import subprocess
import sys
import uuid
from datetime import date, timedelta
from decimal import Decimal

sys.path.insert(0, ".")
from client.api.approvals import create_proposal, get_proposal
from client.api.bills import get_outstanding_bills
from client.api.payments import get_payment_details, print_payment
from client.api.remittance_advice import download_remittance
from client.client import AuthenticatedClient
from client.models import BillFilter, Refused, RemittanceFormat
from client.models.create_proposal_body import CreateProposalBody
from client.models.get_outstanding_bills_body import GetOutstandingBillsBody
from portal import Receiver, User
from standardwebhooks.webhooks import Webhook

portal, node_script, page = sys.argv[1:4]
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


class PythonSystem:
    """A system of the company with the client in Python."""

    name = "the client in Python"

    def __init__(self, bulk_id, token):
        self.bulk_id, self.client = bulk_id, AuthenticatedClient(portal, token=token)

    def propose(self):
        self.bills, self.total = list_bills(self.client, self.bulk_id)
        asked, key = CreateProposalBody(invoice_nos=self.bills, total_amount=self.total), str(uuid.uuid4())
        made = [data(create_proposal.sync(self.bulk_id, client=self.client, body=asked, idempotency_key=key)) for _ in range(2)]
        assert made[0] == made[1], "a repeated call proposes once"
        return made[0].proposal_id, self.total

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

    name = "the client in TypeScript"

    def __init__(self, bulk_id, token):
        self.arguments = [portal, bulk_id, token]

    def run(self, *step):
        return json.loads(subprocess.run(["node", node_script, *self.arguments, *step], check=True, stdout=subprocess.PIPE).stdout)

    def propose(self):
        proposed = self.run("propose")
        return proposed["proposalId"], proposed["total"]

    def collect(self, proposal, number):
        self.run("collect", proposal, number)


class PageSystem:
    """A reader who runs the blocks of docs/api.md, with a portal, a token and a bulk account of their own."""

    name = "the page"

    def __init__(self, bulk_id, token):
        begin, self.list_bills, self.ask, self.follow = re.findall(r"^```sh\n(.*?)^```$", open(page).read(), re.M | re.S)
        own = {"portal": portal, "token": token, "bulk": bulk_id}
        self.begin = re.sub(r"^(portal|token|bulk)=.*$", lambda line: f"{line[1]}={own[line[1]]}", begin, flags=re.M)
        # Debian has it in a package of its own.
        self.begin += "command -v uuidgen >/dev/null || uuidgen() { cat /proc/sys/kernel/random/uuid; }"

    def run(self, *blocks):
        subprocess.run(["bash", "-eu", "-c", "\n".join((self.begin, *blocks))], check=True, stdout=subprocess.DEVNULL)

    def propose(self):
        self.run(self.list_bills, self.ask)
        made = json.loads(open("proposal.json").read())["Data"]
        return made["proposalId"], made["totalAmount"]

    def collect(self, proposal, number):
        self.run(self.follow, f'test "$number" = {number}')
        assert open("payment.pdf", "rb").read(5) == b"%PDF-"


def pay_by_token(system_of):
    created = master.ask(
        f"/portal/api/v1/Tokens/Create/{bulk_id}",
        name=f"Main job by {system_of.name}",
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
        referenceNumbers=[{"number": f"EFT{system_of.__name__.upper()}", "amount": total}],
    )
    payment = released["payment"]
    officer.ask("/billpayment-svc/api/v1/Admin/PaymentAccept", eBulkPaymentID=payment["eBulkPaymentID"])
    headers, body = receiver.next()
    event = Webhook(hook["secret"]).verify(body, headers)
    assert (event["type"], event["data"]["ids"]) == ("payment.paid", [payment["transactionNo"]]), event
    system.collect(proposal, event["data"]["ids"][0])
    print(f"api-clients: {payment['transactionNo']} pays RM {total}, by {system.name} with an API token")


master, payer, officer = (User(portal, email) for email in ("master@sinar.example", "payer@sinar.example", "pccr@utility.example"))
bulk_id, receiver = master.bulk_id(), Receiver()
master.add_factor()
users = master.read(f"/portal/api/v1/Approvals/Policy/{bulk_id}")["users"]
approvers = [user["userId"] for user in users if user["canApprove"]]
policy = {"approverGroups": [], "layers": [{"from": "0.00", "steps": [{"mode": "any", "userIds": approvers}]}]}
master.ask(f"/portal/api/v1/Approvals/SetPolicy/{bulk_id}", policy=policy, version=0)
hook = master.ask(f"/portal/api/v1/Webhooks/Create/{bulk_id}", address=receiver.address, events=["payment.paid"])
for system_of in (PageSystem, PythonSystem, TypeScriptSystem):
    pay_by_token(system_of)
