/** What arrived at the bank is not what was billed: the customer puts it right, and the payment is accepted after all. */
import { batch, ringgit, sen, someOf, totalOf } from './bills'
import { becomes, chooseBank, fact, payByTransfer, title } from './pay'
import { expect, expectSamePage, leaveMark, people, test } from './people'
import { accept, openWaiting, reportPaid } from './staff'

test('too little was paid: the customer pays the difference', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(5), 8)).slice(0, 4)
  const billed = bills.reduce((sum, { amount }) => sum + sen(amount), 0n)
  const difference = 12345n
  const transactionNo = await payByTransfer(page, bills, 'IBG500001')
  await leaveMark(page)

  const officer = await as(people.pccr)
  await openWaiting(officer, transactionNo)
  await reportPaid(
    officer,
    ringgit(billed - difference).slice(3),
    `Insufficient by ${ringgit(difference)}`,
    `Ask for ${ringgit(difference)}`,
  )

  await becomes(page, 'Too little was paid')
  await expectSamePage(page)
  await page.getByRole('link', { name: 'See what to do' }).click()
  await page.getByRole('link', { name: `Pay the difference ${ringgit(difference)}` }).click()
  await expect(title(page)).toHaveText('Pay the difference')
  await expect(fact(page, 'Received')).toHaveText(ringgit(billed - difference))
  await page.getByRole('radio', { name: 'Cheque' }).check()
  await chooseBank(page, 'Maybank2E', 'Bank that you paid from')
  await page.getByLabel('Cheque number').fill('200417')
  await page.getByRole('button', { name: 'Check and send' }).click()
  await page.getByRole('button', { name: `Send the payment of ${ringgit(difference)}` }).click()
  await expect(page.getByText('The difference was sent to the utility')).toBeVisible()
  await page.goto(`/billPayment/transactions/${transactionNo}/result`)
  await expect(title(page)).toHaveText('We have received your payment')
  await leaveMark(page)

  // The officer's page has followed too: the same button can accept now.
  await accept(officer, ringgit(billed))
  await becomes(page, 'Paid')
  await expectSamePage(page)
  await page.goto(`/billPayment/transactions/${transactionNo}?tab=activity`)
  const history = page.getByRole('list', { name: 'What happened' })
  await expect(history).toContainText(`Difference of ${ringgit(difference)} asked for`)
  await expect(history).toContainText(`Difference of ${ringgit(difference)} submitted`)
  await expect(history).toContainText(`${ringgit(billed)} posted to the bills`)
})

test('too much was paid: the customer chooses the account that is credited', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(5), 8)).slice(4, 8)
  const billed = bills.reduce((sum, { amount }) => sum + sen(amount), 0n)
  const over = 5050n
  const account = bills[1]?.accountNo ?? ''
  const transactionNo = await payByTransfer(page, bills, 'IBG500002')
  await leaveMark(page)

  const officer = await as(people.pccr)
  await openWaiting(officer, transactionNo)
  await reportPaid(officer, ringgit(billed + over).slice(3), `Overpaid by ${ringgit(over)}`, `Report ${ringgit(over)} overpaid`)

  await becomes(page, 'Too much was paid')
  await expectSamePage(page)
  await page.getByRole('link', { name: 'See what to do' }).click()
  await page.getByRole('link', { name: 'Choose the account to be credited' }).click()
  await page.getByRole('searchbox', { name: 'Account number or reference ID' }).fill(account)
  await page.getByRole('button', { name: `Choose account ${account}` }).click()
  await expect(fact(page, 'Amount to be credited')).toHaveText(ringgit(over))
  await page.getByRole('button', { name: `Credit ${ringgit(over)} to ${account}` }).click()
  await expect(page.getByText(`${ringgit(over)} will be credited to account ${account}`)).toBeVisible()
  await page.goto(`/billPayment/transactions/${transactionNo}`)
  await leaveMark(page)

  await accept(officer, ringgit(billed))
  await expect(page.getByText(`${ringgit(over)} was credited to account ${account}.`)).toBeVisible({ timeout: 60_000 })
  await expectSamePage(page)
  await expect(fact(page, 'Credited to account')).toHaveText(account)
  await expect(fact(page, 'Received')).toHaveText(ringgit(billed + over))
  expect(totalOf(bills)).toBe(ringgit(billed))
})
