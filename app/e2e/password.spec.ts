/** Resetting a forgotten password, and changing a password. */
import type { Page } from '@playwright/test'
import { linkFor, newEmail, ownPassword, registerAndActivate } from './newcomers'
import { ask, expect, fillIn, password as known, people, test } from './people'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const other = 'kucing hitam 8'

async function setNew(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again').fill(password)
}

test('a forgotten password is reset by the e-mailed link, once', async ({ as }) => {
  const page = await as(null)
  const email = newEmail('lupa')
  await registerAndActivate(page, email)
  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page)).toHaveText('Forgot your password?')
  await expect(heading(page)).toBeFocused()
  const address = page.getByLabel('E-mail address')
  await address.fill(newEmail('siapa'))
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(address).toHaveAccessibleDescription(/This e-mail address is not registered\. Please check it, or register first\.$/)
  await address.fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page).toHaveURL('/account/forgotPasswordSent')
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()

  const link = await linkFor(page, email)
  await page.goto(link)
  await expect(heading(page)).toHaveText('Set a new password')
  await expect(page).toHaveURL('/account/resetPassword')
  await setNew(page, 'short1')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription('Use at least 8 characters.')
  await setNew(page, other)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByText('Your new password is set. Please sign in with it.')).toBeVisible()
  await fillIn(page, email, ownPassword)
  await expect(page.getByRole('alert')).toContainText('Attempt 1 of 5')
  await fillIn(page, email, other)
  await expect(page).toHaveURL('/home')

  const again = await as(null)
  await again.goto(link)
  await expect(heading(again)).toHaveText('This link has already been used')
  await again.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(again).toHaveURL('/account/forgotPassword')
})

test('a new link opened in the tab of an old one replaces it', async ({ as }) => {
  const page = await as(null)
  const email = newEmail('tab')
  await registerAndActivate(page, email)
  await ask(page, '/user-svc/api/v1/User/ForgotPassword', { email })
  await page.goto('/account/resetPassword#not-a-token')
  await expect(heading(page)).toHaveText('The link is invalid.')
  // Only the fragment changes, so the browser does not reload the page.
  await page.goto(await linkFor(page, email))
  await expect(heading(page)).toHaveText('Set a new password')
})

test('unknown staff and customers get no staff link', async ({ as }) => {
  const page = await as(null)
  await page.goto('/admin/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/admin/forgotPassword')
  await expect(heading(page)).toHaveText('Forgot your password?')
  await page.getByLabel('E-mail address').fill(people.payer)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(/This e-mail address is not registered\./)
})

test('changing the password asks for the current one, and signs out every other browser', async ({ as }) => {
  const [page, elsewhere] = [await as(null), await as(null)]
  const email = newEmail('tukar.kata')
  await registerAndActivate(page, email)
  await elsewhere.goto('/')
  await fillIn(elsewhere, email, ownPassword)
  await expect(elsewhere).toHaveURL('/home')

  await page.goto('/account/changePassword')
  await expect(page).toHaveURL('/?redirect=%2Faccount%2FchangePassword')
  await fillIn(page, email, ownPassword)
  await expect(page).toHaveURL('/account/changePassword')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('Please enter your current password.')
  await page.getByLabel('Current password').fill('not-the-password-1')
  await setNew(page, other)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'Oops! It seems like you have entered an incorrect password. Please try again.',
  )
  await page.getByLabel('Current password').fill(ownPassword)
  // A common password that only the server's list contains.
  const notCommon = page.getByRole('listitem').filter({ hasText: 'Not a common password.' })
  await setNew(page, 'Jamaica1')
  await expect(notCommon).toContainText('(done)')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/too common and easy to guess/)
  await expect(notCommon).toContainText('(not yet)')
  await setNew(page, other)
  await expect(notCommon).toContainText('(done)')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(heading(page)).toHaveText('Your password is changed')
  await expect(heading(page), 'the pressed button is gone').toBeFocused()
  await expect(page.getByText('You stay signed in here. All your other devices were signed out.')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/myProfile')

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL('/?redirect=%2Fhome')
})

test('staff whose session has ended sign in again on the staff page', async ({ as }) => {
  const page = await as(people.glb)
  await page.goto('/account/changePassword')
  await page.getByLabel('Current password').fill(known)
  await setNew(page, other)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page).toHaveURL('/admin/login?redirect=%2Faccount%2FchangePassword')
  await fillIn(page, people.glb)
  await expect(page).toHaveURL('/account/changePassword')
})
