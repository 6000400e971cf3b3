/** Invitations: a new user registers with the invited address, and an existing user joins by signing in. */
import type { Page } from '@playwright/test'
import { confirmation, fillFirstStep, fillSecondStep, linkFor, newEmail, ownPassword, registerAndActivate } from './newcomers'
import { ask, expect, people, test } from './people'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Invites a user as the Master of a company with room for more. */
async function invite(master: Page, email: string) {
  await ask(master, '/user-svc/api/v1/User/AddBulkUser', { email, nickname: '', permissions: ['viewOnly'] })
}

test('an invited user registers with the invited address, and is active immediately', async ({ as }) => {
  const [master, page] = [await as(people.council), await as(null)]
  const email = newEmail('dijemput')
  await invite(master, email)
  const link = await linkFor(page, email)
  await page.goto(link)
  await expect(heading(page)).toHaveText('You are invited')
  await expect(page.getByText(/invites you to its bulk account. Register to join it./)).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await expect(page.getByLabel('E-mail address')).not.toBeEditable()
  await fillFirstStep(page)
  await fillSecondStep(page)
  await expect(confirmation(page).getByRole('button', { name: 'Change: E-mail address' })).toBeHidden()
  await confirmation(page).getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByText('You do not have a bulk account yet')).toBeHidden()

  const again = await as(null)
  await again.goto(link)
  await expect(heading(again)).toHaveText('This link has already been used')
})

test('an existing user joins by signing in with the invitation', async ({ as }) => {
  const [master, page] = [await as(people.council), await as(null)]
  const email = newEmail('sudah')
  await registerAndActivate(page, email)
  await invite(master, email)
  await page.goto(await linkFor(page, email))
  await expect(page.getByText(/You are registered already: sign in to join it./)).toBeVisible()
  await expect(page.getByLabel('E-mail address')).not.toBeEditable()
  await page.getByLabel('Password', { exact: true }).fill('not-the-password-1')
  await page.getByRole('button', { name: 'Sign in and join' }).click()
  await expect(page.getByRole('alert')).toContainText('Attempt 1 of 5')
  await page.getByLabel('Password', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Sign in and join' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByText('You do not have a bulk account yet')).toBeHidden()
})
