/** The amount received differs from the bills: the customer settles it, and the payment is accepted. */
import { batch, ringgit, sen, someOf, totalOf } from './bills'
import {
  becomes,
  chooseBank,
  enterNumbers,
  fact,
  forThisTry,
  goToMethod,
  makeTransfer,
  openTransfer,
  payButton,
  review,
  title,
  transactionNo,
} from './pay'
import { expect, expectSamePage, leaveMark, people, test } from './people'
import { accept, openWaiting, reportPaid } from './staff'
import { goTo } from './walk'

test('too little was paid: the customer pays the difference', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(5), 8)).slice(0, 4)
  const billed = bills.reduce((sum, { amount }) => sum + sen(amount), 0n)
  const difference = 12345n
  const transactionNo = await openTransfer(page, bills, forThisTry('IBG50001'))
  await leaveMark(page)

  const officer = await as(people.pccr)
  await openWaiting(officer, transactionNo)
  const colleague = await as(people.secondOfficer)
  await openWaiting(colleague, transactionNo)
  await colleague.getByLabel('Amount received').fill(ringgit(billed - difference).slice(3))
  await colleague.getByRole('button', { name: `Ask for ${ringgit(difference)}` }).click()
  const asking = colleague.getByRole('alertdialog')
  await expect(fact(asking, 'Missing')).toHaveText(ringgit(difference))
  await reportPaid(
    officer,
    ringgit(billed - difference).slice(3),
    `Insufficient by ${ringgit(difference)}`,
    `Ask for ${ringgit(difference)}`,
  )
  // The dialogue of a colleague who began to ask for the same says why it cannot, and the entry does not hold the colleague up.
  await expect(asking.getByRole('button', { name: `Ask for ${ringgit(difference)}` })).toHaveAttribute('aria-disabled', 'true')
  await expect(fact(asking, 'Missing')).toHaveText(ringgit(difference))
  await asking.getByRole('button', { name: 'Check the amount first' }).click()
  await colleague.getByRole('navigation', { name: 'Where you are' }).getByRole('link').first().click()
  await expect(title(colleague)).not.toHaveText(`Payment ${transactionNo}`)

  await becomes(page, 'You paid too little')
  await expectSamePage(page)
  // The missing amount is the main figure. Before the money arrives, no document is called a receipt.
  const advice = page.getByRole('region', { name: 'Payment advice' })
  await expect(page.getByText('Still missing')).toHaveCount(2)
  await expect(fact(page, 'Still missing')).toHaveText(ringgit(difference))
  await expect(fact(page, 'Received so far')).toHaveText(ringgit(billed - difference))
  await expect(advice).toContainText('This is not a receipt.')
  await expect(page.getByRole('button', { name: 'Print the payment advice' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'You paid too little. ' })).toContainText(ringgit(difference))
  await page.goto(`/billPayment/transactions/${transactionNo}`)
  await expect(page.getByRole('link', { name: `Pay the missing ${ringgit(difference)}` })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: `Pay the missing ${ringgit(difference)}` }).click()
  await expect(title(page)).toHaveText('Pay the difference')
  await expect(fact(page, 'Amount received')).toHaveText(ringgit(billed - difference))
  await page.getByRole('radio', { name: 'Cheque' }).check()
  await chooseBank(page, 'Maybank2E', 'Bank that you paid from')
  await page.getByLabel('Cheque number').fill(forThisTry('20417'))
  await page.getByRole('button', { name: 'Review and send' }).click()
  const send = page.getByRole('button', { name: `Send the payment of ${ringgit(difference)}` })
  // A refusal applies to the entries that were sent. Changed entries are no longer refused.
  const errorMessage = 'This bank cannot be used now.'
  const refusal = { code: 'bankUnknown', errorTopic: 'generic', errorMessage, fields: [], params: {} }
  await page.route(
    '**/Payment/MakeReconciliationPaymentInsufficient',
    (route) => route.fulfill({ status: 409, json: { Data: null, Error: refusal } }),
    { times: 1 },
  )
  await send.click()
  await expect(page.getByText(errorMessage)).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByLabel('Cheque number').fill(forThisTry('20418'))
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(send).toBeVisible()
  await expect(page.getByText(errorMessage)).toHaveCount(0)
  await send.click()
  await expect(page.getByText('The difference was submitted for approval')).toBeVisible()
  await page.goto(`/billPayment/transactions/${transactionNo}/result`)
  await expect(title(page)).toHaveText('Your payment was submitted')
  await leaveMark(page)

  // The officer's page has updated too, so the officer can accept the payment.
  await accept(officer, ringgit(billed))
  await becomes(page, 'Paid')
  await expectSamePage(page)
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
  await expect(fact(page, 'Receipt number')).toHaveText(transactionNo.replace('P', 'R'))
  await expect(fact(page, 'Amount received')).toHaveText(ringgit(billed))
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await waiting).suggestedFilename()).toBe(`Receipt ${transactionNo.replace('P', 'R')}.pdf`)
  await goTo(page, `/billPayment/transactions/${transactionNo}?tab=activity`)
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText(`Difference of ${ringgit(difference)} requested`)
  await expect(history).toContainText(`Difference of ${ringgit(difference)} submitted`)
  await expect(history).toContainText(`${ringgit(billed)} posted to the bills`)
})

test('too much was paid: the customer chooses the account to be credited', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(5), 8)).slice(4, 8)
  const billed = bills.reduce((sum, { amount }) => sum + sen(amount), 0n)
  const over = 5050n
  const account = bills[1]?.accountNo ?? ''
  const transactionNo = await openTransfer(page, bills, forThisTry('IBG50002'))
  await leaveMark(page)

  const officer = await as(people.pccr)
  await openWaiting(officer, transactionNo)
  await reportPaid(officer, ringgit(billed + over).slice(3), `Overpaid by ${ringgit(over)}`, `Report ${ringgit(over)} overpaid`)

  await becomes(page, 'You paid too much')
  await expectSamePage(page)
  await expect(fact(page, 'Paid too much')).toHaveText(ringgit(over))
  await page.getByRole('link', { name: `Choose where ${ringgit(over)} is credited` }).click()
  await page.getByRole('searchbox', { name: 'Account number or reference ID' }).fill(account)
  await page.getByRole('button', { name: `Choose account ${account}` }).click()
  await expect(fact(page, 'Amount to be credited')).toHaveText(ringgit(over))
  await page.getByRole('button', { name: `Credit ${ringgit(over)} to ${account}` }).click()
  await expect(page.getByText(`${ringgit(over)} will be credited to account ${account}`)).toBeVisible()
  // The address no longer names the account, but the result does.
  await page.goBack()
  await expect(page).not.toHaveURL(/account=/)
  await expect(page.getByText(`${ringgit(over)} will be credited to account ${account}`)).toBeVisible()
  await page.goto(`/billPayment/transactions/${transactionNo}`)
  await leaveMark(page)

  await accept(officer, ringgit(billed))
  await expect(page.getByText(`${ringgit(over)} was credited to account ${account}.`)).toBeVisible({ timeout: 60_000 })
  await expectSamePage(page)
  await expect(fact(page, 'Credited to account')).toHaveText(account)
  await expect(fact(page, 'Amount received')).toHaveText(ringgit(billed + over))
  await page.getByRole('link', { name: 'View receipt' }).click()
  await expect(fact(page, 'Amount received')).toHaveText(ringgit(billed + over))
  await expect(fact(page, `Credited to account ${account}`)).toHaveText(ringgit(over))
  expect(totalOf(bills)).toBe(ringgit(billed))
})

test('payer and officer are warned of a repeated reference number, and a large difference is asked twice', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(5), 12)).slice(8, 12)
  const [one, other] = [bills.slice(0, 2), bills.slice(2)]
  // A repeated run needs another number, because the payment of the first run uses this number.
  const number = forThisTry('IBG50003')
  const first = await makeTransfer(page, one, number)

  await goToMethod(page, other, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[number.toLowerCase()]])
  await review(page, other)
  await expect(page.getByText('One of these numbers is already in another payment')).toBeVisible()
  await expect(page.getByRole('link', { name: first })).toBeVisible()
  await payButton(page, other).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(first)
  await dialog.getByRole('button', { name: 'Check the numbers first' }).click()
  await expect(title(page)).toHaveText('Review your payment')
  await payButton(page, other).click()
  await dialog.getByRole('button', { name: `Pay ${totalOf(other)} anyway` }).click()
  await expect(title(page)).toHaveText('Your payment was submitted')
  const second = await transactionNo(page)

  const officer = await as(people.pccr)
  await openWaiting(officer, second)
  const panel = officer.getByRole('complementary', { name: 'Decision' })
  await expect(panel).toContainText('Another payment has the same number')
  await expect(panel.getByRole('link', { name: first })).toBeVisible()
  const billed = other.reduce((sum, { amount }) => sum + sen(amount), 0n)
  const paid = billed / 2n
  // Without an amount, an error links to the field.
  const received = officer.getByLabel('Amount received')
  await received.focus()
  await officer.keyboard.press('Enter')
  const summary = panel.getByRole('alert', { name: 'Please check what you entered' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link').click()
  await expect(received).toBeFocused()
  await received.fill(ringgit(paid).slice(3))
  await officer.getByRole('button', { name: `Ask for ${ringgit(billed - paid)}` }).click()
  const asking = officer.getByRole('alertdialog')
  await expect(fact(asking, 'Billed')).toHaveText(ringgit(billed))
  await expect(fact(asking, 'Amount received')).toHaveText(ringgit(paid))
  await asking.getByRole('button', { name: `Ask for ${ringgit(billed - paid)}` }).click()
  const askingAgain = officer.getByRole('alertdialog', { name: /instead of/ })
  await expect(askingAgain).toContainText('more than a fifth')
  await expect(askingAgain.getByRole('button', { name: 'Check the amount first' })).toBeVisible()
  await askingAgain.getByRole('button', { name: `${ringgit(paid)} was received` }).click()
  await expect(askingAgain).toBeHidden()
  await expect(panel).toContainText(ringgit(billed - paid))
})
