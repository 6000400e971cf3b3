/** Invalid input and failed calls: each has its sentence, and no input is lost. */
import { bar, batch, choose, payable, ringgit, sen, someOf, totalOf } from './bills'
import { tabLink } from './mainMenu'
import { chooseBank, comboBox, enterNumbers, forThisTry, goToMethod, payAndFollow, payButton, review, title } from './pay'
import { blockEventStream, expect, people, test } from './people'

test('invalid amounts and numbers are refused: three decimals, 19 characters, letters in a cheque number', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(9), 8)).slice(0, 2)
  await goToMethod(page, bills, 'EFT GIRO')
  const goOn = page.getByRole('button', { name: 'Continue to review' })
  const number = page.getByLabel('Reference number 1', { exact: true })
  await enterNumbers(page, 'Reference', [['1234567890123456789', '10.005']])
  await goOn.click()
  await expect(page.getByRole('link', { name: 'An EFT reference number has at most 18 characters.' })).toBeVisible()
  await expect(number).toHaveAccessibleDescription('An EFT reference number has at most 18 characters.')
  await expect(page.getByLabel('Amount 1', { exact: true })).toHaveAccessibleDescription('Enter an amount with at most two decimals.')
  await expect(page.getByRole('link', { name: /bank/i }).filter({ hasText: 'Choose' })).toBeVisible()

  await chooseBank(page, 'Maybank2E')
  await number.fill('123456789012345678')
  await page.getByLabel('Amount 1', { exact: true }).fill('10.00')
  await expect(page.getByText(`${ringgit(bills.reduce((sum, { amount }) => sum + sen(amount), 0n) - 1000n)} remaining`)).toBeVisible()
  await goOn.click()
  await expect(page.getByText(`The amounts add up to RM 10.00, but the total payable is ${totalOf(bills)}.`).first()).toBeVisible()

  // A new field takes the focus.
  await page.getByRole('button', { name: 'Add a reference number' }).click()
  await expect(page.getByLabel('Reference number 2', { exact: true })).toBeFocused()

  await page.getByRole('radio', { name: 'Cheque' }).check()
  await page.getByLabel('Cheque number 1', { exact: true }).fill('12A456')
  await goOn.click()
  await expect(page.getByLabel('Cheque number 1', { exact: true })).toHaveAccessibleDescription(
    'A cheque number has digits only. It cannot contain "A".',
  )
  await expect(title(page)).toHaveText('How do you want to pay?')
})

test('FPX splits more than RM 1,000,000.00 into several payments, and marks offline banks', async ({ as }) => {
  const page = await as(people.payer)
  const bills = await payable(page, { batchIds: [batch(10), batch(11)] })
  expect(bills.reduce((sum, { amount }) => sum + sen(amount), 0n)).toBeGreaterThan(100_000_000n)
  await page.goto(`/billPayment/outstanding?batch=${batch(10)},${batch(11)}`)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: /^Select all \d+ matching$/ }).click()
  await expect(bar(page)).toContainText(totalOf(bills))
  await page.getByRole('link', { name: 'Review and pay' }).click()
  const fpx = page.getByRole('radio', { name: 'FPX online banking' })
  await expect(fpx).toHaveAccessibleDescription(/RM\s2\.00 to RM\s1,000,000\.00\. These bills: \d+ payments\./)
  await fpx.check()
  await expect(page.getByText(/^\d+ payments, one after the other$/)).toBeVisible()

  const few = bills.slice(0, 1)
  await page.getByRole('link', { name: 'Back to unpaid bills' }).click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(bar(page)).toHaveCount(0)
  await goToMethod(page, few, 'FPX online banking')
  await (await comboBox(page, 'Bank that you pay from')).fill('UOB Regional')
  const offline = page.getByRole('option', { name: 'UOB Regional Offline' })
  await expect(offline).toHaveAttribute('aria-disabled', 'true')
  await offline.click({ force: true })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Continue to review' }).click()
  await expect(title(page)).toHaveText('How do you want to pay?')
  const bank = page.getByRole('combobox', { name: 'Bank that you pay from' })
  await expect(bank).toHaveValue('UOB Regional')
  await expect(bank).toHaveAccessibleDescription(/UOB Regional: Offline/)
})

test('the server does not answer: the page offers a retry, and no input or selection is lost', async ({ as }) => {
  const page = await as(people.payer)
  await page.clock.install()
  const bills = (await someOf(page, batch(9), 8)).slice(2, 4)
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('IBG900001')]])
  await review(page, bills)

  await page.route('**/Payment/MakePayment', (route) => route.abort())
  await payButton(page, bills).click()
  await expect(page.getByRole('status').filter({ hasText: 'Reconnecting…' })).toBeVisible()
  // The call is retried for half a minute before an error is shown.
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('alert')).toContainText('No answer was received')
  await page.getByRole('link', { name: 'Change the numbers' }).click()
  await expect(page.getByLabel('Reference number 1', { exact: true })).toHaveValue(forThisTry('IBG900001'))
  await review(page, bills)
  await page.unroute('**/Payment/MakePayment')
  await payAndFollow(page, bills)

  // Changes by other users would reload the list before the user retries, so block the event stream.
  await blockEventStream(page)
  await page.route('**/Bills/GetOutstandingBills/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/billPayment/outstanding')
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  await page.unroute('**/Bills/GetOutstandingBills/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(
    page
      .getByRole('region', { name: /bills can be paid$/ })
      .getByRole('row')
      .nth(1),
  ).toBeVisible()
})

test('the answer to a payment is lost: the call is repeated, and the payment is made once', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(9), 8)).slice(4, 6)
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('IBG900002')]])
  await review(page, bills)
  let made = ''
  await page.route(
    '**/Payment/MakePayment',
    async (route) => {
      const answer = await route.fetch()
      made = ((await answer.json()) as { Data: { transactionNo: string } }).Data.transactionNo
      await route.abort()
    },
    { times: 1 },
  )
  await payButton(page, bills).click()
  await expect(title(page)).toHaveText('Your payment was submitted')
  await expect(page).toHaveURL(new RegExp(`/${made}/result$`))
})

test('a session that ended elsewhere leads to the sign-in page and back', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(9), 8)).slice(6, 8)
  await choose(page, bills)
  await page.context().clearCookies()
  await tabLink(page, 'Bills', 'Batches').click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('E-mail address').fill(people.payer)
  await page.getByLabel('Password', { exact: true }).fill('Gridbill-demo1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(title(page)).toHaveText('Bills by batch')
  await expect(bar(page)).toContainText(totalOf(bills))
})
