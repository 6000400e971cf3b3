/** "Confirm that it is you": a call that needs a recent sign-in opens a question over its screen, and continues after the answer. */
import type { Page } from '@playwright/test'
import { withAnOldSignIn } from './factors'
import { fact } from './pay'
import { expect, password, people, test } from './people'
import { act, rowOf } from './team'

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const passwordField = (page: Page) => question(page).getByLabel('Your password')

test('a new mobile number: the identity check is cancelled, wrong, then right, and the number is saved', async ({ as }) => {
  const page = await as(people.hospitals)
  await page.goto('/myProfile/edit')
  const number = `19${String(Date.now()).slice(-7)}`
  await page.getByLabel('Mobile number').fill(number)
  await withAnOldSignIn(page, '**/UpdateUserProfile')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(passwordField(page)).toBeFocused()
  // Escape cancels the question. The form keeps its input and names the missing step.
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(page.getByText('Please confirm your identity before you continue.')).toBeVisible()
  await expect(page.getByLabel('Mobile number')).toHaveValue(number)

  await withAnOldSignIn(page, '**/UpdateUserProfile')
  await page.getByRole('button', { name: 'Save' }).click()
  await question(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(passwordField(page)).toHaveAccessibleDescription('Please enter your password.')
  await passwordField(page).fill('not-the-password-1')
  await page.keyboard.press('Enter')
  await expect(passwordField(page)).toHaveAccessibleDescription(/incorrect password/)
  await passwordField(page).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/myProfile')
  await expect(fact(page, 'Mobile number')).toHaveText(`0${number.slice(0, 2)}-${number.slice(2, 5)} ${number.slice(5)}`)
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
  await expect(passwordField(page)).toBeFocused()
  await question(page).getByRole('button', { name: 'Not now' }).click()
  // The first dialogue is shown again with its input.
  await expect(page.getByLabel(`Type ${email} to confirm`)).toHaveValue(email)
  await expect(page.getByText('Please confirm your identity before you continue.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel(`Type ${email} to confirm`)).toBeHidden()
  await page.reload()
  await expect(rowOf(page, people.master)).toContainText('Master')
})
