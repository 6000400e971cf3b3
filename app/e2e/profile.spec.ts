/** The user's own profile, preferences and sessions. */
import type { Page } from '@playwright/test'
import { idleSentence } from './idle'
import { mainMenu } from './mainMenu'
import { fact, title } from './pay'
import { ask, expect, expectSamePage, leaveMark, password, people, quiet, test } from './people'

const alert = (page: Page) => page.getByRole('alert')
const menu = async (page: Page, item: string | RegExp) => {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('name, mobile number and e-mail choice are changed', async ({ as }) => {
  const page = await as(people.hotels)
  await page.goto('/home')
  await menu(page, 'My profile')
  await expect(title(page)).toHaveText('My profile')
  await expect(fact(page, 'E-mail address')).toHaveText(people.hotels)
  await expect(fact(page, 'Role')).toHaveText('Master')
  await expect(fact(page, 'Permissions')).toContainText('Manage users and transfer the master role.')

  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveAttribute('readonly')
  await page.getByLabel('Full name').fill('')
  await page.getByLabel('Mobile number').fill('23')
  await page.getByLabel('Mobile number').press('Enter')
  await expect(alert(page)).toBeFocused()
  await expect(page.getByLabel('Full name')).toHaveAccessibleDescription('Please enter a full name.')
  await expect(page.getByLabel('Mobile number')).toHaveAccessibleDescription(/Enter a Malaysian mobile number/)

  await page.getByLabel('Full name').fill('Nurul Aina binti Hassan')
  await page.getByLabel('Mobile number').fill('123456789')
  await page.getByLabel('Send me reminders').setChecked(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/myProfile')
  await expect(fact(page, 'Full name')).toHaveText('Nurul Aina binti Hassan')
  await expect(fact(page, 'Mobile number')).toHaveText('012-345 6789')
  await expect(fact(page, 'Reminders by e-mail')).toHaveText('Sent')
  await expect(page.getByRole('button', { name: 'Signed in as Nurul Aina binti Hassan' })).toBeVisible()

  // The change is saved, but the profile cannot be loaded again. This must not be reported as a refusal.
  const unread = { code: 'tooManyAtOnce', errorTopic: 'session', errorMessage: 'Please try again.', fields: [], params: {} }
  await page.route('**/GetUserProfile', (route) => route.fulfill({ status: 429, json: { Data: null, Error: unread } }))
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Nurul Aina')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/myProfile')
  await expect(page.getByText('Your profile is saved').first()).toBeVisible()
  await expect(fact(page, 'Full name')).toHaveText('Nurul Aina')
  await page.unroute('**/GetUserProfile')
  await page.reload()
  await expect(fact(page, 'Full name')).toHaveText('Nurul Aina')
})

test('input survives a reload, is discarded by Cancel and by signing out, and is never shown to another user', async ({ as }) => {
  const page = await as(people.coldStores)
  await page.goto('/myProfile/edit')
  const before = await page.getByLabel('Full name').inputValue()
  await page.getByLabel('Full name').fill('Somebody Else')
  await page.getByLabel('Mobile number').fill('1999999999')
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Somebody Else')
  await expect(page.getByLabel('Mobile number')).toHaveValue('1999999999')

  // Another user in the same browser.
  await ask(page, '/user-svc/api/v1/User/Login', { username: people.viewer, password })
  await page.goto('/myProfile/edit')
  await expect(page.getByLabel('E-mail address')).toHaveValue(people.viewer)
  await expect(page.getByLabel('Full name')).not.toHaveValue('Somebody Else')
  await ask(page, '/user-svc/api/v1/User/Login', { username: people.coldStores, password })
  await page.goto('/myProfile/edit')
  await expect(page.getByLabel('Full name')).toHaveValue('Somebody Else')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(fact(page, 'Full name')).toHaveText(before)
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue(before)

  // Dates left without saving are not saved.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^(Choose|Change) dates/ }).click()
  await page.getByRole('textbox', { name: /^From\b/ }).fill('2026-02-01')
  await page.getByRole('textbox', { name: /^To\b/ }).fill('2026-02-28')
  let saved = 0
  page.on('request', (request) => {
    if (request.url().includes('/UpdateDatePreference')) saved += 1
  })
  await mainMenu(page).getByRole('link', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL('/home')
  await quiet(page)
  expect(saved).toBe(0)

  // Signing out deletes unsaved input.
  await menu(page, 'My profile')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.getByLabel('Full name').fill('Typed And Left')
  await menu(page, 'Sign out')
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Typed And Left')
})

test('language, theme and favourite dates apply in another browser, and its own later choice stays', async ({ as }) => {
  const page = await as(people.treasurer)
  await page.goto('/myProfile')
  await page.getByRole('radio', { name: 'Bahasa Melayu' }).click()
  await expect(title(page)).toHaveText('Profil saya')
  await page.getByRole('radio', { name: 'Gelap' }).click()
  await page.getByRole('button', { name: /^(Pilih|Tukar) tarikh/ }).click()
  // A wrong date in an empty field has its error once the field is left.
  const from = page.getByRole('textbox', { name: 'Dari' })
  await from.fill('')
  await from.fill('31/2/2026')
  await from.press('Tab')
  await expect(from).toHaveAccessibleDescription(/^Masukkan tarikh seperti/)
  await from.fill('31 Mac 2026')
  await page.getByRole('textbox', { name: 'Hingga' }).fill('2026-01-01')
  await page.getByRole('button', { name: 'Simpan tarikh' }).click()
  await expect(page.getByRole('textbox', { name: 'Hingga' })).toHaveAccessibleDescription(
    'Tarikh tamat tidak boleh lebih awal daripada tarikh mula.',
  )
  await from.fill('2026-01-01')
  await page.getByRole('textbox', { name: 'Hingga' }).fill('31/3/2026')
  await page.getByRole('button', { name: 'Simpan tarikh' }).click()
  await expect(page.getByText('01 Jan 2026 – 31 Mac 2026')).toBeVisible()
  await quiet(page)

  const other = await as(people.treasurer)
  await other.goto('/billPayment/transactions')
  await expect(other.locator('html')).toHaveAttribute('lang', 'ms')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.locator('main button[aria-expanded]:not([aria-haspopup])').first().click()
  await other.getByRole('button', { name: 'Kegemaran: 01 Jan 2026 – 31 Mac 2026' }).click()
  await other.getByRole('button', { name: 'Guna' }).click()
  await expect(other).toHaveURL(/from=2026-01-01&to=2026-03-31/)
  await menu(other, 'English')
  await expect(other.locator('html')).toHaveAttribute('lang', 'en')
  await menu(other, 'Theme: Light')
  await quiet(other)
  await other.reload()
  await expect(title(other)).toHaveText('Payments')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light')
  // The first browser keeps its own choice until the next sign-in.
  await page.reload()
  await expect(title(page)).toHaveText('Profil saya')
})

test('a session ended in one browser is over in the other at its next call', async ({ as }) => {
  const options = {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
  }
  const page = await as(people.council)
  const [far, further, furthest] = [await as(people.council, options), await as(people.council), await as(people.council)]
  for (const one of [far, further, furthest]) await one.goto('/home')
  await page.goto('/myProfile')
  await leaveMark(page)
  const sessions = page.getByRole('listitem').filter({ hasText: 'Since' })
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1)
  await page.getByRole('button', { name: /^End Microsoft Edge on Windows/ }).click()
  await expect(sessions.filter({ hasText: 'Microsoft Edge on Windows' })).toHaveCount(0)
  await far.getByRole('link', { name: 'Bills', exact: true }).click()
  await expect(far.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(far.getByText(idleSentence)).toHaveCount(0)

  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click()
  await expect(sessions).toHaveCount(1)
  await further.goto('/billPayment')
  await expect(further.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expectSamePage(page)
  await page.reload()
  await expect(sessions).toHaveCount(1)
})

test('staff have the same profile at their own address', async ({ as }) => {
  const page = await as(people.glb)
  await page.goto('/admin/myProfile')
  await expect(fact(page, 'Role')).toHaveText('GLB Account Manager')
  await expect(fact(page, 'Permissions')).toContainText('View all customers with their registrations, accounts, bills and users.')
  await expect(page.getByRole('term').filter({ hasText: 'Bulk account' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect(page).toHaveURL('/admin/myProfile/edit')
  // Only customers get reminders.
  await expect(page.getByLabel('Send me reminders')).toHaveCount(0)
  await page.getByLabel('Mobile number').fill('0198765432')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/admin/myProfile')
  await expect(fact(page, 'Mobile number')).toHaveText('019-876 5432')
  // The page of the first password is closed once a password is set.
  await page.goto('/admin/firstTimeLogin')
  await expect(page).toHaveURL('/admin')
})

test('an unsaved change of the name does not undo a change of the mobile number in another window', async ({ as }) => {
  const page = await as(people.coldStores)
  await page.goto('/myProfile/edit')
  const name = await page.getByLabel('Full name').inputValue()
  await page.getByLabel('Full name').fill('Typed Later')
  await ask(page, '/user-svc/api/v1/User/UpdateUserProfile', { name, mobileNo: '1888888888', EmailOpting: false })
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Typed Later')
  await expect(page.getByLabel('Mobile number')).toHaveValue('1888888888')
  await page.getByRole('button', { name: 'Cancel' }).click()
})
