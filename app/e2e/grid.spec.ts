/** The grid of a list: rows do not move under the pointer, all is done by keyboard, and back returns to the opened row. */
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe'
import { bar, billsOf, lastMonths, payable, totalOf } from './bills'
import { escapeDialog } from './dialogs'
import { title } from './pay'
import { expect, people, quiet, test } from './people'

const rowAt = (page: Page, index: number) => page.locator(`[data-row="${index}"]`)
const topOf = async (page: Page, index: number) => (await rowAt(page, index).boundingBox())?.y

/** Presses keys and counts them. */
function keyboard(page: Page) {
  let count = 0
  return {
    count: () => count,
    press: async (...keys: string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key)
        count += 1
      }
    },
  }
}

/** Presses Tab until the grid has the focus. */
async function tabToGrid(page: Page, press: (...keys: string[]) => Promise<void>) {
  for (let steps = 0; steps < 40; steps++) {
    await press('Tab')
    if (await page.evaluate(() => document.activeElement?.matches('tr[data-row]'))) return
  }
  throw new Error('Tab does not reach the grid')
}

async function pressInBar(button: Locator) {
  await button.focus()
  await button.page().keyboard.press('Enter')
}

test("selecting rows moves no row, and neither does the bar's message", async ({ as }) => {
  const page = await as(people.payer)
  await page.goto(`/billPayment/outstanding?show=all&batch=${lastMonths(4)},${lastMonths(5)}`)
  await expect(rowAt(page, 1)).toBeVisible()
  await quiet(page)
  const box = page.locator('[data-row] input:not([aria-disabled])').first()
  await box.scrollIntoViewIfNeeded()
  const row = box.locator('xpath=ancestor::tr')
  const second = Number(await row.getAttribute('data-row')) + 1
  const before = await topOf(page, second)
  await box.check()
  await expect(bar(page)).toBeVisible()
  expect(await topOf(page, second)).toBe(before)
  const all = page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: /^Select all \d{3} matching$/ })
  await expect(all).toBeVisible()
  expect(await topOf(page, second)).toBe(before)
  // Pressed by key, because Playwright scrolls before a click. The focus must not scroll, either.
  await pressInBar(all)
  const leftOut = page.getByText(/^\d+ bills are selected\. \d+ were left out$/)
  await expect(leftOut).toBeVisible()
  expect(await topOf(page, second)).toBe(before)
  await pressInBar(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Close' }))
  await expect(leftOut).toBeHidden()
  expect(await topOf(page, second)).toBe(before)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  expect(await topOf(page, second)).toBe(before)
})

test('all overdue bills are taken to payment with few keys', async ({ as }) => {
  const page = await as(people.payer)
  const bills = await payable(page, { overdue: true })
  expect(bills.length).toBeGreaterThan(400)
  await page.goto('/billPayment/outstanding?overdue=true')
  await expect(rowAt(page, 0)).toBeVisible()
  const keys = keyboard(page)
  await page.getByRole('heading', { level: 1 }).focus()
  // From the search field, arrow down moves to the rows.
  await keys.press('/', 'ArrowDown')
  await expect(rowAt(page, 0)).toBeFocused()
  await keys.press('Control+a')
  await expect(bar(page)).toBeVisible()
  await keys.press('Control+a')
  await expect(bar(page)).toContainText(billsOf(bills.length).replace(/^(\d)(\d{3})/, '$1,$2'))
  await expect(bar(page)).toContainText(totalOf(bills))
  await keys.press('b', 'Enter')
  await expect(title(page)).toHaveText('How do you want to pay?')
  console.log(`keys to pay ${bills.length} overdue bills: ${keys.count()}`)
  expect(keys.count()).toBeLessThanOrEqual(6)
  await page.goBack()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
})

test('the grid is one Tab stop, and fifty accounts are selected and assigned to a group by keyboard', async ({ as }) => {
  const page = await as(people.keeper)
  await page.goto('/manageAccount')
  await expect(rowAt(page, 3)).toBeVisible()
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-multiselectable', 'true')
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(1000)
  expect(await grid.locator('[tabindex="0"]').count()).toBe(1)
  const keys = keyboard(page)
  await title(page).focus()
  await tabToGrid(page, keys.press)
  await keys.press('Shift+PageDown', 'Shift+PageDown', 'Shift+PageDown')
  const selected = async () =>
    Number(/^\d+/.exec((await page.getByRole('region', { name: 'Selection' }).getByRole('status').textContent()) ?? '')?.[0])
  for (let steps = 0; (await selected()) < 50 && steps < 30; steps++) await keys.press('Shift+ArrowDown')
  expect(await selected()).toBe(50)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-selected'))).toBe('true')
  expect(await grid.locator('[tabindex="0"]').count()).toBe(1)
  await keys.press('b', 'Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  console.log(`keys to bring 50 accounts to the choice of a group: ${keys.count()}`)
  expect(keys.count()).toBeLessThanOrEqual(35)
  await escapeDialog(page)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('arrow keys reach every control of the grid, and Tab leads to the bar', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto(`/billPayment/outstanding`)
  await expect(rowAt(page, 2)).toBeVisible()
  await rowAt(page, 0).focus()
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? document.activeElement?.textContent)
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('1')
  await page.keyboard.press('Control+End')
  const last = Number(await focused())
  expect(last).toBeGreaterThan(40)
  await expect(rowAt(page, last)).toBeInViewport()
  await page.keyboard.press('Control+Home')
  await expect(rowAt(page, 0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(rowAt(page, 0).getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(rowAt(page, 0).getByRole('link')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('checkbox', { name: 'Select all shown' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(bar(page)).toBeVisible()
  await rowAt(page, 0).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-label'))).toBe('Selection')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
})

const lists = [
  { path: '/billPayment/outstanding', who: people.payer },
  { path: '/billPayment', who: people.payer },
  { path: '/billPayment/charges', who: people.payer },
  { path: '/billPayment/history', who: people.payer },
  { path: '/billPayment/transactions', who: people.payer },
  { path: '/manageAccount', who: people.keeper },
] as const

test('amount and status are visible at every width', async ({ as }) => {
  const pages = { [people.payer]: await as(people.payer), [people.keeper]: await as(people.keeper) }
  for (const { path, who } of lists) {
    const page = pages[who]
    for (const width of [768, 1024, 1170, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      if (width === 768) await page.goto(path)
      await expect(rowAt(page, 0)).toBeVisible()
      await quiet(page)
      const found = await page.evaluate(() => {
        const row = document.querySelector('[data-row="0"]')
        const cells = [...(row?.querySelectorAll('td[data-align="end"]:last-child, td:last-child, [class*="badge"]') ?? [])]
        const amount = [...(row?.querySelectorAll('td, span') ?? [])].filter((cell) =>
          /^-?RM\s[\d,.]+$/.test(cell.textContent?.trim() ?? ''),
        )
        const outside = [...cells, ...amount].filter((cell) => {
          const { left, right } = cell.getBoundingClientRect()
          return left < 0 || right > innerWidth
        })
        const box = row?.closest('table')?.parentElement
        return {
          outside: outside.map((cell) => cell.textContent),
          shown: amount.length,
          page: document.documentElement.scrollWidth - innerWidth,
          table: box ? box.scrollWidth - box.clientWidth : 0,
        }
      })
      expect({ path, width, ...found, shown: found.shown > 0 }).toEqual({ path, width, outside: [], shown: true, page: 0, table: 0 })
    }
  }
})

test('ten rows are visible, in both languages', async ({ as }) => {
  const counted = [
    ...lists.filter(({ path }) => path !== '/billPayment/charges'),
    { path: '/manageUsers', who: people.master },
    { path: '/admin/payments/pending', who: people.glb },
    { path: '/admin/payments/all', who: people.glb },
  ]
  for (const locale of ['en-US', 'ms-MY'])
    for (const person of new Set(counted.map(({ who }) => who))) {
      const page = await as(person, { viewport: { width: 1280, height: 720 }, locale })
      for (const { path } of counted.filter(({ who }) => who === person)) {
        await page.goto(path)
        await expect(rowAt(page, 0)).toBeVisible()
        await quiet(page)
        const { inSight, all } = await page.evaluate(() => {
          const rows = [...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect())
          return { inSight: rows.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length, all: rows.length }
        })
        expect(inSight, `${path} ${locale}`).toBeGreaterThanOrEqual(Math.min(10, all))
      }
      await page.context().close()
    }
})

test('the first batch is near the top of the page, and a phone shows the payments within five screens', async ({ as }) => {
  const page = await as(people.payer, { viewport: { width: 1280, height: 720 } })
  await page.goto('/billPayment')
  await expect(rowAt(page, 0)).toBeVisible()
  await quiet(page)
  expect(await topOf(page, 0)).toBeLessThanOrEqual(350)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/billPayment/transactions')
  await expect(rowAt(page, 0)).toBeVisible()
  // The page loads no more rows unless the user asks for them.
  for (const _ of Array(6)) await page.mouse.wheel(0, 2000)
  await quiet(page)
  const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)
  expect(screens).toBeLessThanOrEqual(5)
  const count = await page.locator('[aria-setsize]').first().getAttribute('aria-setsize')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.locator('[aria-setsize]').first()).not.toHaveAttribute('aria-setsize', count ?? '')
})

test('the choice of row height and columns is kept', async ({ as }) => {
  const page = await as(people.viewer)
  await page.goto('/billPayment/transactions')
  await expect(page.getByRole('columnheader', { name: 'Method' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Method' }).uncheck()
  await page.getByRole('radio', { name: 'Comfortable' }).check()
  await expect(page.getByRole('checkbox', { name: 'Amount' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Method' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Method' })).toHaveCount(0)
  expect((await rowAt(page, 0).boundingBox())?.height).toBeGreaterThan(44)
})

test('back returns to the row that was opened, also after a reload', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/billPayment/outstanding')
  await rowAt(page, 0).focus()
  for (let index = 0; index < 60; index++) await page.keyboard.press('ArrowDown')
  await expect(rowAt(page, 60)).toBeFocused()
  const key = await rowAt(page, 60).getAttribute('data-key')
  const row = page.locator(`[data-key="${key}"]`)
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(`Bill ${key}`)
  await page.goBack()
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(`Bill ${key}`)
  await page.reload()
  await expect(title(page)).toHaveText(`Bill ${key}`)
  await page.goBack()
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
})

test('axe finds nothing in the lists of bills and payments', async ({ as }) => {
  const page = await as(people.payer)
  for (const path of [`/billPayment/outstanding`, '/billPayment/transactions']) {
    await page.goto(path)
    await expect(rowAt(page, 0)).toBeVisible()
    const box = page.getByRole('row').getByRole('checkbox', { disabled: false }).nth(1)
    if (await box.count()) await box.check()
    expect(await findings(page), path).toEqual([])
    if (await box.count()) await page.keyboard.press('Escape')
  }
})
