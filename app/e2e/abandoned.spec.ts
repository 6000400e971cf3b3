/** Applications that end without a decision: closed by staff or withdrawn. Another user can register the company immediately. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { dialog } from './dialogs'
import { mainMenu } from './mainMenu'
import { ask, expect, people, quiet, test } from './people'
import { deliverCompany, status } from './registration'
import { apply, badge, decide, panel, reviewOf, upload } from './review'

const history = (page: Page) => page.getByRole('list', { name: 'History' })

/** Starts a new application with the old content, and submits it. */
async function redo(page: Page, companyName: string) {
  await page.getByRole('button', { name: 'Redo application' }).click()
  await expect(dialog(page)).toContainText('Start a new application?')
  await dialog(page).getByRole('button', { name: 'Redo application' }).click()
  await expect(page).toHaveURL(/\/bulkAccount\/register/)
  await page.goto('/bulkAccount/register?step=review')
  await expect(page.getByText(companyName, { exact: true })).toBeVisible()
  await expect(page.getByText('Akuan.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Submit the application' }).click()
}

test('staff close an unanswered application, and another user registers the company', async ({ as }) => {
  const company = await deliverCompany(2)
  const [account = ''] = company.accounts
  const customer = await as(null)
  const application = await apply(customer, company.companyName, company.registrationNo, [account])
  const page = await as(people.pccr)
  await decide(page, application, 'requestForInfo', 'Where is your office?')
  await customer.goto('/bulkAccount/status')
  await status(customer, 'Request for Info')
  await expect(customer.getByText(/^Please answer by \d\d \w{3} \d{4}\. After that day the application is closed\.$/)).toBeVisible()

  // While it awaits an answer, the application reserves the company's number.
  const other = await as(null)
  await expect(apply(other, company.companyName, company.registrationNo, [account])).rejects.toThrow(/companyHasApplication/)

  await page.goto(reviewOf(application))
  await badge(page, 'Request for Info')
  await expect(panel(page)).toContainText(/The company can answer until \d\d \w{3} \d{4}\./)
  await panel(page).getByRole('button', { name: 'Close application' }).click()
  const close = dialog(page).getByRole('button', { name: 'Close application' })
  await expect(dialog(page)).toContainText('This cannot be undone')
  await expect(close).toHaveAttribute('aria-disabled', 'true')
  await dialog(page).getByLabel(`Type ${application.applicationId} to confirm`).fill(application.applicationId)
  await close.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Please enter a remark.')
  await dialog(page).getByLabel('Remark').fill('Nobody answered us.')
  await close.click()
  await expect(dialog(page)).toBeHidden()
  await badge(page, 'Closed')
  await expect(panel(page)).toContainText('Nobody answered us.')

  // The applicant's page updates automatically and shows the reason.
  await expect(customer.getByText('The utility closed your application')).toBeVisible({ timeout: 30_000 })
  await expect(customer.getByText('Nobody answered us.').first()).toBeVisible()
  await expect(history(customer)).toContainText('Closed without an answer')
  await quiet(customer)
  expect(await findings(customer)).toEqual([])

  // Another user registers the company first, so the applicant cannot register it again.
  const registered = await ask<{ registrationId: string }>(other, '/account-svc/api/v1/BulkRegistration/RegisterBulkAccount', {
    form: { ...application.form, declarationFileId: await upload(other, 'Akuan.pdf') },
    accounts: [{ accountNo: account, isSelect: true, source: 'manual' }],
  })
  await page.goto(reviewOf({ ...application, registrationId: registered.registrationId }))
  await badge(page, 'Pending Approval')
  await redo(customer, company.companyName)
  await expect(customer.getByText('There is already an application for this company.').first()).toBeVisible()
})

test('the applicant withdraws an application and starts a new one from its content', async ({ as }) => {
  const company = await deliverCompany(2)
  const customer = await as(null)
  const application = await apply(customer, company.companyName, company.registrationNo, company.accounts.slice(0, 1))
  const officer = await as(people.pccr)
  await officer.goto(reviewOf(application))
  await badge(officer, 'Pending Approval')

  await customer.goto('/bulkAccount/status')
  await customer.getByRole('button', { name: 'Withdraw application' }).click()
  await expect(dialog(customer)).toContainText('This cannot be undone')
  await dialog(customer).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(customer)).toBeHidden()
  await status(customer, 'Pending Approval')
  await customer.getByRole('button', { name: 'Withdraw application' }).click()
  await dialog(customer).getByRole('button', { name: 'Withdraw application' }).click()
  await expect(customer.getByText('You withdrew this application')).toBeVisible()
  await status(customer, 'Closed')
  await expect(history(customer)).toContainText('Withdrawn')

  // The officer's open page offers no decision any more.
  await badge(officer, 'Closed')
  await expect(panel(officer)).toContainText('Withdrawn')
  await expect(panel(officer).getByRole('button')).toHaveCount(0)

  await mainMenu(customer).getByRole('link', { name: 'Home' }).click()
  await expect(customer.getByText('Your application was closed. You can start a new one from its entries.')).toBeVisible()
  await customer.getByRole('link', { name: 'View status' }).click()
  await redo(customer, company.companyName)
  await status(customer, 'Pending Approval')
})
