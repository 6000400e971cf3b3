/** Three users have pages open when the primary is killed: one pays, one views payments, one views the same bills. */
import type { Page } from '@playwright/test'
import { bulkIds, choose, payable, totalOf } from '../../../app/e2e/bills'
import { chooseBank, enterNumbers, goToMethod, payButton, review, title, transactionNo } from '../../../app/e2e/pay'
import { askOnce, expect, expectSamePage, leaveMark, people, test } from '../../../app/e2e/people'
import { somePrimary, whole } from '../proofs/cluster.mjs'
import { killed } from '../proofs/faults.mjs'

/** The longest allowed wait in milliseconds. The app retries for thirty seconds. */
const AIM = 20_000
const MOST = 30_000

/** Runs in the page and collects errors: alerts, and messages that replace a page's content. */
function watchForErrors() {
  const wrong = /It's not you, it's us|could not be loaded|You have been logged out/
  const seen: string[] = []
  Object.assign(window, { errorsSeen: seen })
  new MutationObserver(() => {
    for (const alert of document.querySelectorAll('[role=alert]')) if (alert.textContent) seen.push(alert.textContent)
    const said = wrong.exec(document.body?.textContent ?? '')
    if (said) seen.push(said[0])
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
const errorsSeen = (page: Page) => page.evaluate(() => [...new Set((window as unknown as { errorsSeen: string[] }).errorsSeen)])

test('a payment waits for the next primary, and every page goes on', async ({ as }) => {
  const payer = await as(people.payer)
  const colleague = await as(people.master)
  const other = await as(people.east)
  const pages = [payer, colleague, other]
  for (const page of pages) await page.addInitScript(watchForErrors)

  const found = await payable(payer, {})
  const bills = found.slice(0, 2)
  const [later] = found.slice(2)
  if (!later) throw new Error('no bill is left to be paid')
  await colleague.goto('/billPayment/transactions')
  await expect(title(colleague)).toBeVisible()
  await choose(other, bills)
  await goToMethod(payer, bills, 'EFT GIRO')
  await chooseBank(payer, 'Maybank2E')
  await enterNumbers(payer, 'Reference', [[`B${Date.now() % 1e9}`]])
  await review(payer, bills)
  for (const page of pages) await leaveMark(page)

  await whole()
  const { undo } = await killed(await somePrimary())
  const began = performance.now()
  await payButton(payer, bills).click()
  await expect(payer.getByRole('status').filter({ hasText: 'Reconnecting…' })).toBeVisible()
  await expect(payer).toHaveURL(/\/result$/, { timeout: MOST })
  const waited = Math.round(performance.now() - began)
  console.log(`  the payment's longest wait       ${waited} ms (aim: ${AIM}; at most ${MOST})`)
  const number = await transactionNo(payer)
  await expect(title(payer)).toHaveText('Your payment was submitted')

  // The other users' pages update by themselves.
  await expect(colleague.getByRole('row').filter({ hasText: number })).toBeVisible({ timeout: 30_000 })
  await expect(other.getByText('2 selected bills have changed')).toBeVisible({ timeout: 30_000 })
  console.log(`  the others' pages show it        ${Math.round(performance.now() - began)} ms after the primary was killed`)

  // They also show the next change, while the lost node returns.
  await undo()
  const made = await askOnce<{ transactionNo: string }>(payer, '/billpayment-svc/api/v1/Payment/MakePayment', {
    bulkId: bulkIds.sinar,
    invoiceNos: [later.invoiceNo],
    paymentMethod: 'EFT_GIRO',
    bankId: 'TEST0021',
    totalAmount: later.amount,
    referenceNumbers: [{ number: `L${Date.now() % 1e9}`, amount: later.amount }],
  })
  const asked = performance.now()
  await expect(colleague.getByRole('row').filter({ hasText: made.transactionNo })).toBeVisible()
  console.log(`  a change afterwards is shown     after ${Math.round(performance.now() - asked)} ms, of ${totalOf([later])}`)
  for (const page of pages) {
    await expect(page.getByRole('status').filter({ hasText: /Reconnecting…|No connection/ })).toHaveCount(0)
    await expectSamePage(page)
    expect(await errorsSeen(page), `errors on ${page.url()}`).toEqual([])
  }
  await whole()
})
