/** Lists between phone and desktop: key columns stay visible, rows have one line, and hidden columns are counted. */
import type { Page } from '@playwright/test'
import { expect, people, quiet, test } from './people'
import { findOrOpenQuery } from './queries'

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })

const lists = [
  [people.payer, '/billPayment/outstanding', ['Account', 'Due', 'Total payable']],
  [people.payer, '/billPayment/charges', ['Account', 'Due', 'Total payable']],
  [people.payer, '/billPayment/history', ['Account', 'Invoiced', 'Total']],
  [people.payer, '/billPayment/transactions', ['Submitted', 'Amount']],
  [people.payer, '/billPayment/queries?show=all', ['Account', 'Opened']],
  [people.pccr, '/admin/queries?show=all', ['Account', 'Answer due']],
  [people.pccr, '/admin/payments/all', ['Submitted', 'Amount']],
] as const

// The demo has no queries.
test.beforeEach('the lists of queries have a row', async ({ as }) => {
  await findOrOpenQuery(await as(people.payer))
})

test('account, due date and amount are visible at every width, in rows of one line', async ({ as }) => {
  const pages = { [people.payer]: await as(people.payer), [people.pccr]: await as(people.pccr) }
  for (const [who, path, headers] of lists) {
    const page = pages[who]
    for (const width of [768, 961, 1024, 1279]) {
      await page.setViewportSize({ width, height: 800 })
      if (width === 768) await page.goto(path)
      await expect(page.locator('[data-row="0"]')).toBeVisible()
      await quiet(page)
      for (const name of headers) await expect(header(page, name), `${path} ${name} at ${width}`).toBeInViewport({ ratio: 1 })
      const heights = await page.locator('tr[data-row]').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
      expect(
        heights.filter((height) => height > 37),
        `${path} at ${width}`,
      ).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
  }
})

test('at 1440 no status, time or header is cut, and late bills say how late, in both languages', async ({ as }) => {
  for (const locale of ['en-US', 'ms-MY']) {
    const pages = { [people.payer]: await as(people.payer, { locale }), [people.pccr]: await as(people.pccr, { locale }) }
    for (const [who, path] of lists) {
      const page = pages[who]
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await expect(page.locator('[data-row="0"]')).toBeVisible()
      await quiet(page)
      const words = page.locator('tr [data-tone] > svg + span, tr [data-date] [data-lines] > :first-child, thead th')
      const cut = await words.evaluateAll((all) =>
        all.filter((word) => word.scrollWidth > word.clientWidth).map(({ textContent }) => textContent),
      )
      expect(cut, `${path} ${locale}`).toEqual([])
      if (path === '/billPayment/outstanding')
        await expect(page.locator('[data-row="0"] [data-second]').getByText(/late$|^lewat /)).toBeInViewport({ ratio: 1 })
    }
  }
})

test('with text of 200 % no page is wider than a phone', async ({ as }) => {
  const page = await as(people.payer, { viewport: { width: 390, height: 844 } })
  for (const path of ['/home', '/billPayment/outstanding', '/billPayment/calendar', '/billPayment/transactions']) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await quiet(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }
})

test('hidden columns are counted, named, and shown on request', async ({ as }) => {
  const page = await as(people.payer, { viewport: { width: 768, height: 800 } })
  await page.goto('/billPayment/outstanding')
  await expect(header(page, 'Due')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header(page, 'Current charge')).toHaveCount(0)
  await expect(page.getByText('1 column hidden')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await expect(panel.getByText('Does not fit at this width')).toHaveCount(1)
  // The column that sorts the list cannot be hidden, and the panel says so.
  await expect(panel.getByRole('checkbox', { name: 'Due' })).toHaveAttribute('aria-disabled', 'true')
  await expect(panel.getByText('The list is sorted by this column')).toBeVisible()
  await panel.getByRole('checkbox', { name: 'Show every column' }).check()
  await page.keyboard.press('Escape')
  await expect(header(page, 'Current charge')).toBeAttached()
  await expect(page.getByText('1 column hidden')).toHaveCount(0)
  await page.reload()
  await expect(header(page, 'Current charge')).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
})
