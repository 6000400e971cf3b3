/** The due calendar by week, and the preview of another day, which needs no request. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { bar } from './bills'
import { blockEventStream, expect, people, quiet, test } from './people'

const stat = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })
const bills = async (page: Page, name: string) =>
  Number(/\.\d\d\s*([\d,]+) bills?/.exec((await stat(page, name).textContent()) ?? '')?.[1]?.replaceAll(',', ''))

test('another day shows the bills that would be overdue, without a request', async ({ as }) => {
  const page = await as(people.hospitals)
  await blockEventStream(page)
  await page.goto('/billPayment')
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await expect(page).toHaveURL('/billPayment/calendar')
  await expect(page.getByText(/^As of today/)).toBeVisible()
  const weeks = page.getByRole('region', { name: 'Due by week' }).getByRole('row')
  await expect(weeks.nth(2)).toBeVisible()
  await expect(page.getByRole('button', { name: 'A week earlier' })).toBeDisabled()
  const [owed, overdue, pastDue] = [
    await bills(page, 'Can be paid'),
    await bills(page, 'Overdue, can be paid'),
    await bills(page, '1 to 30 days late'),
  ]
  expect(owed).toBeGreaterThanOrEqual(overdue + pastDue)

  // From here on no change of the day may cause a request.
  await quiet(page)
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/Bills/') && requests.push(request.url()))
  for (const _ of Array(9)) await page.getByRole('button', { name: 'A week later' }).click()
  await expect(page.getByText(/^As of .*, if nothing is paid/)).toBeVisible()
  await expect(page).toHaveURL(/\?on=\d{4}-\d\d-\d\d$/)
  // Two months later, all bills with a due date are overdue.
  await expect(stat(page, 'Overdue, can be paid')).toContainText('more than today')
  expect(await bills(page, 'Overdue, can be paid')).toBeGreaterThan(overdue)
  expect(await bills(page, 'Can be paid')).toBe(owed)
  await expect(page.getByRole('region', { name: 'Due by week' }).getByText('Payment Required')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'By batch' }).getByRole('row').nth(1)).toContainText(/\d+ days/)
  expect(requests).toEqual([])

  // The address keeps the day, and a button returns to today.
  await page.reload()
  await expect(page.getByText(/^As of .*, if nothing is paid/)).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).toHaveURL('/billPayment/calendar')
  expect(await bills(page, 'Overdue, can be paid')).toBe(overdue)
})

test('a past day is refused with the allowed range, and a week links to its bills', async ({ as }) => {
  const page = await as(people.master)
  await page.goto('/billPayment/calendar?on=2020-01-01')
  const day = page.getByRole('textbox', { name: 'As of' })
  await expect(day).toHaveAccessibleDescription(/^Choose a day from/)
  await expect(page.getByText(/^As of today/)).toBeVisible()
  await day.fill('no day')
  await day.press('Enter')
  await expect(day).toHaveAttribute('aria-invalid', 'true')

  const week = page.getByRole('region', { name: 'Due by week' }).getByRole('row').nth(1)
  const count = /([\d,]+) bills?/.exec((await week.textContent()) ?? '')?.[1]
  await week.getByRole('link').click()
  await expect(page).toHaveURL(/\/billPayment\/outstanding\?/)
  await expect(page.getByRole('region', { name: new RegExp(`^${count} bills? can be paid`) })).toBeVisible()
})

test('the due dates are downloaded, and a bar contains the bills of a week, which Enter selects them in the list of outstanding bills', async ({
  as,
}) => {
  const page = await as(people.council)
  await page.goto('/billPayment/calendar')
  const bars = page.getByRole('figure', { name: 'Bar chart of amounts due by week' }).getByRole('button')
  await expect(bars.first()).toBeVisible()
  await expect(page.getByText('Choose a week to select its bills.')).toBeVisible()
  // The due dates can be downloaded as a calendar file.
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to calendar (.ics)' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^Due dates \d{4}-\d\d-\d\d\.ics$/)
  const file = await readFile(await download.path(), 'utf8')
  const lines = file.split('\r\n')
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines.at(-2)).toBe('END:VCALENDAR')
  expect(lines.join('')).not.toMatch(/[\r\n]/)
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const days = lines.filter((line) => line.startsWith('DTSTART;VALUE=DATE:'))
  expect(days.length).toBeGreaterThan(0)
  expect(new Set(days).size).toBe(days.length)
  // The file contains no numbers of accounts, invoices or banks.
  expect(file.replaceAll(/UID:.*/g, '')).not.toMatch(/\d{10,}/)

  // Overdue bills have their own colour and name.
  await expect(bars.first()).toHaveAccessibleName(/is (overdue|1 to 30 days late)\./)
  await expect(bars.first().locator('[data-of="overdue"], [data-of="pastDue"]').first()).toBeVisible()
  await expect(bars.last().locator('[data-of="upcoming"]')).toBeVisible()
  // The last week has a bill on hold, which is not selected.
  const week = bars.nth((await bars.count()) - 2)
  const name = (await week.textContent()) ?? ''
  const [, count = '', amount = ''] = /: ([\d,]+ bills?), (RM\s[\d,.]+)\./.exec(name) ?? []
  expect(count).not.toBe('')
  await week.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/billPayment\/outstanding\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
  await expect(bar(page)).toContainText(count)
  await expect(bar(page)).toContainText(amount.replace(/\s/, ' '))
  await expect(page.getByText(`${count} of this week ${count === '1 bill' ? 'is' : 'are'} selected`)).toBeVisible()
  await page.keyboard.press('Escape')
})
