/** Second factors: adding one, signing in and confirming one's identity with it, recovery codes, and a company that requires one. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds } from './bills'
import { addApp } from './factors'
import { confirmation, fillFirstStep, fillSecondStep, linkFor, newEmail, ownPassword, person, registerAndActivate } from './newcomers'
import { title } from './pay'
import { ask, expect, fillIn, people, quiet, test } from './people'

const nextPassword = 'rimau cula tiga 3'

const card = (page: Page) => page.getByRole('region', { name: 'Sign-in and security' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

/** Makes the next call to this address answer as if the sign-in was too long ago. */
async function withAnOldSignIn(page: Page, address: string) {
  const asked = { code: 'confirmIdentity', errorTopic: 'session', errorMessage: '', fields: [], params: {} }
  await page.route(address, (route) => route.fulfill({ status: 403, json: { Data: null, Error: asked } }), { times: 1 })
}

async function signOut(page: Page) {
  // The menu opens only once the screen is rendered.
  await quiet(page)
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
}

test('an authenticator app is added, signs in, confirms the identity and is removed; a recovery code works once', async ({ as }) => {
  test.slow()
  const page = await as(null)
  const email = newEmail('faktor')
  await registerAndActivate(page, email)
  await page.goto('/')
  await fillIn(page, email, ownPassword)
  await expect(page).toHaveURL('/home')
  await page.goto('/myProfile')
  await expect(card(page)).toContainText('You have no second factor yet.')
  await card(page).getByRole('link', { name: 'Add a second factor' }).click()
  await expect(title(page)).toHaveText('Add a second factor')
  expect(await findings(page)).toEqual([])

  // A wrong code is refused at its field, and the QR code stays.
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('12345')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await expect(code).toHaveAccessibleDescription('Please enter the six digits that your authenticator app shows.')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()
  const { app, codes } = await addApp(page, 'Work phone')
  expect(codes).toHaveLength(10)
  expect(await findings(page)).toEqual([])
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toContain(`${codes[0]}\r\n${codes[1]}\r\n`)
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(page).toHaveURL('/myProfile')
  await expect(card(page)).toContainText('Work phone')
  await expect(card(page)).toContainText('10 unused codes are left.')

  // The password alone does not sign in. Going back begins again without it.
  await signOut(page)
  await fillIn(page, email, ownPassword)
  await expect(title(page)).toHaveText('Enter your second factor')
  const signInCode = page.getByLabel('Code of the authenticator app')
  await expect(signInCode).toBeFocused()
  await expect(signInCode).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.goto('/home')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()

  await fillIn(page, email, ownPassword)
  await signInCode.fill(app.wrongCode())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(signInCode).toHaveAccessibleDescription(/This code is wrong, has expired or was already used/)
  await signInCode.fill(await app.code())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')

  // A recovery code signs in once.
  await signOut(page)
  await fillIn(page, email, ownPassword)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByLabel('Recovery code')
  await expect(recovery).toBeFocused()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(recovery).toHaveAccessibleDescription(/Please enter one of your recovery codes\./)
  await recovery.fill((codes[0] ?? '').toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/home')
  await page.goto('/myProfile')
  await expect(card(page)).toContainText('9 unused codes are left.')
  await signOut(page)
  await fillIn(page, email, ownPassword)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await recovery.fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(recovery).toHaveAccessibleDescription(/This recovery code is wrong or was already used\./)
  await recovery.fill(codes[1] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/home')

  // New recovery codes need a code of the app, not the password.
  await page.goto('/myProfile')
  await withAnOldSignIn(page, '**/Factors/RecoveryCodes')
  await card(page).getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'New recovery codes' }).click()
  await expect(question(page).getByLabel('Your password')).toBeHidden()
  const proof = question(page).getByLabel('Code of the authenticator app')
  await expect(proof).toBeFocused()
  expect(await findings(page)).toEqual([])
  await proof.fill(app.wrongCode())
  await page.keyboard.press('Enter')
  await expect(proof).toHaveAccessibleDescription(/This code is wrong/)
  await proof.fill(await app.code())
  await page.keyboard.press('Enter')
  const renewed = page.getByRole('dialog', { name: 'Your new recovery codes' })
  await expect(renewed.getByRole('listitem')).toHaveCount(10)
  expect(await renewed.getByRole('listitem').allTextContents()).not.toContain(codes[2])
  await renewed.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(card(page)).toContainText('10 unused codes are left.')

  // Changing the password needs the app as well.
  await page.goto('/account/changePassword')
  await withAnOldSignIn(page, '**/ChangePassword')
  await page.getByLabel('Current password').fill(ownPassword)
  await page.getByLabel('New password', { exact: true }).fill(nextPassword)
  await page.getByLabel('New password again').fill(nextPassword)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(signInCode).toBeFocused()
  expect(await findings(page)).toEqual([])
  await signInCode.fill(await app.code())
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/myProfile')

  // Without the app the password is enough again.
  await card(page).getByRole('button', { name: 'Remove Work phone' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('It is your only second factor.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card(page)).toContainText('You have no second factor yet.')
  await signOut(page)
  await fillIn(page, email, nextPassword)
  await expect(page).toHaveURL('/home')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(codes[3])
})

test('a company requires a second factor, and its user adds one at the next sign-in', async ({ as }) => {
  test.slow()
  const master = await as(people.hospitals)
  // An attempt that failed may have left the rule in force, and other journeys add viewers with a second factor.
  await ask(master, `/portal/api/v1/Factors/Policy/${bulkIds.damai}`, { roles: [], requiredFrom: null })
  const email = newEmail('wajib')
  await ask(master, '/user-svc/api/v1/User/AddBulkUser', { email, nickname: '', permissions: ['viewOnly'] })
  const page = await as(null)
  await page.goto(await linkFor(master, email))
  await fillFirstStep(page)
  await fillSecondStep(page)
  await confirmation(page).getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/home')

  await master.goto('/manageUsers')
  await master.getByRole('link', { name: 'Second factor' }).click()
  await expect(title(master)).toHaveText('Second factor')
  await expect(master.getByText('No role needs a second factor.')).toBeVisible()
  await master.getByRole('checkbox', { name: 'Viewer' }).check()
  const counted = master
    .locator('label')
    .filter({ hasText: 'Viewer' })
    .getByText(/^\d+ of \d+ users? ha(s|ve) a second factor\.$/)
  const before = Number.parseInt((await counted.textContent()) ?? '', 10)
  const from = master.getByRole('textbox', { name: /^Required from/ })
  await from.fill('2020-01-01')
  await from.press('Enter')
  await expect(from).toHaveAccessibleDescription(/Please choose a day from today/)
  expect(await findings(master)).toEqual([])
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  await from.fill(today)
  await from.press('Enter')
  await expect(master).toHaveURL('/manageUsers')

  // The open session can only add a factor. No part of the frame leads elsewhere.
  await page.goto('/billPayment')
  await expect(page).toHaveURL('/myProfile/secondFactor')
  await expect(page.getByText('Your role needs a second factor. Please add one before you continue.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await signOut(page)
  await fillIn(page, email, ownPassword)
  await expect(page).toHaveURL('/myProfile/secondFactor')
  await addApp(page, '')
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()

  // The last factor stays while one is required.
  await page.goto('/myProfile')
  await card(page).getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('You need a second factor. Please add another one')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click()

  await master.getByRole('link', { name: 'Second factor' }).click()
  await expect(master.getByText(/^In force since /)).toBeVisible()
  await expect(counted).toHaveText(new RegExp(`^${before + 1} of `))
  await master.getByRole('checkbox', { name: 'Viewer' }).uncheck()
  await master.getByRole('button', { name: 'Save' }).click()
  await expect(master).toHaveURL('/manageUsers')
  await master.getByRole('link', { name: 'Second factor' }).click()
  await expect(master.getByText('No role needs a second factor.')).toBeVisible()
})

test('two officers reset the second factors of a user who lost them, and any officer stops that', async ({ as }) => {
  test.slow()
  const page = await as(null)
  const email = newEmail('hilang')
  await registerAndActivate(page, email)
  await page.goto('/')
  await fillIn(page, email, ownPassword)
  await expect(page).toHaveURL('/home')
  await page.goto('/myProfile/secondFactor')
  await addApp(page, 'Lost phone')

  const ict = await as(people.ict)
  await ict.goto(`/admin/manageTnbUsers?search=${encodeURIComponent(email)}`)
  await ict.getByRole('button', { name: /^Actions for/ }).click()
  await ict.getByRole('menuitem', { name: 'Reset second factors' }).click()
  await ict.getByLabel('Reason').fill('Called back at the number in the application.')
  await ict.getByRole('button', { name: 'Propose reset' }).click()
  const notice = `Reset of the second factors of ${person.name} (${email})`
  await expect(ict.getByText(notice)).toBeVisible()
  await expect(ict.getByRole('button', { name: 'Confirm reset' })).toHaveCount(0)
  expect(await findings(ict)).toEqual([])

  const officer = await as(people.pccr)
  await officer.goto('/admin/manageTnbAdmins')
  await expect(officer.getByText(notice)).toBeVisible()
  await expect(officer.getByText('Reason: Called back at the number in the application.')).toBeVisible()
  await officer.getByRole('button', { name: 'Confirm reset' }).click()
  await officer.getByRole('alertdialog').getByRole('button', { name: 'Confirm reset' }).click()
  await expect(officer.getByText(/^It takes effect after .*, unless the user signs in with a second factor before\.$/)).toBeVisible()

  await ict.getByRole('button', { name: 'Stop reset' }).click()
  await ict.getByLabel('Reason').fill('The user found the phone.')
  await ict.getByRole('dialog').getByRole('button', { name: 'Stop reset' }).click()
  await expect(ict.getByText(notice)).toBeHidden()
})

test('in customer view mode the rule can be read, and the second factors of the officer are not shown', async ({ as }) => {
  const page = await as(people.pccr)
  await page.goto(`/manageUsers/secondFactor?bulkId=${bulkIds.damai}`)
  await expect(title(page)).toHaveText('Second factor')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(/customer view mode/)
  await page.goto(`/myProfile?bulkId=${bulkIds.damai}`)
  await expect(title(page)).toHaveText('My profile')
  await expect(card(page)).toHaveCount(0)
  await page.goto('/admin/myProfile')
  await expect(card(page)).toBeVisible()
})
