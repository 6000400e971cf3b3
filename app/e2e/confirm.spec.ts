/** "Confirm that it is you": a call that needs it opens the question over its screen, and continues after the answer. */
import type { Page } from '@playwright/test'
import { fact } from './pay'
import { expect, password, people, test } from './people'
import { act, rowOf } from './team'

/** Makes the next call to this address answer as if the sign-in was too long ago. */
async function withAnOldSignIn(page: Page, address: string) {
  const asked = { code: 'confirmIdentity', errorTopic: 'session', errorMessage: '', fields: [], params: {} }
  await page.route(address, (route) => route.fulfill({ status: 403, json: { Data: null, Error: asked } }), { times: 1 })
}
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const itsField = (page: Page) => question(page).getByLabel('Your password')

test('a new mobile number: the identity check is cancelled, wrong, then right, and the number is saved', async ({ as }) => {
  const page = await as(people.hospitals)
  await page.goto('/myProfile/edit')
  const number = `19${String(Date.now()).slice(-7)}`
  await page.getByLabel('Mobile number').fill(number)
  await withAnOldSignIn(page, '**/UpdateUserProfile')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(itsField(page)).toBeFocused()
  // Escape declines. The form keeps its input and names the missing step.
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(page.getByText('Please confirm your identity before you continue.')).toBeVisible()
  await expect(page.getByLabel('Mobile number')).toHaveValue(number)

  await withAnOldSignIn(page, '**/UpdateUserProfile')
  await page.getByRole('button', { name: 'Save' }).click()
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(itsField(page)).toHaveAccessibleDescription('Please enter your password.')
  await itsField(page).fill('not-the-password-1')
  await page.keyboard.press('Enter')
  await expect(itsField(page)).toHaveAccessibleDescription(/incorrect password/)
  await itsField(page).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/myProfile')
  await expect(fact(page, 'Mobile number')).toHaveText(`+60 ${number}`)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(password)
})

test('the master role stays until the identity is confirmed in a second dialogue', async ({ as }) => {
  const page = await as(people.master)
  await page.goto('/manageUsers')
  const email = people.keeper
  await act(page, 'Kavitha a/p Suresh', 'Make Master')
  await page.getByLabel(`Type ${email} to confirm`).fill(email)
  await withAnOldSignIn(page, '**/TransferMasterBulkUser')
  await page.getByRole('button', { name: 'Transfer the role' }).click()
  await expect(itsField(page)).toBeFocused()
  await question(page).getByRole('button', { name: 'Not now' }).click()
  // The dialogue below is shown again with its input.
  await expect(page.getByLabel(`Type ${email} to confirm`)).toHaveValue(email)
  await expect(page.getByText('Please confirm your identity before you continue.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel(`Type ${email} to confirm`)).toBeHidden()
  await page.reload()
  await expect(rowOf(page, people.master)).toContainText('Master')
})
