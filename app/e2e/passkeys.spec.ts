/** Passkeys: adding one, signing in with it alone and after the password, confirming one's identity, and browsers without them. */
import type { Page } from '@playwright/test'
import { baseURL } from '../playwright.config'
import { findings } from './axe'
import { withAnOldSignIn } from './factors'
import { newEmail, ownPassword, registerAndActivate } from './newcomers'
import { deviceOf } from './passkeys'
import { title } from './pay'
import { expect, fillIn, signOut, test } from './people'

/** Passkeys belong to a host name, so these journeys open the portal by a name and not by its IP address. */
const named = baseURL.replace('127.0.0.1', 'localhost')

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }

/** Checks the page on a desktop and on a phone. */
async function check(page: Page) {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    expect(await findings(page), `${size.width} px`).toEqual([])
  }
}

const card = (page: Page) => page.getByRole('region', { name: 'Sign-in and security' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const withPasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' })
const create = (page: Page) => page.getByRole('button', { name: 'Create a passkey' })

/** Registers a user, signs in, and opens the page that adds a second factor. */
async function openAddFactor(page: Page): Promise<string> {
  const email = newEmail('kunci')
  await registerAndActivate(page, email)
  await page.goto('/')
  await fillIn(page, email, ownPassword)
  await expect(page).toHaveURL('/home')
  await page.goto('/myProfile/secondFactor')
  await expect(title(page)).toHaveText('Set up two-factor authentication')
  return email
}

async function addPasskey(page: Page, name: string) {
  await page.getByLabel('Name of the passkey').fill(name)
  await create(page).click()
  await expect(title(page)).toHaveText('Save your recovery codes')
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(card(page)).toContainText(name)
}

test('a passkey is added, signs in alone and after the password, and confirms the identity', async ({ as }) => {
  test.slow()
  const page = await as(null, { viewport: desktop, baseURL: named })
  // The passkey is added later, so the address field has none to offer at first.
  const device = await deviceOf(page)
  const email = await openAddFactor(page)
  await check(page)

  // If the device does not recognise the user, the page shows the same message as after a cancellation.
  await device.recognise(false)
  await create(page).click()
  await expect(page.getByRole('alert')).toContainText('No passkey was created: you cancelled')
  expect(await device.count()).toBe(0)
  await check(page)
  await device.recognise(true)
  await addPasskey(page, 'Laptop')
  expect(await device.count()).toBe(1)
  await check(page)

  // A device can have only one passkey of the same user.
  await card(page).getByRole('link', { name: 'Add a passkey or authenticator app' }).click()
  await create(page).click()
  await expect(page.getByRole('alert')).toContainText('This device already has a passkey for your account.')

  // The button asks immediately. A user who is not recognised, or cancels, reads the reason and can try again.
  await device.answer(false)
  await signOut(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByLabel('E-mail address')).toHaveAttribute('autocomplete', 'username webauthn')
  await check(page)
  await device.recognise(false)
  await device.answer(true)
  await withPasskey(page).click()
  await expect(page.getByRole('alert')).toContainText('No passkey was used: you cancelled')
  await check(page)
  await device.recognise(true)
  await withPasskey(page).click()
  await expect(page).toHaveURL('/home')
  await page.goto('/myProfile')
  await expect(card(page)).toContainText('last used')

  // After the password, the passkey is the second step.
  await device.answer(false)
  await signOut(page)
  await fillIn(page, email, ownPassword)
  await expect(title(page)).toHaveText('Two-factor authentication')
  await check(page)
  await device.answer(true)
  await device.recognise(false)
  await withPasskey(page).click()
  await expect(page.getByRole('alert')).toContainText('No passkey was used: you cancelled')
  await device.recognise(true)
  await withPasskey(page).click()
  await expect(page).toHaveURL('/home')

  // A sensitive action asks for the passkey instead of the password.
  await page.goto('/myProfile')
  await withAnOldSignIn(page, '**/Factors/RecoveryCodes')
  await card(page).getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'New recovery codes' }).click()
  await expect(question(page).getByLabel('Your password')).toBeHidden()
  await check(page)
  await device.recognise(false)
  await withPasskey(page).click()
  await expect(question(page).getByRole('alert')).toContainText('No passkey was used: you cancelled')
  await device.recognise(true)
  await withPasskey(page).click()
  const renewed = page.getByRole('dialog', { name: 'Your new recovery codes' })
  await expect(renewed.getByRole('listitem')).toHaveCount(10)
  await renewed.getByRole('button', { name: 'I have saved the codes' }).click()

  await card(page).getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card(page)).toContainText('Two-factor authentication is off.')
  // The device still has the passkey, which the portal no longer knows.
  await device.answer(false)
  await signOut(page)
  await device.answer(true)
  await withPasskey(page).click()
  await expect(page.getByRole('alert')).toContainText('This passkey could not be verified.')
})

test('on a phone the address field offers the passkey, and choosing it signs in', async ({ as }) => {
  test.slow()
  const page = await as(null, { viewport: phone, baseURL: named })
  // As in Safari before 18.4, the browser converts neither the options nor the answer.
  await page.addInitScript(() => {
    Reflect.deleteProperty(PublicKeyCredential, 'parseRequestOptionsFromJSON')
    Reflect.deleteProperty(PublicKeyCredential, 'parseCreationOptionsFromJSON')
    Reflect.deleteProperty(PublicKeyCredential.prototype, 'toJSON')
  })
  await deviceOf(page)
  await openAddFactor(page)
  await addPasskey(page, 'Telefon')
  // The device answers as soon as the page offers the passkey, as if the user chose it from the list of the field.
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/SignIn/Passkey/')) calls.push(new URL(request.url()).pathname)
  })
  await signOut(page)
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('button', { name: /^Signed in as/ })).toBeVisible()
  expect(calls).toEqual(['/portal/api/v1/SignIn/Passkey/Begin', '/portal/api/v1/SignIn/Passkey/Finish'])
})

test('at a number, and in a browser without passkeys, no page offers them, and the password still signs in', async ({ as }) => {
  test.slow()
  const page = await as(null)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Use your company account' })).toBeVisible()
  await expect(withPasskey(page)).toHaveCount(0)
  await openAddFactor(page)
  await expect(page.getByText('Passkeys cannot be used at this address of the portal.')).toBeVisible()
  await expect(create(page)).toHaveCount(0)
  expect(await findings(page)).toEqual([])

  const old = await as(null, { baseURL: named })
  await old.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await old.goto('/')
  await expect(old.getByRole('button', { name: 'Use your company account' })).toBeVisible()
  await expect(withPasskey(old)).toHaveCount(0)
})
