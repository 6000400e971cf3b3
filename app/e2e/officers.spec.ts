/** Large payments that need two officers, cancelled FPX payments, and late receipts. */
import type { Page } from '@playwright/test'
import { actAtBank, startPayment } from './bank'
import { bulkIds, lastMonths, type Payable, payable, sen, someOf, totalOf } from './bills'
import { dialog } from './dialogs'
import { billLine, deliver } from './feed'
import { fact, forThisTry, makeTransfer, title } from './pay'
import { ask, expect, people, quiet, test } from './people'
import { accept, openWaiting } from './staff'
import { goTo } from './walk'

const decision = (page: Page) => page.getByRole('complementary', { name: 'Decision' })

/** Returns the most expensive bills, enough to exceed the limit for two officers (portal.sh). */
async function billsForTwoOfficers(page: Page): Promise<Payable[]> {
  const bills = await payable(page, { batchIds: [lastMonths(2)] })
  bills.sort((a, b) => (sen(b.amount) > sen(a.amount) ? 1 : -1))
  const limit = sen('100000.00')
  let [total, count] = [0n, 0]
  while (total <= limit && count < bills.length) total += sen(bills[count++]?.amount ?? '0.00')
  expect(total, 'the demo has enough to pay').toBeGreaterThan(limit)
  return bills.slice(0, count).sort((a, b) => a.invoiceNo.localeCompare(b.invoiceNo))
}

/** Cancels the payment on its page, as its maker. */
async function cancelPayment(page: Page, transactionNo: string) {
  await page.goto(`/billPayment/transactions/${transactionNo}`)
  await page.getByRole('button', { name: 'Cancel this payment' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel payment' }).click()
  await expect(page.getByText('This payment failed')).toBeVisible()
}

test('a large payment needs a second officer, and the first officer is refused', async ({ as }) => {
  const page = await as(people.payer)
  const bills = await billsForTwoOfficers(page)
  const total = totalOf(bills)
  const transactionNo = await makeTransfer(page, bills, forThisTry('TWOOFFICERS1'))

  const first = await as(people.pccr)
  await openWaiting(first, transactionNo)
  await expect(decision(first)).toContainText('This amount needs two officers')
  await decision(first)
    .getByRole('button', { name: `Accept ${total}` })
    .click()
  await expect(dialog(first)).toContainText('A second officer must confirm this')
  // An officer who began to accept it as well does not confirm the acceptance of the colleague.
  const second = await as(people.secondOfficer)
  await openWaiting(second, transactionNo)
  await decision(second)
    .getByRole('button', { name: `Accept ${total}` })
    .click()
  const acceptToo = dialog(second).getByRole('button', { name: `Accept ${total}` })
  await expect(acceptToo).toBeEnabled()
  await dialog(first)
    .getByRole('button', { name: `Accept ${total}` })
    .click()
  await expect(dialog(second)).toContainText('The acceptance of this payment has changed.')
  await expect(acceptToo).toHaveAttribute('aria-disabled', 'true')
  await dialog(second).getByRole('button', { name: 'Close' }).last().click()
  await expect(decision(first)).toContainText('Waiting for a second officer')
  await expect(decision(first)).toContainText('Another officer must confirm it.')
  await expect(decision(first).getByRole('button', { name: /^(Accept|Confirm)/ })).toHaveCount(0)
  // The server also refuses a second acceptance by the same officer.
  const head = await first.request.get(`/payments-svc/api/v1/Admin/GetAdminPaymentDetails?transactionNo=${transactionNo}`)
  const { eBulkPaymentID } = ((await head.json()) as { Data: { head: { eBulkPaymentID: string } } }).Data.head
  const again = await first.request.post('/billpayment-svc/api/v1/Admin/PaymentAccept', {
    data: { eBulkPaymentID },
    headers: { 'X-Session': 'cookie' },
  })
  expect([again.status(), ((await again.json()) as { Error: { code: string } }).Error.code]).toEqual([409, 'secondOfficerNeeded'])

  // The dialogue that withdraws an acceptance keeps its text when a colleague turns that acceptance down.
  await decision(first).getByRole('button', { name: 'Withdraw my acceptance' }).click()
  const reason = dialog(first).getByLabel('Reason')
  await reason.fill('The wrong payment.')
  await decision(second).getByRole('button', { name: 'Turn down' }).click()
  await dialog(second).getByLabel('Reason').fill('The money has not arrived.')
  await dialog(second).getByRole('button', { name: 'Turn it down' }).click()
  await expect(dialog(first)).toContainText('The acceptance of this payment has changed.')
  await expect(dialog(first)).toContainText('Withdraw your acceptance')
  await expect(reason).toHaveValue('The wrong payment.')
  await expect(dialog(first).getByRole('button', { name: 'Withdraw', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await dialog(first).getByRole('button', { name: 'Close' }).last().click()
  await accept(first, total)
  await expect(decision(first)).toContainText('Waiting for a second officer')

  await second.goto('/admin/payments/pending')
  await second.getByRole('link', { name: /^Second officer/ }).click()
  await second.getByRole('link', { name: transactionNo }).click()
  await expect(decision(second)).toContainText('You can confirm it or turn it down.')
  await quiet(second)
  await second.keyboard.press('a')
  await dialog(second)
    .getByRole('button', { name: `Confirm ${total}` })
    .click()
  await expect(second.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(first.getByText('Paid', { exact: true }).first()).toBeVisible()
  await page.goto(`/billPayment/transactions/${transactionNo}?tab=activity`)
  await expect(page.getByText(`Payment of ${total} accepted`)).toBeVisible()
  await expect(page.getByText('second officer')).toHaveCount(0)
})

test('a payment that never reached the bank is cancelled, its bills are paid again, and its money arrives late', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, lastMonths(2), 6)).slice(0, 3)
  const started = await startPayment(page, bills)
  const { transactionNo } = started
  await page.goto(`/billPayment/transactions/${transactionNo}`)
  await expect(page.getByText('We are waiting for the bank')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel this payment' })).toHaveCount(0)

  const officer = await as(people.pccr)
  await officer.goto(`/admin/paymentGatewayQuery?merchantTranId=${transactionNo}`)
  await officer.getByRole('button', { name: 'Ask the gateway again' }).click()
  await expect(officer.getByText('You can cancel it')).toBeVisible()
  await expect(officer.getByRole('region', { name: /messages$/ })).toContainText('Answer code 76')
  await expect(officer.getByRole('region', { name: /messages$/ })).toContainText('Good')

  await cancelPayment(page, transactionNo)
  const anew = await makeTransfer(page, bills, forThisTry('GIVENUP1'))
  expect(anew).not.toBe(transactionNo)

  await actAtBank(page, started, ['maker', 'confirm'], ['authorizer', 'approve'])
  await expect(officer.getByText('A late receipt of this payment is waiting for a decision')).toBeVisible()
  await officer.getByRole('link', { name: 'Decide', exact: true }).click()
  await expect(title(officer)).toHaveText('Late receipts')
  await expect(fact(officer, 'Bills')).toHaveText('0 of 3 still unpaid')
  await expect(officer.getByRole('radio', { name: 'Pay the bills of this payment' })).toHaveAccessibleDescription(/Some bills/)
  await officer.getByRole('radio', { name: 'Credit an electricity account' }).check()
  await officer.getByLabel('Account number').fill(bills[0]?.accountNo ?? '')
  await officer.getByRole('button', { name: 'Decide', exact: true }).click()
  await dialog(officer)
    .getByRole('button', { name: `Credit ${totalOf(bills)}` })
    .click()
  await expect(decision(officer)).toContainText(`Credited to account ${bills[0]?.accountNo}`)
  await expect(decision(officer).getByRole('radio')).toHaveCount(0)
  await goTo(page, `/billPayment/transactions/${transactionNo}?tab=activity`)
  await expect(page.getByText('received late, credited to an account')).toBeVisible()
  await expect(page.getByText('The bank took the money after this payment had ended.')).toBeVisible()
  await expect(page.getByText('Check the payment’s history before you pay the bills again.')).toBeVisible()
  await expect(page.getByText('No money was taken')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'View unpaid bills' })).toHaveCount(0)
  await page.goto(`/billPayment/transactions/${transactionNo}/result`)
  await expect(page.getByText('Check the payment’s history before you pay the bills again.', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Check the payment’s history' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('a late receipt pays the unpaid bills of its payment, and is decided once', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, lastMonths(2), 3)).slice(-3)
  const started = await startPayment(page, bills)
  const { transactionNo } = started
  const officer = await as(people.pccr)
  await ask(officer, `/payments-svc/api/v1/Admin/AdminFPXManualRequery?merchantTranId=${transactionNo}`)
  await cancelPayment(page, transactionNo)
  await actAtBank(page, started, ['maker', 'confirm'], ['authorizer', 'approve'])

  await officer.goto('/admin/paymentGatewayQuery/late')
  await officer.getByRole('link', { name: new RegExp(transactionNo) }).click()
  const other = await as(people.secondOfficer)
  await other.goto(officer.url())
  // Leaving with unsaved input asks first.
  await officer.getByRole('radio', { name: 'Record a refund' }).check()
  await officer.getByLabel('Reference of the refund').fill('NOT SENT YET')
  await officer.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Late receipts' }).click()
  await expect(dialog(officer)).toContainText('Leave without saving?')
  await dialog(officer).getByRole('button', { name: 'Stay' }).click()
  await expect(officer.getByLabel('Reference of the refund')).toHaveValue('NOT SENT YET')
  await officer.getByRole('radio', { name: 'Pay the bills of this payment' }).check()
  await officer.getByRole('button', { name: 'Decide', exact: true }).click()
  await dialog(officer).getByRole('button', { name: 'Pay the bills' }).click()
  await expect(decision(officer)).toContainText('The bills of this payment were paid with it')
  await expect(decision(officer).getByRole('link', { name: /^(Next: \d+ left|Back to Late receipts)$/ })).toBeFocused()
  // A colleague's open page updates immediately.
  await expect(decision(other)).toContainText('The bills of this payment were paid with it')
  await page.goto(`/billPayment/transactions/${transactionNo}`)
  await expect(page.getByText(`${totalOf(bills)} was received`)).toBeVisible()
  await goTo(officer, '/admin/paymentGatewayQuery/late?show=dealtWith')
  await expect(officer.getByRole('row').filter({ hasText: transactionNo })).toContainText('Bills paid')
})

test('a late receipt that needs two officers is not decided by two who began to decide it', async ({ as }) => {
  const page = await as(people.factory)
  const accounts = `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, accounts, { recordCount: 1 })
  const run = String(Date.now()).slice(-8)
  const bills = items.map(({ accountNo }) => ({ invoiceNo: `598${run}0`, accountNo, amount: '110000.35' }))
  await deliver(
    'bills',
    bills.map((bill) => billLine({ ...bill, batchId: `28${run}`, billType: 'Late bill' })),
  )
  const started = await startPayment(page, bills, bulkIds.getah)
  const { transactionNo } = started
  const first = await as(people.pccr)
  await ask(first, `/payments-svc/api/v1/Admin/AdminFPXManualRequery?merchantTranId=${transactionNo}`)
  await cancelPayment(page, transactionNo)
  await actAtBank(page, started, ['maker', 'confirm'], ['authorizer', 'approve'])
  await first.goto('/admin/paymentGatewayQuery/late')
  await first.getByRole('link', { name: new RegExp(transactionNo) }).click()
  await expect(decision(first)).toContainText('This amount needs two officers')

  const second = await as(people.secondOfficer)
  await second.goto(first.url())
  for (const officer of [first, second]) {
    await officer.getByRole('radio', { name: 'Pay the bills of this payment' }).check()
    await officer.getByRole('button', { name: 'Decide', exact: true }).click()
    await expect(dialog(officer)).toContainText('A second officer must confirm this')
  }
  const pay = (officer: Page) => dialog(officer).getByRole('button', { name: 'Pay the bills' })
  await pay(first).click()
  await expect(dialog(second)).toContainText('The decision about this money has changed.')
  await expect(pay(second)).toHaveAttribute('aria-disabled', 'true')
  await dialog(second).getByRole('button', { name: 'Not yet' }).click()
  await decision(second)
    .getByRole('button', { name: /^Confirm RM/ })
    .click()
  await pay(second).click()
  await expect(decision(first)).toContainText('The bills of this payment were paid with it')
})
