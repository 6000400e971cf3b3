/** On a phone, content does not move while the user reads it, when the rest of the page arrives. */
import type { Locator } from '@playwright/test'
import { gate, holdBack } from './gate'
import { expect, people, test } from './people'

const phone = { viewport: { width: 412, height: 823 } }

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN

test('the notifications do not move when their count has arrived', async ({ as }) => {
  const page = await as(people.master, phone)
  const releaseCount = await holdBack(page, '**/LiteLogs**')
  await page.goto('/notifications')
  const all = page.getByRole('checkbox', { name: 'Select all shown' })
  await expect(all).toBeVisible()
  const top = await topOf(all)
  releaseCount()
  await expect(page.getByRole('button', { name: /^Notifications, (\d+|99\+) unread/ })).toBeVisible()
  expect(await topOf(all)).toBe(top)
})

test('the rows of emissions are below the screen before and after the sums have arrived', async ({ as }) => {
  const page = await as(people.master, phone)
  const sums = gate()
  await page.route('**/GetCarbonReport**', async (route) => {
    if (route.request().postDataJSON()?.recordCount === 1) await sums.held
    await route.continue()
  })
  await page.goto('/manageAccount/emissions')
  const rows = page.getByRole('radiogroup', { name: 'Rows' })
  await expect(rows).toBeVisible()
  expect(await topOf(rows)).toBeGreaterThan(phone.viewport.height)
  sums.answer()
  await expect(page.getByRole('heading', { name: 'Method' })).toBeVisible()
  expect(await topOf(rows)).toBeGreaterThan(phone.viewport.height)
})

test('the tabs of an application do not move when the font has arrived', async ({ as }) => {
  const page = await as(people.pccr, phone)
  const releaseFont = await holdBack(page, '**/*.woff2')
  await page.goto('/admin/manageRegistrations')
  await page.locator('main a[href^="/admin/manageRegistrations/"]').first().click()
  await expect(page.getByRole('link', { name: 'Next' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Parts of the application' })
  await expect(tabs.getByRole('link', { name: /^Accounts to add/ })).toBeVisible()
  const top = await topOf(tabs)
  releaseFont()
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true)
  expect(await topOf(tabs)).toBe(top)
})
