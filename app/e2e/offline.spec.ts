/** Without a connection the page stays: the menu works, a banner says what is wrong, and a reload has the frame. */
import type { Page } from '@playwright/test'
import { title } from './pay'
import { expect, people, quiet, test } from './people'

/** The files are kept, and this page is served by the worker. */
const isKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'), {
      timeout: 60_000,
    })
    .toBe(true)

const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('without a connection the menu keeps the page, and trying again goes on', async ({ as }) => {
  const page = await as(people.payer, { serviceWorkers: 'allow' })
  await page.goto('/billPayment/outstanding')
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await isKept(page)
  // Files of the app, and no answer of a call.
  const files = await cached(page)
  expect(files).toContain('/portal.html')
  expect(files.filter((path) => path !== '/portal.html' && !path.startsWith('/assets/'))).toEqual([])

  await page.context().setOffline(true)
  const banner = page.getByText('No connection', { exact: true })
  await expect(banner).toBeVisible()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Statements' }).click()
  await expect(page).toHaveURL(/\/billPayment\/statements/)
  await expect(banner).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Bills' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('There is still no connection.')).toBeVisible()

  await page.context().setOffline(false)
  await expect(banner).toBeHidden()
  await expect(title(page)).toHaveText('Statements')
})

test('loaded without a connection, the page has the frame, and opens when the connection is back', async ({ as }) => {
  const page = await as(people.payer, { serviceWorkers: 'allow' })
  await page.goto('/billPayment/transactions')
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await isKept(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(title(page)).toHaveText('No connection')
  await expect(page.getByText('It opens as soon as the connection is back.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.locator('[data-row="0"]')).toBeVisible()
})

test('who signs out leaves no file and no worker behind', async ({ as }) => {
  const page = await as(people.payer, { serviceWorkers: 'allow' })
  await page.goto('/billPayment/statements')
  await quiet(page)
  await isKept(page)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByLabel('E-mail address')).toBeVisible()
  await expect.poll(() => cached(page)).toEqual([])
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
