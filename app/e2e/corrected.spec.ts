/** A finding from its query to its settlement: staff's answer, the corrected bill from the feed, and the end of the query. */
import type { Page } from '@playwright/test'
import { bulkIds } from './bills'
import { runJob } from './database'
import { billLine, deliver, type FedBill } from './feed'
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
