/** The title of a payment's tab shows its status while the tab is in the background. */
import { batch, someOf, totalOf } from './bills'
import { becomes, forThisTry, payByTransfer, title } from './pay'
import { expect, people, test } from './people'
import { accept, openWaiting } from './staff'

/** Runs in the page: makes it believe that its tab is hidden. In a headless browser no tab ever is. */
function putAside(isAside: boolean) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (isAside ? 'hidden' : 'visible') })
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isAside })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the title of a background tab shows that the payment is paid', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(6), 27)).slice(24, 26)
  const transactionNo = await payByTransfer(page, bills, forThisTry('IBG660001'))
  const details = await page.context().newPage()
  await details.goto(`/billPayment/transactions/${transactionNo}`)
  await expect(title(details)).toHaveText(`Payment ${transactionNo}`)
  await expect(details).toHaveTitle(new RegExp(`^Payment ${transactionNo} · `))
  for (const tab of [page, details]) await tab.evaluate(putAside, true)
  await expect(details).toHaveTitle(new RegExp(`^Processing · ${transactionNo} · `))

  const officer = await as(people.pccr)
  await openWaiting(officer, transactionNo)
  await accept(officer, totalOf(bills))
  // Posting takes up to a minute.
  for (const tab of [page, details]) await expect(tab).toHaveTitle(new RegExp(`^Paid · ${transactionNo} · `), { timeout: 70_000 })

  await details.evaluate(putAside, false)
  await expect(details).toHaveTitle(new RegExp(`^Payment ${transactionNo} · `))
  await page.evaluate(putAside, false)
  await becomes(page, 'Paid')
})
