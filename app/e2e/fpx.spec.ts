/** Paying by online banking: a maker pays, an authoriser decides, and the portal's page updates. */

import { sandboxURL } from '../playwright.config'
import { actAtBank, authorize, bank, comeBack, confirmAtBank, goToBank, leaveForBank, signInAtBank, startPayment } from './bank'
import { bar, batch, billsOf, choose, type Payable, payable, someOf, totalOf } from './bills'
import { becomes, chooseBank, fact, review, title, transactionNo } from './pay'
import { expect, expectSamePage, leaveMark, people, test } from './people'

test('a clerk pays three whole batches, and the page turns Paid when the authoriser approves', async ({ as }) => {
  const page = await as(people.payer)
  const batches = [batch(0), batch(1), batch(2)]
  const bills = await payable(page, { batchIds: batches })
  expect(bills.length).toBeGreaterThanOrEqual(500)

  await page.goto('/billPayment')
  // The oldest batches come first, and only visible rows are rendered.
  await expect(page.getByRole('checkbox', { name: /^Select batch/ }).first()).toBeVisible()
  await page.keyboard.press('End')
  for (const id of batches) await page.getByRole('checkbox', { name: `Select batch ${id}` }).click()
  await expect(bar(page)).toContainText(billsOf(bills.length))
  await expect(bar(page)).toContainText(totalOf(bills))

  await page.getByRole('link', { name: 'Review and pay' }).click()
  await page.getByRole('radio', { name: 'FPX online banking' }).check()
  await chooseBank(page, bank)
  await review(page, bills)
  await leaveForBank(page, bills)
  await signInAtBank(page)
  await page.getByRole('button', { name: `Confirm ${totalOf(bills)}` }).click()
  await comeBack(page)

  await expect(title(page)).toHaveText("Waiting for your company's authoriser")
  await expect(fact(page, 'Amount')).toHaveText(totalOf(bills))
  await expect(fact(page, 'Bills')).toContainText(billsOf(bills.length))
  const paid = await transactionNo(page)
  await leaveMark(page)

  await authorize(await as(null), 'Approve', paid)
  await becomes(page, 'Paid')
  await expect(fact(page, 'Status')).toHaveText('Paid')
  await expect(fact(page, 'Amount received')).toHaveText(totalOf(bills))
  await expectSamePage(page)

  await page.getByRole('link', { name: 'Remaining bills' }).click()
  await expect(page.getByRole('checkbox', { name: /^Select batch/ }).first()).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('checkbox', { name: `Select batch ${batch(3)}` })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `Select batch ${batch(0)}` })).toHaveCount(0)
})

test.describe('an unsuccessful payment leaves the bills payable', () => {
  const fourFrom = (bills: readonly Payable[], from: number) => bills.slice(from, from + 4)

  test('the authoriser declines', async ({ as }) => {
    const page = await as(people.payer)
    const bills = fourFrom(await someOf(page, batch(3), 12), 0)
    await goToBank(page, bills)
    await confirmAtBank(page, bills)
    await expect(title(page)).toHaveText("Waiting for your company's authoriser")
    await leaveMark(page)
    // Until the authoriser decides, the bills belong to this payment.
    expect(await payable(page, { search: bills.map(({ invoiceNo }) => invoiceNo).join(',') })).toEqual([])

    await authorize(await as(null), 'Reject', await transactionNo(page))
    await becomes(page, 'The bank declined the payment')
    await expect(fact(page, 'Status')).toHaveText('Declined')
    await expect(page.getByText('The bank does not permit this payment from the chosen account.')).toBeVisible()
    await expect(page.getByText('The bills can be paid again.')).toBeVisible()
    await expectSamePage(page)
    await choose(page, bills)
  })

  test('the bank session times out, Try again restores the selection, and then the maker cancels', async ({ as }) => {
    const page = await as(people.payer)
    const bills = fourFrom(await someOf(page, batch(3), 12), 4)
    await goToBank(page, bills)
    await signInAtBank(page)
    await page.getByRole('button', { name: 'Let the session time out now' }).click()
    await comeBack(page)
    await expect(title(page)).toHaveText('The payment failed')
    await expect(page.getByText("The bank's page was left open for too long")).toBeVisible()
    await expect(fact(page, 'Status')).toHaveText('Failed')

    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(title(page)).toHaveText('How do you want to pay?')
    await expect(page.getByRole('main')).toContainText(billsOf(bills.length))
    await expect(page.getByRole('main')).toContainText(totalOf(bills))
    await page.getByRole('radio', { name: 'FPX online banking' }).check()
    await chooseBank(page, bank)
    await review(page, bills)
    await leaveForBank(page, bills)
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await comeBack(page)
    await expect(title(page)).toHaveText('The payment was cancelled at the bank')
    await expect(page.getByText('No money was taken.')).toBeVisible()
    await choose(page, bills)
  })
})

test('a confirmation with another amount is not applied, and staff are alerted', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(3), 12)).slice(8)
  const started = await startPayment(page, bills)
  const paid = started.transactionNo
  await actAtBank(page, started, ['maker', 'confirm'])
  await page.goto(`/billPayment/transactions/${paid}`)
  await expect(fact(page, 'FPX status')).toHaveText('Pending approval')
  // Before the real approval, FPX sends a signed approval of another amount.
  const fault = await page.request.post(`${sandboxURL}/sandbox/api/faults`, { data: { sellerExOrderNo: paid, fault: 'amount' } })
  expect(fault.ok()).toBe(true)
  await authorize(await as(null), 'Approve', paid)
  await expect(fact(page, 'FPX status')).toHaveText('Sales')
  await expect(fact(page, 'Confirmed by the bank')).toHaveText(/^\d\d \w{3} \d{4}, \d\d:\d\d$/)

  const staff = await as(people.ict)
  // Late receipts that could not be loaded are not called none.
  await staff.route('**/Admin/LateConfirmations', (route) => route.fulfill({ status: 500, body: '' }))
  await staff.goto('/admin/paymentGatewayQuery')
  const late = staff.getByRole('region', { name: 'Late receipts' })
  await expect(late.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(late).not.toContainText('appears here')
  await staff.unroute('**/Admin/LateConfirmations')
  await late.getByRole('button', { name: 'Try again' }).click()
  await expect(late.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  const row = staff.getByRole('row').filter({ hasText: paid })
  await expect(row).toContainText('Confirmation does not match')
  await staff.getByLabel('Merchant transaction IDs').fill(', ;')
  await staff.getByRole('button', { name: 'Find' }).click()
  await expect(staff.getByLabel('Merchant transaction IDs')).toHaveAccessibleDescription(/Enter the merchant transaction ID\./)
  await expect(row).toContainText('Paid')
  await row.getByRole('link', { name: new RegExp(paid) }).click()
  await expect(fact(staff, 'FPX status')).toHaveText('Sales')
  await expect(fact(staff, 'Confirmed by the bank')).toHaveText(/^\d\d \w{3} \d{4}, \d\d:\d\d$/)
})
