/** Decisions on an application: a request for information, approval, and an approval of which no account can be added. */
import { findings } from './axe'
import { holdBack } from './gate'
import { openInMenu, sectionLink, tabLink } from './mainMenu'
import { title } from './pay'
import { ask, expect, people, test } from './people'
import { deliverCompany, status, step } from './registration'
import { apply, decide } from './review'

test('the utility requests information, then approves, and the applicant is Master without signing in again', async ({ as }) => {
  const company = await deliverCompany(4)
  const page = await as(null)
  const application = await apply(page, company.companyName, company.registrationNo, company.accounts.slice(0, 3))
  await page.goto('/bulkAccount/status')
  await status(page, 'Pending Approval')

  const officer = await as(people.pccr)
  await decide(officer, application, 'requestForInfo', 'The declaration is not signed.\nPlease sign it.')
  // The page updates automatically.
  await expect(page.getByText('The utility asks you for more information')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('The declaration is not signed.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Edit and resubmit' }).click()
  await expect(title(page)).toHaveText('Edit your application')
  await expect(step(page)).toHaveText('Review your application')
  await expect(page.getByText('Hafiz bin Omar')).toBeVisible()
  await page.getByRole('button', { name: 'Submit again' }).click()
  await status(page, 'Pending Approval')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Submitted again')

  // After the second request, the first remark is not shown, even if the application loads slowly.
  const applicationCall = '**/BulkRegistration/GetRegistrationApplication'
  const read = await holdBack(page, applicationCall)
  await decide(officer, application, 'requestForInfo', 'The stamp is missing.')
  await status(page, 'Request for Info')
  await expect(page.getByText('The utility asks you for more information')).toBeHidden()
  read()
  await expect(page.getByText('The utility asks you for more information')).toBeVisible()
  await expect(page.getByText('The stamp is missing.').first()).toBeVisible()
  await page.unroute(applicationCall)
  await page.getByRole('link', { name: 'Edit and resubmit' }).click()
  await page.getByRole('button', { name: 'Submit again' }).click()
  await status(page, 'Pending Approval')

  await decide(officer, application, 'approve')
  await expect(page.getByText(/^Your bulk account 305\d{7} is ready$/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Go to home' }).click()
  await expect(page.getByText('Can be paid')).toBeVisible()
  await expect(sectionLink(page, 'Settings')).toBeVisible()
  await expect(sectionLink(page, 'Registration')).toHaveCount(0)
  await openInMenu(page, 'Settings', 'Users')
  await expect(page).toHaveURL(/\/manageUsers/)
  await page.goto('/bulkAccount/register')
  await expect(page).toHaveURL(/\/bulkAccount\/status|\/home/)
})

test('none of the accounts can be added: the portal stays closed, says why, and opens after a correction', async ({ as }) => {
  const company = await deliverCompany(2)
  const [good = '', inactive = ''] = company.accounts
  const page = await as(null)
  const application = await apply(page, company.companyName, company.registrationNo, [inactive])
  await page.goto('/bulkAccount/status')
  await status(page, 'Pending Approval')
  await decide(await as(people.pccr), application, 'approve')
  await expect(page.getByText(/None of the electricity accounts could be added\./)).toBeVisible({ timeout: 60_000 })

  await expect(sectionLink(page, 'Bills')).toHaveCount(0)
  await openInMenu(page, 'Settings')
  await expect(page).toHaveURL('/manageAccount/profile')
  await expect(tabLink(page, 'Settings', 'Users')).toHaveCount(0)
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
  await expect(title(page)).toHaveText('Unpaid bills')
})
