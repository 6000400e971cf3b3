/** The title of a payment's tab shows its status while the tab is in the background. */
import { batch, someOf, totalOf } from './bills'
import { becomes, forThisTry, openTransfer, title } from './pay'
import { expect, people, test } from './people'
import { accept, openWaiting } from './staff'

/** Pretends that the tab is hidden, which no tab of a headless browser is. Runs in the page. */
function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (isHidden ? 'hidden' : 'visible') })
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the title of a background tab shows that the payment is paid', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(6), 27)).slice(24, 26)
  const transactionNo = await openTransfer(page, bills, forThisTry('IBG660001'))
  const details = await page.context().newPage()
  await details.goto(`/billPayment/transactions/${transactionNo}`)
  await expect(title(details)).toHaveText(`Payment ${transactionNo}`)
  await expect(details).toHaveTitle(new RegExp(`^Payment ${transactionNo} · `))
  for (const tab of [page, details]) await tab.evaluate(setHidden, true)
  await expect(details).toHaveTitle(new RegExp(`^Processing · ${transactionNo} · `))

  const officer = await as(people.pccr)
  await openWaiting(officer, transactionNo)
  await accept(officer, totalOf(bills))
  // Posting takes up to a minute.
  for (const tab of [page, details]) await expect(tab).toHaveTitle(new RegExp(`^Paid · ${transactionNo} · `), { timeout: 70_000 })

  await details.evaluate(setHidden, false)
  await expect(details).toHaveTitle(new RegExp(`^Payment ${transactionNo} · `))
  await page.evaluate(setHidden, false)
  await becomes(page, 'Paid')
})
