/** Decisions on an application: a request for information, approval, rejection, and an approval of which no account can be added. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { dialog } from './dialogs'
import { holdBack } from './gate'
import { title } from './pay'
import { ask, expect, people, test } from './people'
import { deliverCompany, fillUpToAccounts, goOn, newcomer, pdf, status, step, toBeTaken, workbookOf } from './registration'

const review = '/account-svc/api/v1/BulkRegistration/UpdateBulkAccountRegistrationStatus'

async function registrationId(page: Page): Promise<string> {
  const answer = await page.request.get('/account-svc/api/v1/BulkRegistration/GetRegistrationStatus', {
    headers: { 'X-Session': 'cookie' },
  })
  return ((await answer.json()) as { Data: { registrationId: string } }).Data.registrationId
}

test('the utility requests information, then approves, and the applicant is Master without signing in again', async ({ as }) => {
  const company = await deliverCompany(4)
  const page = await as(null)
  await newcomer(page, 'laila')
  await fillUpToAccounts(page, company)
  await toBeTaken(page, '3')
  await goOn(page)
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await status(page, 'Pending Approval')
  const id = await registrationId(page)

  const officer = await as(people.pccr)
  await ask(officer, review, { registrationId: id, action: 'requestForInfo', remark: 'The declaration is not signed.\nPlease sign it.' })
  // The page updates automatically.
  await expect(page.getByText('The utility asks you for more information')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The declaration is not signed.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Edit and resubmit' }).click()
  await expect(title(page)).toHaveText('Edit your application')
  await expect(step(page)).toHaveText('Review your application')
  await expect(page.getByText('Hafiz bin Omar')).toBeVisible()
  await page.getByRole('link', { name: 'Change: Declaration' }).click()
  await page.locator('#declarationFileId').setInputFiles(pdf('Signed now.pdf'))
  await expect(page.getByText('Signed now.pdf', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save and go back to the review' }).click()
  await page.getByRole('button', { name: 'Submit again' }).click()
  await status(page, 'Pending Approval')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Submitted again')

  // After the second request, the first remark is not shown, even if the application loads slowly.
  const application = '**/BulkRegistration/GetRegistrationApplication'
  const read = await holdBack(page, application)
  await ask(officer, review, { registrationId: id, action: 'requestForInfo', remark: 'The stamp is missing.' })
  await status(page, 'Request for Info')
  await expect(page.getByText('The utility asks you for more information')).toBeHidden()
  read()
  await expect(page.getByText('The utility asks you for more information')).toBeVisible()
  await expect(page.getByText('The stamp is missing.').first()).toBeVisible()
  await page.unroute(application)
  await page.getByRole('link', { name: 'Edit and resubmit' }).click()
  await page.getByRole('button', { name: 'Submit again' }).click()
  await status(page, 'Pending Approval')

  await ask(officer, review, { registrationId: id, action: 'approve' })
  await expect(page.getByText(/^Your bulk account 305\d{7} is ready$/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Go to home' }).click()
  await expect(page.getByText('Can be paid')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Registration' })).toHaveCount(0)
  await menu.getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL(/\/manageUsers/)
  await page.goto('/bulkAccount/register')
  await expect(page).toHaveURL(/\/bulkAccount\/status|\/home/)
})

test('a rejected application is started again with its content', async ({ as }) => {
  const company = await deliverCompany(3)
  const page = await as(null)
  await newcomer(page, 'raju')
  await fillUpToAccounts(page, company)
  await toBeTaken(page, '2')
  await goOn(page)
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await status(page, 'Pending Approval')
  const officer = await as(people.pccr)
  await ask(officer, review, {
    registrationId: await registrationId(page),
    action: 'reject',
    remark: 'This is not your company.',
  })
  await page.goto('/home')
  await page.getByRole('link', { name: 'View status' }).click()
  await expect(page.getByText('This is not your company.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Redo application' }).click()
  const opened = dialog(page)
  await expect(opened).toContainText('Start a new application?')
  await opened.getByRole('button', { name: 'Redo application' }).click()
  await expect(page).toHaveURL(/\/bulkAccount\/register/)
  await page.goto('/bulkAccount/register?step=review')
  await expect(page.getByText(company.companyName, { exact: true })).toBeVisible()
  await expect(page.getByText('Declaration signed.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await status(page, 'Pending Approval')
})

test('none of the accounts can be added: the portal stays closed, says why, and opens after a correction', async ({ as }) => {
  const company = await deliverCompany(2)
  const [good = '', inactive = ''] = company.accounts
  const page = await as(null)
  await newcomer(page, 'mei')
  await fillUpToAccounts(page, company)
  await page.getByRole('checkbox', { name: `Select account ${good}` }).uncheck()
  await page.getByRole('link', { name: /^Workbook/ }).click()
  await page.getByLabel(/^Choose a workbook/).setInputFiles(workbookOf('one.xlsx', [[inactive, 'Lama']]))
  await expect(page.getByText('0 accounts to add · 1 cannot be added')).toBeVisible()
  await goOn(page)
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await status(page, 'Pending Approval')
  const officer = await as(people.pccr)
  await ask(officer, review, { registrationId: await registrationId(page), action: 'approve' })
  await expect(page.getByText(/None of the electricity accounts could be added\./)).toBeVisible({ timeout: 60_000 })

  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Bills' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
  await page.goto('/billPayment/outstanding?overdue=true')
  await expect(page).toHaveURL(/\/bulkAccount\/accountsNeeded/)
  await expect(title(page)).toHaveText('An electricity account is needed')
  await expect(page.getByText(/needs at least one electricity account without errors/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.goto('/home')
  await expect(page.getByText(/needs at least one electricity account without errors/)).toBeVisible()
  await page.goto('/myProfile')
  await expect(page).toHaveURL('/myProfile')
  await page.goto('/billPayment/outstanding?overdue=true')
  await page.getByRole('link', { name: 'Accounts pending for action' }).click()
  await expect(page.getByText(inactive).first()).toBeVisible()
  await page.goBack()
  await expect(title(page)).toHaveText('An electricity account is needed')

  // Once a colleague adds a valid account, the page opens the requested address.
  const { bulkId } = await page.request
    .get('/user-svc/api/v1/User/GetUserProfile', { headers: { 'X-Session': 'cookie' } })
    .then(async (found) => ((await found.json()) as { Data: { bulkId: string } }).Data)
  await ask(page, '/account-svc/api/v1/BulkChildAccount/AddAccounts', { bulkId, childAccounts: [{ accountNo: good }] })
  await expect(page).toHaveURL('/billPayment/outstanding?overdue=true', { timeout: 40_000 })
  await expect(title(page)).toHaveText('Bills')
})
