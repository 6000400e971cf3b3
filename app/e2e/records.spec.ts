/** The page of a record never shows the data of another record, even on a slow network, so that users pay the bill they see. */
import { batch, ringgit, sen, someOf } from './bills'
import { holdBack } from './gate'
import { expect, people, test } from './people'

test('between two bills nothing of the first is shown or paid', async ({ as }) => {
  const page = await as(people.payer)
  const [first, second] = (await someOf(page, batch(7), 12)).slice(-2)
  if (!first || !second) throw new Error('two bills are needed')
  const amount = ringgit(sen(first.amount))
  await page.goto(`/billPayment/bills/${first.invoiceNo}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(first.accountNo)
  await expect(page.getByRole('button', { name: `Pay ${amount}` })).toBeEnabled()

  const answer = await holdBack(page, `**/GetBillDetails/${second.invoiceNo}`)
  // Follow a link within the app: the address changes without a reload.
  await page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.querySelector('main')?.append(link)
    link.click()
    link.remove()
  }, `/billPayment/bills/${second.invoiceNo}`)
  await expect(page).toHaveURL(new RegExp(`${second.invoiceNo}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bill ${second.invoiceNo}`)
  await expect(main).not.toContainText(first.accountNo)
  await expect(main).not.toContainText(amount)
  await expect(page.getByRole('button', { name: /^Pay RM/ })).toHaveCount(0)

  answer()
  await expect(main).toContainText(second.accountNo)
  await expect(page.getByRole('button', { name: `Pay ${ringgit(sen(second.amount))}` })).toBeEnabled()
})

test('a page that could not load names the button to press, and maintenance is named', async ({ as }) => {
  const page = await as(people.payer)
  await page.clock.install()
  const [bill] = await someOf(page, batch(7), 12)
  let [isDown, isMaintained] = [true, false]
  const id = '01930d3c-52f1-7c43-9d2e-0f5a6b7c8d9e'
  const broken = (status: number) => ({ status, headers: { 'x-request-id': id }, body: '' })
  await page.route('**/GetBillDetails/**', (route) =>
    isMaintained ? route.fulfill(broken(503)) : isDown ? route.fulfill(broken(500)) : route.continue(),
  )
  await page.goto(`/billPayment/bills/${bill?.invoiceNo}`)
  await expect(page.getByText('Uh-oh, looks like this page could not be loaded. Please click refresh now...')).toBeVisible({
    timeout: 15_000,
  })
  const reference = page.getByText(`Reference for support: ${id}`)
  await expect(reference).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy the reference' })).toBeVisible()
  // The call is retried for half a minute first.
  isMaintained = true
  const refused = page.waitForResponse((answer) => answer.status() === 503)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await refused
  await page.clock.fastForward(31_000)
  await expect(page.getByText('Oops! Looks like this page is temporarily unavailable due to maintenance downtime.')).toBeVisible()
  await expect(reference).toHaveCount(0)
  ;[isDown, isMaintained] = [false, false]
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('main')).toContainText(bill?.accountNo ?? '')
  // Charges and rounding add up to the total.
  await expect(page.getByRole('term').filter({ hasText: /^Rounding$/ })).toBeVisible()
})
