/**
 * Government entities register from the 8th to the 27th of a month, in Malaysia time. The server's tests check the exact days, and the e-mail
 * on the first of them; these journeys check the page while the registration is open and closed.
 */

import type { Page } from '@playwright/test'
import { answerWith } from './gate'
import { expect, people, test } from './people'

const government = (page: Page) => page.getByRole('radio', { name: 'Government entity' })

/** Opens the step as on a day on which the registration is open, or is closed until the 8th of January. */
async function open(page: Page, isOpen: boolean) {
  let isNotified = false
  await page.route('**/GetRegistrationStatus', (route) =>
    answerWith(route, () => ({ governmentWindowIsOpen: isOpen, governmentWindowOpens: isOpen ? null : '2027-01-08', isNotified })),
  )
  await page.route('**/GovernmentRegistrationNotification', (route) => {
    isNotified = true
    return route.fulfill({ json: { Data: { on: '2027-01-08' }, Error: null } })
  })
  await page.goto('/bulkAccount/register?step=type')
  await expect(government(page)).toBeVisible()
}

test('closed until tomorrow: the type cannot be chosen, and the page offers a notification', async ({ as }) => {
  const page = await as(people.newcomer)
  await open(page, false)
  await expect(government(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Registration of government entities opens on 08 Jan 2027')).toBeVisible()
  await government(page).click({ force: true })
  await expect(government(page)).not.toBeChecked()
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText(`We will send an e-mail to ${people.newcomer} on 08 Jan 2027.`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`We will send an e-mail to ${people.newcomer} on 08 Jan 2027.`)).toBeVisible()
})

test('open: the type is chosen, and the next step follows', async ({ as }) => {
  const page = await as(people.newcomer)
  await open(page, true)
  await expect(page.getByText(/Registration of government entities opens on/)).toHaveCount(0)
  await government(page).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Your company' })).toBeVisible()
})
