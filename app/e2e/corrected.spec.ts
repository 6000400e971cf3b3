/**
 * A finding from its query to its settlement: staff's answer, the corrected bill from the feed, and the end of the query. And one query
 * about all chosen bills with findings, before they are paid.
 */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bar, billsOf, bulkIds, choose, payable } from './bills'
import { runJob } from './database'
import { billLine, deliver, type FedBill } from './feed'
import { chooseBank, enterNumbers, forThisTry, review } from './pay'
import { ask, expect, people, test } from './people'

const title = 'Unexpected tax'

/** Returns the finding on the page of a bill. */
const finding = (page: Page) => page.getByRole('article', { name: title })

test('a finding is asked about and answered, the feed corrects the bill, and the customer accepts', async ({ as }, { retry }) => {
  test.slow()
  const page = await as(people.factory)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 1,
  })
  const bill: FedBill = {
    invoiceNo: `59700100001${retry}`,
    accountNo: items[0]?.accountNo ?? '',
    batchId: `287001000${retry}`,
    // Only a late bill may have the same days as another bill.
    billType: 'Late bill',
    tariff: 'Medium Voltage Time-of-Use',
    amount: '31800.00',
    tax: '1800.00',
  }
  const { invoiceNo } = bill
  await deliver('bills', [billLine(bill)])
  await runJob('audit_bills')

  // The finding appears without a reload.
  await page.goto(`/billPayment/findings?search=${invoiceNo}`)
  await page.getByRole('button', { name: `Actions for ${title}, invoice ${invoiceNo}` }).click({ timeout: 120_000 })
  await page.getByRole('menuitem', { name: 'Ask the utility' }).click()
  const form = page.getByRole('dialog', { name: `Ask about bill ${invoiceNo}` })
  await expect(form.getByLabel('Your question')).toHaveValue(/RM\s1,800\.00/)
  await form.getByRole('button', { name: 'Send query' }).click()
  await expect(page.getByText('Query sent', { exact: true })).toBeVisible()
  await expect(finding(page)).toContainText('Asked')
  await expect(page.getByText('This bill is on hold', { exact: true })).toBeVisible()

  const officer = await as(people.pccr)
  await officer.goto(`/admin/queries?search=${invoiceNo}`)
  await officer.getByRole('row').filter({ hasText: invoiceNo }).getByRole('link').first().click()
  // What the check found stands next to the question.
  await expect(officer.getByRole('complementary', { name: 'The bill' }).getByRole('heading', { name: title })).toBeVisible()
  await officer.getByLabel('Your answer').fill('No tax applies to this account. You will get a corrected bill.')
  await officer.getByRole('button', { name: 'Send answer' }).click()
  await expect(officer.getByText('Answer sent', { exact: true })).toBeVisible()
  const query = page.getByRole('region', { name: 'Query: Amount' })
  await expect(query).toContainText('You will get a corrected bill', { timeout: 20_000 })
  await expect(finding(page)).toContainText('Answered')

  // The correction settles the finding. The query stays open, because the customer decides whether the answer is enough.
  await deliver('bills', [billLine({ ...bill, amount: '30000.00', tax: '0.00' })])
  await runJob('audit_bills')
  await runJob('follow_queries')
  await expect(query).toContainText('The utility corrected this bill from RM 31,800.00 to RM 30,000.00.', { timeout: 60_000 })
  await expect(finding(page)).toContainText('Settled', { timeout: 120_000 })
  await expect(query).toContainText('Answered')
  await expect(page.getByText('This bill is on hold', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay RM\s30,000\.00/ })).toBeVisible()

  await query.getByRole('button', { name: 'Accept the answer' }).click()
  await page.getByRole('alertdialog', { name: 'Accept the answer?' }).getByRole('button', { name: 'Accept the answer' }).click()
  await expect(query).toContainText('Accepted')
  await expect(page.getByText('This bill is on hold', { exact: true })).toBeHidden()
  await page.goto(`/billPayment/findings?state=settled&search=${invoiceNo}`)
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Settled')
})

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Returns a payable bill that was checked and has no finding. A new demo is still being checked. */
async function cleanBill(page: Page) {
  let clean: Awaited<ReturnType<typeof findClean>>
  await expect(async () => {
    clean = await findClean(page)
    expect(clean).toBeDefined()
  }).toPass({ timeout: 120_000 })
  if (!clean) throw new Error('the company has no bill without findings')
  return clean
}

async function findClean(page: Page) {
  for (const bill of await payable(page, {}, 'getah')) {
    const answer = await page.request.get(`/portal/api/v1/Findings/Bill/${bill.invoiceNo}`, { headers: { 'X-Session': 'cookie' } })
    const { findings: found, isAuditing } = ((await answer.json()) as { Data: { findings: unknown[]; isAuditing: boolean } }).Data
    if (found.length === 0 && !isAuditing) return bill
  }
  return undefined
}

test('one query asks about chosen bills with findings, with a file, and one answer settles them', async ({ as }, { retry }) => {
  test.slow()
  const page = await as(people.factory)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 20,
  })
  // No other journey has bills of these accounts, whose balances would no longer fit.
  const bills = items.slice(-3).map(
    ({ accountNo }, place): FedBill => ({
      invoiceNo: `5970010010${place}${retry}`,
      accountNo,
      batchId: `287001010${retry}`,
      billType: 'Late bill',
      tariff: 'Medium Voltage Time-of-Use',
      amount: '31800.00',
      tax: '1800.00',
    }),
  )
  await deliver('bills', bills.map(billLine))
  await runJob('audit_bills')
  const clean = await cleanBill(page)

  await choose(page, [...bills, clean])
  const selection = page.getByRole('region', { name: 'Selection' })
  await expect(selection).toContainText(/3 of 4 have open findings, RM/, { timeout: 120_000 })
  await selection.getByRole('button', { name: 'Ask about all 3' }).click()
  const form = page.getByRole('dialog', { name: 'Ask about 3 bills' })
  await expect(form).toContainText(/RM\s1,800\.00/)
  await form.locator('input[type=file]').setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: png })
  await expect(form.getByRole('list', { name: 'Files to send' })).toContainText('meter.png')
  await form.getByLabel('Your question').fill('Why is there tax on these bills?')
  expect(await findings(page)).toEqual([])
  await form.getByRole('button', { name: 'Send query' }).click()
  await expect(page.getByText('Query sent', { exact: true })).toBeVisible()
  await expect(form).toBeHidden()

  // They are on hold, so they leave the payment. The review says why.
  await expect(bar(page)).toContainText(billsOf(1))
  await page.getByRole('link', { name: 'Review and pay' }).click()
  await page.getByRole('radio', { name: 'Cheque' }).check()
  await chooseBank(page, 'RHB Bank')
  await enterNumbers(page, 'Cheque', [[forThisTry('47009')]])
  await review(page, [clean])
  const left = page.getByRole('region', { name: '3 bills are not in this payment' })
  await expect(left).toContainText('On hold: you asked the utility about them.')
  await expect(left.getByRole('button')).toHaveCount(0)

  // The officer answers once, with each bill's finding, period and lines next to the question.
  const officer = await as(people.pccr)
  const [first = '', ...others] = bills.map(({ invoiceNo }) => invoiceNo).sort()
  await officer.goto(`/admin/queries?search=${others[1]}`)
  const row = officer.getByRole('row').filter({ hasText: 'and 2 other bills' })
  await row.getByRole('link').first().click()
  await expect(officer.getByRole('heading', { level: 1 })).toHaveText(/^Query about bill \d+ and 2 more$/)
  await expect(officer.getByRole('button', { name: 'Download meter.png' })).toBeVisible()
  const beside = officer.getByRole('complementary', { name: 'The bills' })
  await expect(beside.getByRole('heading', { name: title })).toHaveCount(3)
  for (const number of [first, ...others]) {
    const bill = beside.getByRole('group').filter({ hasText: number })
    await expect(bill).toContainText(/\d findings?/)
    await expect(bill).toContainText(/Tariff\s*Medium Voltage/)
  }
  expect(await findings(officer)).toEqual([])
  await officer.getByLabel('Your answer').fill('No tax applies. You will get corrected bills.')
  await officer.getByRole('button', { name: 'Send answer' }).click()
  await expect(officer.getByText('Answer sent', { exact: true })).toBeVisible()

  // The query is on the page of each bill. Accepting the answer releases all of them.
  await page.goto('/billPayment/queries')
  await expect(page.getByRole('row').filter({ hasText: 'and 2 other bills' })).toContainText('Answered')
  await page.goto(`/billPayment/bills/${others[1]}?tab=history`)
  const query = page.getByRole('region', { name: /^Query: / })
  await expect(query).toContainText('You will get corrected bills.')
  await expect(query.getByRole('group').filter({ hasText: '3 bills' })).toContainText(first)
  await query.getByRole('button', { name: 'Accept the answer' }).click()
  const question = page.getByRole('alertdialog', { name: 'Accept the answer?' })
  await expect(question).toContainText('its 3 bills are no longer on hold')
  await question.getByRole('button', { name: 'Accept the answer' }).click()
  await expect(query).toContainText('Accepted')
  for (const number of [first, ...others]) {
    await page.goto(`/billPayment/bills/${number}?tab=history`)
    await expect(finding(page)).toContainText('Settled')
    await expect(page.getByText('This bill is on hold', { exact: true })).toBeHidden()
  }
})
