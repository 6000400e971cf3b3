/** Paying by transfer or cheque. Officers accept or decline, and the customer's page updates. */
import { batch, choose, payable, ringgit, sen, someOf, totalOf } from './bills'
import { becomes, chooseBank, enterNumbers, fact, forThisTry, goToMethod, payAndFollow, review, title } from './pay'
import { expect, expectSamePage, leaveMark, people, test } from './people'
import { accept, decline, openWaiting } from './staff'

test('a transfer in two parts is accepted, and both users see it paid without a reload', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(4), 10)).slice(0, 5)
  const total = totalOf(bills)
  const first = '1,000.55'
  const rest = ringgit(bills.reduce((sum, { amount }) => sum + sen(amount), 0n) - sen(first))

  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('IBG20261120A'), first], [forThisTry('IBG20261120B')]])
  await expect(page.getByText('The amounts make up the total.')).toBeVisible()
  await review(page, bills)
  await expect(fact(page, 'Reference numbers')).toContainText(`RM ${first}`)
  await expect(fact(page, 'Reference numbers')).toContainText(rest)
  const transactionNo = await payAndFollow(page, bills)
  await leaveMark(page)

  const officer = await as(people.pccr)
  await officer.goto('/admin/payments/pending')
  await officer.getByRole('searchbox', { name: 'Search payments' }).fill(transactionNo)
  await officer.getByRole('link', { name: transactionNo }).click()
  await expect(title(officer)).toHaveText(`Payment ${transactionNo}`)
  await expect(officer.getByText('IBG20261120A')).toBeVisible()
  await expect(officer.getByText('IBG20261120B')).toBeVisible()
  await leaveMark(officer)
  await accept(officer, total)

  await becomes(page, 'Paid')
  await expect(fact(page, 'Amount received')).toHaveText(total)
  await expectSamePage(page)
  await expect(officer.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(officer.getByRole('button', { name: 'Decline', exact: true })).toHaveCount(0)
  await expectSamePage(officer)
})

test('a cheque is declined, and its bills can be paid again', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(4), 10)).slice(5, 8)
  await goToMethod(page, bills, 'Cheque')
  await chooseBank(page, 'CIMB Bank')
  await enterNumbers(page, 'Cheque', [[forThisTry('90423')]])
  // A removed number can be restored before the payment is made.
  await page.getByRole('button', { name: 'Add a cheque number' }).click()
  await page.getByLabel('Cheque number 2', { exact: true }).fill(forThisTry('90424'))
  await page.getByRole('button', { name: 'Remove cheque number 2' }).click()
  const removed = page.getByText('Cheque number 2 removed', { exact: true })
  await expect(removed).toBeVisible()
  await review(page, bills)
  await expect(fact(page, 'Cheque numbers')).toContainText('90423')
  const transactionNo = await payAndFollow(page, bills)
  expect(await removed.count()).toBe(0)
  await leaveMark(page)
  expect(await payable(page, { search: bills.map(({ invoiceNo }) => invoiceNo).join(',') })).toEqual([])

  const officer = await as(people.pccr)
  await openWaiting(officer, transactionNo)
  await decline(officer, totalOf(bills), 'The cheque came back unsigned.')

  await becomes(page, 'The payment was declined')
  await expect(page.getByText('The utility declined this payment.')).toBeVisible()
  await expectSamePage(page)
  await choose(page, bills)
  await expect(title(page)).toHaveText('Unpaid bills')
})
