/** Customer view mode: staff see the portal as a bulk account's customers do, change nothing, and return to their page. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds } from './bills'
import { mainMenu, openInMenu, tabLink } from './mainMenu'
import { title } from './pay'
import { expect, people, test } from './people'
import { settled } from './screens'
import { act, rowOf } from './team'
import { walkTo } from './walk'

const readOnly = /^You are in customer view mode, where nothing can be changed\./
const bar = (page: Page) => page.getByRole('region', { name: 'Customer view mode' })
const back = (page: Page) => bar(page).getByRole('link', { name: 'Back to Admin View' })

/** Checks that the view begins on Home and names the bulk account. */
async function expectViewOf(page: Page, bulkId: string) {
  await expect(page).toHaveURL((url) => url.pathname === '/home' && url.searchParams.get('bulkId') === bulkId)
  await expect(bar(page)).toContainText(bulkId)
}

test('a company is found by part of its name, viewed without writes, and left', async ({ as }) => {
  const page = await as(people.glb)
  await page.goto('/admin')
  await openInMenu(page, 'Customers', 'Customer view')
  // The list that opens first has a search of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Customer view' })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search bulk accounts' })
  await search.fill('si')
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: /3/ })).toBeVisible()
  await search.fill('sinar jaya')
  const row = rowOf(page, bulkIds.sinar)
  await row.getByRole('link', { name: /^View as customer/ }).click()
  await expectViewOf(page, bulkIds.sinar)
  expect(await mainMenu(page).getByRole('link').allTextContents()).toEqual(
    expect.arrayContaining(['Home', 'Bills', 'Checks', 'Payments', 'Accounts', 'Reports', 'Settings']),
  )
  await settled(page)
  expect(await findings(page)).toEqual([])

  // The address of every screen contains the bulk account. Every disabled action explains why, also by keyboard.
  await openInMenu(page, 'Accounts')
  await expect(page).toHaveURL(/\/manageAccount\?(.*&)?bulkId=/)
  const add = page.getByRole('main').getByRole('button', { name: 'Add accounts' })
  await expect(add).toHaveAccessibleDescription(readOnly)
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.focus()
  await expect(add).toBeFocused()
  await page.reload()
  await expect(bar(page)).toContainText(bulkIds.sinar)
  await openInMenu(page, 'Settings', 'Users')
  await expect(page.getByRole('main').getByRole('button', { name: 'Add user' })).toHaveAccessibleDescription(readOnly)
  await openInMenu(page, 'Payments', 'Statements')
  await expect(page.getByRole('main').getByRole('button', { name: 'Request a statement' }).first()).toHaveAccessibleDescription(readOnly)
  await walkTo(page, { name: '/myProfile', address: `/myProfile?bulkId=${bulkIds.sinar}` })
  const edit = page.getByRole('main').getByRole('button', { name: 'Edit profile' })
  await expect(edit).toHaveAccessibleDescription(readOnly)
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  // The officer's own settings are disabled too. The officer changes them on the staff profile.
  for (const name of ['Change password', /^(Choose|Change) dates/])
    await expect(page.getByRole('main').getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await walkTo(page, { name: '/bulkAccount/status', address: `/bulkAccount/status?bulkId=${bulkIds.sinar}` })
  await expect(title(page)).toHaveText('Bulk account registration')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await walkTo(page, { name: '/billPayment/outstanding', address: `/billPayment/outstanding?bulkId=${bulkIds.sinar}` })
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  await walkTo(page, { name: '/billPayment', address: `/billPayment?bulkId=${bulkIds.sinar}` })
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  await walkTo(page, { name: '/myProfile/edit', address: `/myProfile/edit?bulkId=${bulkIds.sinar}` })
  await expect(page.getByRole('main').getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(readOnly)

  // The server refuses a direct call, too.
  const headers = { 'X-Session': 'cookie', 'X-Bulk-Account': bulkIds.sinar, 'Accept-Language': 'en' }
  const data = { id: bulkIds.sinar, email: 'nobody@sinar.example', permissions: ['viewOnly'] }
  const refused = await page.request.post('/user-svc/api/v1/User/AddBulkUser', { data, headers })
  expect(refused.status()).toBe(403)
  expect(((await refused.json()) as { Error: { code: string } }).Error.code).toBe('viewModeReadOnly')

  await back(page).click()
  await expect(page).toHaveURL(/\/admin\/bulkAccounts\/customerView\?(.*&)?search=sinar/)
  await expect(bar(page)).toHaveCount(0)
  await expect(rowOf(page, bulkIds.sinar)).toBeVisible()
})

test('the view opens from a bulk account, and returns to the same list with its filter', async ({ as }) => {
  const page = await as(people.pccr)
  await page.goto('/admin/bulkAccounts?business=organisation&search=sinar')
  await expect(rowOf(page, bulkIds.sinar)).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Sinar Jaya Retail Sdn Bhd' }).click()
  await page.getByRole('menuitem', { name: 'View as customer' }).click()
  await expectViewOf(page, bulkIds.sinar)
  await openInMenu(page, 'Bills')
  await expect(title(page)).toBeVisible()
  await back(page).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('business') === 'organisation' && url.searchParams.get('search') === 'sinar')
  await expect(rowOf(page, bulkIds.sinar)).toBeVisible()

  // The page of the bulk account also opens the view, and the browser's back button leaves it.
  await page.goto(`/admin/bulkAccounts/${bulkIds.majlis}`)
  await page.getByRole('link', { name: 'View as customer' }).click()
  await expectViewOf(page, bulkIds.majlis)
  await page.goBack()
  await expect(page).toHaveURL(`/admin/bulkAccounts/${bulkIds.majlis}`)
  await expect(bar(page)).toHaveCount(0)
})

test('a copied address keeps the view, and ICT and customers cannot open it', async ({ as }) => {
  const address = `/billPayment/outstanding?overdue=true&bulkId=${bulkIds.sinar}`
  const glb = await as(people.glb)
  await glb.goto(address)
  await expect(bar(glb)).toContainText(bulkIds.sinar)
  await expect(glb).toHaveURL((url) => url.searchParams.get('overdue') === 'true' && url.searchParams.get('bulkId') === bulkIds.sinar)
  // If the view was opened by its address, the link back opens the bulk account.
  await back(glb).click()
  await expect(glb).toHaveURL(`/admin/bulkAccounts/${bulkIds.sinar}`)
  await glb.goto(`/home?bulkId=3999999999`)
  await expect(glb).toHaveURL('/404')

  const ict = await as(people.ict)
  await ict.goto(address)
  await expect(ict).toHaveURL('/unauthorized')
  await ict.goto('/admin')
  await openInMenu(ict, 'Customers')
  await expect(tabLink(ict, 'Customers', 'Customer view')).toHaveCount(0)

  const council = await as(people.council)
  await council.goto(address)
  await expect(council).toHaveURL('/billPayment/outstanding?overdue=true')
  await expect(bar(council)).toHaveCount(0)
})

test('a business user and a payment link to the view, in Malay on a phone', async ({ as }) => {
  const page = await as(people.pccr)
  // The language stays in this browser: other journeys sign in as this officer.
  await page.route('**/SetUserPreference', (route) => route.fulfill({ json: { Data: {}, Error: null } }))
  await page.goto('/admin/manageTnbUsers?search=master%40sinar')
  await act(page, 'Farah binti Iskandar', 'View as customer')
  await expectViewOf(page, bulkIds.sinar)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Bahasa Melayu' }).click()
  await expect(page.getByRole('region', { name: 'Mod paparan pelanggan' })).toContainText(bulkIds.sinar)
  const leave = page.getByRole('link', { name: 'Kembali ke Paparan Pentadbir' })
  await expect(leave).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
  await page.getByRole('button', { name: /^Log masuk sebagai/ }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('link', { name: 'Back to Admin View' }).click()
  await expect(page).toHaveURL(/\/admin\/manageTnbUsers\?search=/)
})
