/** Records in the side panel: the list stays, arrow keys open the next record, Escape returns to the row. On a phone it is a sheet. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bar } from './bills'
import { title } from './pay'
import { expect, people, quiet, test } from './people'

const rowAt = (page: Page, index: number) => page.locator(`[data-row="${index}"]`)
const keyOf = async (page: Page, index: number) => (await rowAt(page, index).getAttribute('data-key')) ?? ''
const panel = (page: Page) => page.getByRole('complementary').filter({ has: page.getByRole('link', { name: 'Open the whole page' }) })

test('by keyboard a bill opens in the side panel, the next ones follow, and Escape returns to the row', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/billPayment/outstanding')
  await expect(rowAt(page, 3)).toBeVisible()
  await quiet(page)
  const keys = [await keyOf(page, 0), await keyOf(page, 1), await keyOf(page, 2)]
  await rowAt(page, 0).focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('1 bill')

  await page.keyboard.press('Shift+Enter')
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(`Bill ${keys[0]}`)
  await expect(page).toHaveURL(new RegExp(`panel=${keys[0]}`))
  await expect(panel(page).getByRole('heading', { name: 'Payments' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(`Bill ${keys[1]}`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(`Bill ${keys[1]}`)

  // The panel follows the focused row of the list.
  await rowAt(page, 1).focus()
  await page.keyboard.press('ArrowDown')
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(`Bill ${keys[2]}`)
  await expect(rowAt(page, 2)).toBeFocused()

  // Escape closes the panel and keeps the selection.
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(rowAt(page, 2)).toBeFocused()
  await expect(page).not.toHaveURL(/panel=/)
  await expect(bar(page)).toContainText('1 bill')

  // The address opens the panel, which links to the whole page.
  await page.goto(`/billPayment/outstanding?panel=${keys[1]}`)
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(`Bill ${keys[1]}`)
  await panel(page).getByRole('link', { name: 'Open the whole page' }).click()
  await expect(title(page)).toHaveText(`Bill ${keys[1]}`)
  await page.goBack()
  await expect(panel(page)).toBeVisible()
  await page.goto('/billPayment')
  await page.keyboard.press('Escape')
})

test('payments and accounts open from the menu of their row', async ({ as }) => {
  // At this width the panel is next to the list.
  const page = await as(people.master, { viewport: { width: 1440, height: 900 } })
  for (const [path, heading] of [
    ['/billPayment/transactions', 'Payment'],
    ['/manageAccount', 'Account'],
  ] as const) {
    await page.goto(path)
    await expect(rowAt(page, 1)).toBeVisible()
    await quiet(page)
    const key = await keyOf(page, 1)
    await rowAt(page, 1)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Open in side panel' }).click()
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(new RegExp(`^${heading}.* ${key}$`))
    await quiet(page)
    expect(await findings(page), path).toEqual([])
    await panel(page).getByRole('button', { name: 'Next row' }).click()
    await expect(panel(page).getByRole('heading', { level: 2 })).toContainText(await keyOf(page, 2))
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expect(panel(page)).toHaveCount(0)
    await expect(rowAt(page, 2)).toBeFocused()
  }
})

test('the side panel says that a bill does not exist', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/billPayment/outstanding?panel=399999999999')
  await expect(panel(page)).toContainText('We could not find this bill.')
  await expect(rowAt(page, 0)).toBeVisible()
})

test("on a phone the panel is a sheet of the window's height", async ({ as }) => {
  const page = await as(people.viewer, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await page.goto('/billPayment/outstanding')
  await expect(rowAt(page, 1)).toBeVisible()
  await quiet(page)
  const key = await keyOf(page, 1)
  await rowAt(page, 1)
    .getByRole('button', { name: /^Actions for/ })
    .tap()
  await page.getByRole('menuitem', { name: 'Open in side panel' }).tap()
  const sheet = page.getByRole('dialog', { name: `Bill ${key}` })
  await expect(sheet).toBeVisible()
  const { height = 0, width = 0 } = (await sheet.boundingBox()) ?? {}
  expect([Math.round(width), Math.round(height)]).toEqual([360, 740])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await findings(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Next row' }).tap()
  await expect(page.getByRole('dialog', { name: `Bill ${await keyOf(page, 2)}` })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body), 'the focus is somewhere').toBe(false)
})
