/** API tokens: a Master creates one with the keyboard, a system uses it, and it is rotated and revoked. */
import { type APIRequestContext, type Page, request } from '@playwright/test'
import { baseURL } from '../playwright.config'
import { findings } from './axe'
import { bulkIds } from './bills'
import { executeSql } from './database'
import { dialog } from './dialogs'
import { addApp, withAnOldSignIn } from './factors'
import { openInMenu } from './mainMenu'
import { title } from './pay'
import { expect, people, test } from './people'
import { rowOf } from './team'
import { goTo } from './walk'

/** Removes tokens and second factors, so that the journey can be repeated and the user can sign in. */
const reset = () =>
  executeSql(
    `delete from api_token where bulk_id = '${bulkIds.getah}';
     delete from recovery_code where person_id = (select person_id from person where email = '${people.factory}');
     delete from factor where person_id = (select person_id from person where email = '${people.factory}')`,
  )

test.beforeEach(reset)
test.afterEach(reset)

/** Lists bills as a system does: with the token alone. Returns the status and the code of a refusal. */
async function listBills(system: APIRequestContext, token: string): Promise<string> {
  const answer = await system.post(`/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.getah}`, {
    data: { recordCount: 1 },
    headers: { Authorization: `Bearer ${token}` },
  })
  const { Error: refused } = (await answer.json()) as { Error: { code: string } | null }
  return `${answer.status()} ${refused?.code ?? 'taken'}`
}

async function copyToken(page: Page): Promise<string> {
  const shown = page.getByRole('dialog', { name: 'Token of ERP import' })
  await expect(shown.getByText('Copy the token now')).toBeVisible()
  // Only its button closes it.
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Copy the token of ERP import' }).click()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  expect(token).toMatch(/^gbp_test_[0-9A-Za-z]{49}$/)
  expect(await findings(page)).toEqual([])
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  await expect(shown).toBeHidden()
  return token
}

test('a token is created, used, rotated and revoked', async ({ as }) => {
  test.slow()
  const page = await as(people.factory)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const system = await request.newContext({ baseURL })

  await page.goto('/home')
  await openInMenu(page, 'Settings', 'Developers', 'API tokens')
  await expect(title(page)).toHaveText('API tokens')
  await expect(page.getByText('No tokens yet')).toBeVisible()
  await expect(page.getByText('This is a sandbox')).toBeVisible()

  // The form says first that tokens need a second factor, and stays filled while it is set up above the form.
  await page.getByRole('button', { name: 'Create token' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Create token' })
  await expect(form.getByLabel('Name of the integration')).toBeFocused()
  await form.getByLabel(/^Allowed addresses/).fill('127.0.0.1\n10.0.0.1/8')
  await expect(form.getByRole('button', { name: 'Create token' })).toHaveAttribute('aria-disabled', 'true')
  await form.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const setUp = page.getByRole('dialog', { name: /^(Set up two-factor authentication|Save your recovery codes)$/ })
  await addApp(page, 'Phone', setUp)
  await setUp.getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(form.getByText('Two-factor authentication is set up. You can continue.')).toBeVisible()
  expect(await findings(page)).toEqual([])

  // Refusals are at their fields.
  await form.getByLabel('Name of the integration').press('Enter')
  await expect(form.getByLabel('Name of the integration')).toHaveAccessibleDescription(
    /Enter a name of the integration, of at most 60 characters\./,
  )
  await form.getByLabel('Name of the integration').fill('ERP import')
  await form.getByRole('checkbox', { name: /^Read bills/ }).press('Space')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form.getByLabel(/^Allowed addresses/)).toHaveAccessibleDescription(/10\.0\.0\.1\/8 is not an address or a network\./)
  await form.getByLabel(/^Allowed addresses/).fill('127.0.0.0/8\n::1')
  await form.getByRole('button', { name: 'Create token' }).click()
  const first = await copyToken(page)
  await expect(rowOf(page, 'ERP import')).toContainText('Never used')

  expect(await listBills(system, first)).toBe('200 taken')
  expect(await listBills(system, `${first.slice(0, -1)}!`)).toBe('401 apiTokenInvalid')
  await page.reload()
  await expect(rowOf(page, 'ERP import')).toContainText(/Last used: .* from /)
  await expect(rowOf(page, 'ERP import')).toContainText('Only from: 127.0.0.0/8, ::1/128')

  // Rotated: both work. An old sign-in is asked for the second factor first.
  await page.getByRole('button', { name: 'Rotate the token of ERP import' }).click()
  await withAnOldSignIn(page, '**/portal/api/v1/Tokens/Rotate')
  await dialog(page).getByRole('button', { name: 'Rotate', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByRole('button', { name: 'Not now' }).click()
  await dialog(page).getByRole('button', { name: 'Rotate', exact: true }).click()
  const second = await copyToken(page)
  expect(second).not.toBe(first)
  await expect(rowOf(page, 'ERP import')).toContainText('Being replaced')
  expect([await listBills(system, first), await listBills(system, second)]).toEqual(['200 taken', '200 taken'])

  await page.getByRole('button', { name: 'Revoke the token of ERP import' }).click()
  await dialog(page).getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(rowOf(page, 'ERP import')).toContainText('Revoked on')
  expect([await listBills(system, first), await listBills(system, second)]).toEqual(['401 apiTokenRevoked', '401 apiTokenRevoked'])

  // The activity log names the integration.
  await goTo(page, '/activityLog')
  await expect(page.getByText('Integration ERP import').first()).toBeVisible()
  await expect(page.getByText('A call with the API token of ERP import was refused: it was revoked.').first()).toBeVisible()
  await system.dispose()
})
