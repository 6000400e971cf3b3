/**
 * A new company from the applicant's and from staff's side: it registers, answers a request for information, is approved, groups its
 * accounts, and pays the bills of a group.
 */
import type { Page } from '@playwright/test'
import { find, rowOf } from './accounts'
import { bar, billsOf, totalOf } from './bills'
import { dialog } from './dialogs'
import { deliverBills } from './feed'
import { mainMenu } from './mainMenu'
import { chooseBank, enterNumbers, fact, forThisTry, payAndFollow, review, title } from './pay'
import { expect, people, test } from './people'
import { deliverCompany, draftUpToAccounts, goOn, newcomer, pdf, status, toBeTaken } from './registration'
import { accept, openWaiting } from './staff'
import { goTo } from './walk'

/** Finds the company's application as an officer, and opens it. */
async function openApplication(officer: Page, companyName: string) {
  await officer.goto('/admin/manageRegistrations')
  await officer.getByRole('searchbox', { name: 'Search applications' }).fill(companyName)
  await rowOf(officer, companyName).getByRole('link').first().click()
  await expect(title(officer)).toHaveText(/^Application [0-9a-f]{8}$/)
}

test('a company registers, answers a request for information, is approved, groups its accounts and pays the group', async ({ as }) => {
  const company = await deliverCompany(4)
  const accounts = company.accounts.slice(0, 3)
  const [first = '', second = '', third = ''] = accounts
  // The bills of these accounts appear when the company adds the accounts.
  const bills = await deliverBills(accounts)
  const page = await as(null)
  await newcomer(page, 'suria')
  await draftUpToAccounts(page, company)
  await toBeTaken(page, '3')
  await goOn(page)
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await status(page, 'Pending Approval')

  const officer = await as(people.pccr)
  await openApplication(officer, company.companyName)
  await officer.getByRole('button', { name: 'Request for Info' }).click()
  await dialog(officer).getByLabel('Remark').fill('The declaration is not signed.')
  await dialog(officer).getByRole('button', { name: 'Send request' }).click()
  await expect(dialog(officer)).toBeHidden()

  // The company's page updates automatically.
  await expect(page.getByText('The declaration is not signed.').first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Edit and resubmit' }).click()
  await page.getByRole('link', { name: 'Change: Declaration' }).click()
  await page.locator('#declarationFileId').setInputFiles(pdf('Signed now.pdf'))
  await expect(page.getByText('Signed now.pdf', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save and go back to the review' }).click()
  await page.getByRole('link', { name: 'Change: Address' }).click()
  await page.getByLabel('Unit and floor').fill('Unit 15')
  await page.getByRole('button', { name: 'Save and go back to the review' }).click()
  await page.getByRole('button', { name: 'Submit again' }).click()
  await status(page, 'Pending Approval')

  // The officer sees what changed, and approves.
  await openApplication(officer, company.companyName)
  await expect(officer.getByText('Changed since the previous submission')).toBeVisible()
  await expect(officer.getByText('Unit 12-3')).toBeVisible()
  await expect(officer.getByText('Unit 15')).toBeVisible()
  await officer.getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog(officer).getByRole('button', { name: 'Approve application' }).click()
  await expect(dialog(officer)).toBeHidden()

  // The accounts are added, with their bills.
  await expect(page.getByText(/^Your bulk account 305\d{7} is ready$/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Go to home' }).click()
  await mainMenu(page)
    .getByRole('link', { name: /accounts/i })
    .click()
  await find(page, accounts)
  await page.goto('/manageAccount/groups')
  await page.getByRole('button', { name: 'Create group' }).first().click()
  await dialog(page).getByLabel('Group name').fill('Kilang')
  await dialog(page)
    .getByLabel(/^Account numbers/)
    .fill([first, second].join(', '))
  await dialog(page).getByRole('button', { name: 'Create group' }).click()
  await expect(title(page)).toHaveText('Kilang')
  await expect(page.getByRole('region', { name: '2 accounts' })).toBeVisible()

  // Only the bills of the group are paid.
  const ofGroup = bills.filter(({ accountNo }) => accountNo !== third)
  await page.getByRole('button', { name: 'Pay bills' }).click()
  await expect(bar(page)).toContainText(billsOf(2))
  await expect(bar(page)).toContainText(totalOf(ofGroup))
  await page.getByRole('link', { name: 'Review and pay' }).click()
  await page.getByRole('radio', { name: 'EFT GIRO' }).check()
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('IBG770001')]])
  await review(page, ofGroup)
  const transactionNo = await payAndFollow(page, ofGroup)

  await openWaiting(officer, transactionNo)
  await accept(officer, totalOf(ofGroup))
  await goTo(page, `/billPayment/transactions/${transactionNo}`)
  await expect(page.getByRole('heading', { level: 1 }).locator('xpath=..')).toContainText('Paid', { timeout: 60_000 })
  await expect(
    fact(page, 'Invoices')
      .or(page.getByText(totalOf(ofGroup)).first())
      .first(),
  ).toBeVisible()
  // The third account's bill is still payable.
  await goTo(page, '/billPayment/outstanding')
  await expect(page.getByRole('region', { name: '1 bill can be paid' })).toBeVisible()
})
