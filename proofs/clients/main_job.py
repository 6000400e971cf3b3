"""Does the steps of docs/api.md with the generated client: sign in, list overdue bills, pay two, follow the payment, save its document.

    main_job.py PORTAL        with the generated package `client` in the current folder
"""

import sys
import uuid
from decimal import Decimal

sys.path.insert(0, ".")
from client.api.bills import get_outstanding_bills
from client.api.payments import get_bank_list, get_payment_details, make_payment, print_payment
from client.api.sessions import get_user_profile, login
from client.client import AuthenticatedClient, Client
from client.models import BillFilter, LoginRequest, MakePaymentRequest, PaymentMethod, Reference, Refused
from client.models.get_outstanding_bills_body import GetOutstandingBillsBody

portal = sys.argv[1]


def data(answer):
    """Returns the content of an answer, or ends with the code of the refusal."""
    if answer is None or isinstance(answer, Refused):
        sys.exit(f"api-clients: refused: {answer and answer.error.code}")
    return answer.data


with Client(portal) as anyone:
    tokens = data(login.sync(client=anyone, body=LoginRequest(username="payer@sinar.example", password="Gridbill-demo1")))

with AuthenticatedClient(portal, token=tokens.access_token) as client:
    bulk_id = data(get_user_profile.sync(client=client)).bulk_id
    asked = GetOutstandingBillsBody(filter_=BillFilter(overdue=True), record_count=2)
    page = data(get_outstanding_bills.sync(bulk_id, client=client, body=asked))
    bills = [bill.invoice_no for bill in page.items]
    total = str(sum(Decimal(bill.total_amount_payable) for bill in page.items))
    bank = data(get_bank_list.sync(client=client))[0].bank_id
    request = MakePaymentRequest(
        bulk_id=bulk_id,
        invoice_nos=bills,
        total_amount=total,
        payment_method=PaymentMethod.EFT_GIRO,
        bank_id=bank,
        reference_numbers=[Reference(number="EFT20261126001", amount=total)],
    )
    key = str(uuid.uuid4())
    made = [data(make_payment.sync(client=client, body=request, idempotency_key=key)) for _ in range(2)]
    assert made[0] == made[1], "a repeated call pays once"
    number = made[0].transaction_no
    paid = data(get_payment_details.sync(client=client, transaction_no=number))
    assert paid.transaction.transaction_amount == total and len(paid.invoices.items) == len(bills)
    document = print_payment.sync(client=client, transaction_no=number)
    assert document.payload.read(5) == b"%PDF-"

print(f"api-clients: {number} pays {len(bills)} bills, RM {total}, by the generated client in Python")
