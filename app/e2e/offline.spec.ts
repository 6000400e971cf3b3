/**
 * Without a connection the menu works, a banner explains the situation, and a reload shows the logo and a retry. A new version opens at
 * the next navigation, and tabs of the old version keep their files.
 */
import type { Page } from '@playwright/test'
import { deploy } from './deployment'
import { sectionLink } from './mainMenu'
import { title } from './pay'
import { expect, expectSamePage, leaveMark, people, quiet, test } from './people'

/** Waits until the service worker has stored the files and controls this page. */
const expectInstalled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 }).toBe('activated')

const stored = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('without a connection the menu stays, a page says so and opens later, and signing out deletes the cached files', async ({ as }) => {
  const page = await as(people.payer, { serviceWorkers: 'allow', isIdleSoon: true })
  await page.goto('/billPayment/outstanding')
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await expectInstalled(page)
  // Only files of the app are stored, no answers of calls.
  const files = await stored(page)
  expect(files).toContain('/portal.html')
  expect(files.filter((path) => path !== '/portal.html' && !path.startsWith('/assets/'))).toEqual([])

  await leaveMark(page)
  await page.context().setOffline(true)
  const banner = page.getByText('No connection', { exact: true })
  await expect(banner).toBeVisible()
  await sectionLink(page, 'Accounts').click()
  await expect(page).toHaveURL(/\/manageAccount/)
  await expect(banner).toBeVisible()
  await expect(sectionLink(page, 'Bills')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('There is still no connection.')).toBeVisible()

  await page.context().setOffline(false)
  await expect(banner).toBeHidden()
  await expect(title(page)).toHaveText('Electricity accounts')
  await sectionLink(page, 'Bills').click()
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await expectSamePage(page)

  // A page loaded without a connection says so, and opens when the connection returns.
  await sectionLink(page, 'Payments').click()
  await expect(page).toHaveURL(/\/billPayment\/transactions/)
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await page.context().setOffline(true)
  await page.reload()
  await expect(title(page)).toHaveText('No connection')
  await expect(page.getByText('It opens as soon as the connection is back.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('There is still no connection.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await expect(page).toHaveURL(/\/billPayment\/transactions/)

  // Signing out deletes the cached files and the service worker.
  await quiet(page)
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByLabel('E-mail address')).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(await workers()).toBe(0)
  // So does the sign-in page, if a busy browser installs the worker only then.
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  await expect.poll(workers).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
})

test('a new version opens at the next navigation, and a tab of the old version finds its files', async ({ as }) => {
  const server = await deploy()
  try {
    const tab = await as(people.payer, { serviceWorkers: 'allow', isIdleSoon: true, baseURL: server.url })
    await tab.goto('/billPayment/outstanding')
    await expect(tab.locator('[data-row="0"]')).toBeVisible()
    await expectInstalled(tab)
    await leaveMark(tab)

    server.deployNew()
    const other = await tab.context().newPage()
    await other.goto('/billPayment/transactions')
    await expect(other.locator('html')).toHaveAttribute('data-version', 'new')
    await expect(other.locator('[data-row="0"]')).toBeVisible()
    const versions = () => other.evaluate(() => caches.keys())
    await expect
      .poll(versions, { timeout: 60_000 })
      .toEqual([expect.stringMatching(/^gridbill-\w+$/), expect.stringMatching(/^gridbill-new-/)])
    await expect
      .poll(() => other.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null), { timeout: 60_000 })
      .toBeNull()

    // The server has only the files of the new version.
    await sectionLink(tab, 'Accounts').click()
    await expect(title(tab)).toHaveText('Electricity accounts')
    await expectSamePage(tab)

    // The portal is unreachable, although the browser reports a connection.
    server.setUnreachable(true)
    await other.reload()
    await expect(title(other)).toHaveText('No connection')
    await expect(other.locator('html')).toHaveAttribute('data-version', 'new')
    server.setUnreachable(false)
    await expect(other.locator('[data-row="0"]')).toBeVisible()

    await tab.reload()
    await expect(tab.locator('html')).toHaveAttribute('data-version', 'new')
    await expect(title(tab)).toHaveText('Electricity accounts')
  } finally {
    server.close()
  }
})
