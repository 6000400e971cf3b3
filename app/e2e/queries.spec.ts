/** Queries about bills: asking, the hold, the staff's answer, accepting it, and withdrawing. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bar, bulkIds } from './bills'
import { ask, askOnce, expect, people, test } from './people'
import { goTo } from './walk'

interface Listed {
  items: { invoiceNo: string; hold: string | null }[]
}

/** Returns the unpaid bills of a company that only this file uses. */
const unpaid = (page: Page) =>
  ask<Listed>(page, `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.damai}`, { filter: { payable: true }, recordCount: 1000 })

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Opens the form on the bill's page, fills it in and sends it. */
async function askAbout(page: Page, invoiceNo: string, kind: string, message: string, line?: RegExp) {
  await page.goto(`/billPayment/bills/${invoiceNo}`)
  await page.getByRole('button', { name: 'Ask about this bill' }).click()
  const form = page.getByRole('dialog', { name: `Ask about bill ${invoiceNo}` })
  await form.getByRole('button', { name: 'Send query' }).click()
  await expect(form.getByLabel('Your question')).toHaveAccessibleDescription(/Write a message/)
  await form.getByRole('button', { name: /What is it about\?/ }).click()
  await page.getByRole('option', { name: kind }).click()
  if (line) {
    await form.getByRole('button', { name: /Line of the bill/ }).click()
    await page.getByRole('option', { name: line }).click()
  }
  await form.getByLabel('Your question').fill(message)
  await form.getByRole('button', { name: 'Send query' }).click()
  await expect(page.getByText('Query sent', { exact: true })).toBeVisible()
  await expect(form).toBeHidden()
}

const thread = (page: Page, kind: string) => page.getByRole('region', { name: `Query: ${kind}` })

test('a customer asks, the bill is on hold, staff answer with a text, and the customer accepts', async ({ as }) => {
  test.slow()
  const page = await as(people.hospitals)
  const { items } = await unpaid(page)
  const all = items.filter(({ hold }) => hold === null)
  const number = all[0]?.invoiceNo ?? ''
  // The next one in the officer's queue.
  const { queryId: next } = await askOnce<{ queryId: string }>(page, `/portal/api/v1/Queries/Open/${bulkIds.damai}`, {
    invoiceNo: all[1]?.invoiceNo,
    kind: 'other',
    message: 'Is this bill final?',
  })
  await askAbout(page, number, 'Meter reading', 'The meter shows 12,450 kWh.', /^1\. Energy.*RM/)
  const query = thread(page, 'Meter reading')
  await expect(query).toContainText('The meter shows 12,450 kWh.')
  await expect(query).toContainText(/Line\s*1\. Energy.*RM/)
  await expect(query).toContainText(/The answer is due by \d+ \w+ 20\d\d\. 5 working days left/)
  await expect(page.getByText('This bill is on hold', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask about this bill' })).toHaveAccessibleDescription(/already open/)
  await query.locator('input[type=file]').setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: png })
  await expect(query.getByRole('button', { name: 'Download meter.png' })).toBeVisible()
  const [pdf] = await Promise.all([page.waitForEvent('download'), query.getByRole('button', { name: 'Query as PDF' }).click()])
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')
  expect(await findings(page)).toEqual([])

  await page.goto('/billPayment/queries')
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Awaiting answer')

  // Select all leaves the bill out, with a message.
  await goTo(page, '/billPayment/outstanding')
  await expect(page.getByText('2 bills are on hold. They are left out when you select all.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all shown' }).click({ force: true })
  await expect(page.getByText('2 bills were left out')).toBeVisible()
  await expect(bar(page)).toBeVisible()
  await bar(page).locator('xpath=..').getByRole('button', { name: 'Clear' }).click()

  const officer = await as(people.pccr)
  // The officer's home leads to the queries that await an answer, the first due on top.
  await officer.goto('/admin')
  const waiting = officer.getByRole('main').getByRole('link', { name: /^Queries to answer/ })
  await expect(waiting).toContainText(/\d+ queries, (due by \d+ \w+ 20\d\d|\d+ overdue)/)
  await waiting.click()
  const row = officer.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('5 left')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await officer.getByRole('menuitem', { name: 'Assign to me' }).click()
  await expect(officer.getByText('Query assigned to you')).toBeVisible()
  await row.getByRole('link').first().click()
  await expect(officer.getByRole('heading', { level: 1 })).toHaveText(`Query about bill ${number}`)
  // The bill's period and lines are next to the question.
  const bill = officer.getByRole('complementary', { name: 'The bill' })
  await expect(bill).toContainText(/Line\s*1\. Energy.*RM/)
  await expect(bill).toContainText(/Period\s*\d+ \w+ 20\d\d/)
  await expect(
    bill
      .getByRole('region', { name: 'Lines of the bill' })
      .getByRole('rowheader', { name: /^Energy/ })
      .first(),
  ).toBeVisible()
  await expect(officer.getByText('The meter shows 12,450 kWh.')).toBeVisible()

  // If a message arrives while the officer writes, the officer must read it before answering.
  await officer.getByRole('button', { name: 'Insert a text' }).click()
  await officer.getByRole('menuitem', { name: 'We read the meter again' }).click()
  await expect(officer.getByLabel('Your answer')).toHaveValue('We will read the meter again and tell you the reading.')
  await goTo(page, `/billPayment/bills/${number}`)
  await page.getByRole('link', { name: 'View the query' }).click()
  await query.getByLabel('Add to your question').fill('The photo shows it, too.')
  await query.getByRole('button', { name: 'Send message' }).click()
  await expect(query).toContainText('The photo shows it, too.')
  await expect(officer.getByText('The query has changed while you were writing')).toBeVisible({ timeout: 20_000 })
  await expect(officer.getByRole('button', { name: 'Send answer' })).toHaveAccessibleDescription('Read the change first.')
  await officer.getByRole('button', { name: 'I have read them' }).click()
  await officer.getByLabel('Case number of the utility').fill('C-1001')
  await officer.getByRole('button', { name: 'Send answer' }).click()
  await expect(officer.getByText('Answer sent', { exact: true })).toBeVisible()
  await expect(officer.getByRole('heading', { level: 1 }).locator('xpath=..')).toContainText('Answered')
  // The answered query has left the queue, and the next one is one press away.
  await expect(officer.getByRole('link', { name: /^Next: \d+ left$/ })).toBeFocused()
  await expect(officer.getByLabel('Your answer')).toHaveCount(0)
  expect(await findings(officer)).toEqual([])
  await officer.keyboard.press('Enter')
  await expect(officer.getByRole('heading', { level: 1 })).not.toHaveText(`Query about bill ${number}`)
  await expect(officer.getByLabel('Your answer')).toBeVisible()
  // No draft is left, whose case number would hide a later one.
  expect(await officer.evaluate(() => Object.keys(localStorage).filter((key) => / answer /.test(key)))).toEqual([])
  await officer.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Queries' }).click()
  await expect(officer.getByRole('radio', { name: /^To answer/ })).toBeChecked()
  await expect(row).toHaveCount(0)
  await officer.getByText(/^Answered/).click()
  // The row's menu keeps the view of the list.
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await officer.getByRole('menuitem', { name: 'Open query' }).click()
  await expect(officer).toHaveURL(/queue=.*show%3Danswered/)
  await expect(officer.getByRole('heading', { level: 1 })).toHaveText(`Query about bill ${number}`)
  await ask(page, '/portal/api/v1/Queries/Close', { queryId: next, isAccepted: false })

  // In customer view mode staff can read the query but not write in the customer's name.
  await officer.getByRole('link', { name: 'Open the bill in customer view' }).click()
  await expect(officer.getByText('Customer view, read only')).toBeVisible()
  await expect(thread(officer, 'Meter reading')).toContainText('We will read the meter again')
  await expect(officer.getByRole('button', { name: 'Ask about this bill' })).toHaveAccessibleDescription(/customer view mode/)
  await expect(officer.getByLabel('Your reply')).toHaveCount(0)

  await expect(query).toContainText('We will read the meter again', { timeout: 20_000 })
  await expect(page.getByText('The utility has answered the query. Accept the answer, or reply.')).toBeVisible()
  await expect(query).toContainText('C-1001')
  await query.getByRole('button', { name: 'Accept the answer' }).click()
  await page.getByRole('alertdialog', { name: 'Accept the answer?' }).getByRole('button', { name: 'Accept the answer' }).click()
  await expect(page.getByText('Answer accepted', { exact: true })).toBeVisible()
  await expect(query).toContainText('Accepted')
  await expect(page.getByText('This bill is on hold', { exact: true })).toBeHidden()
  await expect(query.getByLabel('Your reply')).toHaveCount(0)
  expect((await unpaid(page)).items.filter(({ hold }) => hold === null)).toHaveLength(all.length)

  await goTo(officer, '/admin/queries/service')
  await officer.getByRole('radio', { name: 'Table' }).click()
  await expect(officer.getByRole('table', { name: 'Answers given on time' })).toContainText('100 %')
})

test('a query is withdrawn before the answer, and the bill can be asked about again', async ({ as }) => {
  const page = await as(people.hospitals)
  const { items } = await unpaid(page)
  const number = items.filter(({ hold }) => hold === null).at(-1)?.invoiceNo ?? ''
  await askAbout(page, number, 'Billed twice', 'We paid this in October.')
  const query = thread(page, 'Billed twice')
  await query.getByRole('button', { name: 'Withdraw the query' }).click()
  const question = page.getByRole('alertdialog', { name: 'Withdraw the query?' })
  await expect(question).toContainText('the bill is no longer on hold')
  await question.getByRole('button', { name: 'Keep the query open' }).click()
  await expect(query).toContainText('Awaiting answer')
  await query.getByRole('button', { name: 'Withdraw the query' }).click()
  await question.getByRole('button', { name: 'Withdraw the query' }).click()
  await expect(query).toContainText('Withdrawn')
  await expect(page.getByText('This bill is on hold', { exact: true })).toBeHidden()
  await page.goto('/billPayment/queries?show=ended')
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Withdrawn')
  await goTo(page, `/billPayment/bills/${number}`)
  await expect(page.getByRole('button', { name: 'Ask about this bill' })).toBeEnabled()
})

test('a finding suggests the kind and the message of a query', async ({ as }) => {
  test.slow()
  const page = await as(people.payer)
  const found = () =>
    ask<{ items: { findingId: string; invoiceNo: string; sentence: string }[] }>(
      page,
      `/portal/api/v1/Findings/GetFindings/${bulkIds.sinar}`,
      { filter: { states: ['open'] }, recordCount: 1 },
    )
  await expect.poll(async () => (await found()).items.length, { timeout: 60_000 }).toBe(1)
  const [finding] = (await found()).items
  await page.goto('/billPayment/findings')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Ask the utility' }).click()
  const form = page.getByRole('dialog', { name: `Ask about bill ${finding?.invoiceNo}` })
  await expect(form.getByLabel('Your question')).toHaveValue(new RegExp((finding?.sentence ?? '').slice(0, 20)))
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/billPayment/bills/${finding?.invoiceNo}$`))
})

test('a Viewer reads queries, and cannot ask', async ({ as }) => {
  const page = await as(people.viewer)
  const { items } = await ask<Listed>(page, `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.sinar}`, { recordCount: 1 })
  await page.goto(`/billPayment/bills/${items[0]?.invoiceNo}?open=ask`)
  await expect(page.getByRole('button', { name: 'Ask about this bill' })).toHaveAccessibleDescription(/Only the Master/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await goTo(page, '/billPayment/queries')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queries')
})
