/** Staff's screens of bulk accounts: company, accounts, failed accounts, users, and the search for any account. */
import { feed, numbersFrom } from './accounts'
import { bulkIds } from './bills'
import { dialog } from './dialogs'
import { openInMenu } from './mainMenu'
import { title } from './pay'
import { expect, people, test } from './people'
import { apply, decide, processed } from './review'
import { settled } from './screens'
import { rowOf } from './team'
import { goTo } from './walk'

const company = 'Sinar Jaya Retail Sdn Bhd'

test('from the list to the company: its history shows values before and after, and its users are listed', async ({ as }) => {
  const page = await as(people.pccr)
  await page.goto('/admin')
  await openInMenu(page, 'Customers')
  await page.getByRole('searchbox', { name: 'Search bulk accounts' }).fill(bulkIds.sinar)
  await expect(page.getByRole('region', { name: '1 matching bulk account' })).toBeVisible()
  const row = rowOf(page, bulkIds.sinar)
  await row.getByRole('link', { name: company }).click()
  await expect(title(page)).toHaveText(company)
  await expect(page.getByRole('region', { name: /^[\d,]+ accounts$/ })).toBeVisible()
  const figures = page.getByRole('region', { name: 'Bills and payments', exact: true })
  await expect(figures).toContainText(/Unpaid bills[\d,]+/)
  await expect(figures).toContainText(/Latest total-?RM/)

  await page.getByRole('link', { name: 'Company', exact: true }).click()
  await expect(page).toHaveURL(`/admin/bulkAccounts/${bulkIds.sinar}/profile`)
  await page.getByRole('link', { name: 'Edit company and contacts' }).click()
  await page.locator('[id="mailingAddress.postalCode"]').fill('123')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('A postal code has 5 digits.')
  const typed: Record<string, string> = {
    landline: '355998877',
    'mailingAddress.unitFloor': 'Tingkat 9',
    'mailingAddress.street': 'Jalan Sinar 1',
    'mailingAddress.city': 'Shah Alam',
    'mailingAddress.postalCode': '40100',
    ...Object.fromEntries(
      ['primaryContact', 'secondaryContact'].flatMap((who) => [
        [`${who}.name`, 'Farah binti Ismail'],
        [`${who}.email`, 'farah@sinar.example'],
        [`${who}.mobileNo`, '123456789'],
        [`${who}.jobTitle`, 'Manager'],
        [`${who}.department`, 'Finance'],
      ]),
    ),
  }
  for (const [field, text] of Object.entries(typed)) await page.locator(`[id="${field}"]`).fill(text)
  await page.getByRole('button', { name: /State/ }).click()
  await page.getByRole('option', { name: 'Selangor' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(`/admin/bulkAccounts/${bulkIds.sinar}/profile`)
  const history = page.getByRole('list', { name: 'History' }).getByRole('listitem').first()
  await expect(history).toContainText('Street')
  await expect(history).toContainText('→ Jalan Sinar 1')

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(title(page)).toHaveText(company)
  await expect(rowOf(page, people.master)).toContainText('Master')
})

test('staff see why a customer has no usable account, and correct it', async ({ as }) => {
  // A retry uses another company, because the company of a failed attempt stays registered.
  const { retry } = test.info()
  const [unknown = '', right = ''] = numbersFrom(217_700_000_000 + 10 * retry, 2)
  await feed([right])
  const application = await apply(await as(null), `Tertutup Dahulu ${retry} Sdn Bhd`, `2031010080${11 + retry}`, [unknown])
  const page = await as(people.pccr)
  await decide(page, application, 'approve')
  const bulkId = await processed(page, application)
  // The figure links to the list of the bulk accounts that it counts.
  await page.goto('/admin/bulkAccounts')
  await page.getByRole('link', { name: /Without access/ }).click()
  await expect(page).toHaveURL('/admin/bulkAccounts?closed=true')
  await expect(rowOf(page, application.company)).toContainText('No usable account: its users have no access')
  // Staff use the same template for workbooks as customers.
  await goTo(page, `/admin/bulkAccounts/${bulkId}/add`)
  // The address holds the choice, so the choice appears after the router has updated.
  await page.getByRole('radio', { name: /workbook/i }).click()
  await expect(page.getByRole('radio', { name: /workbook/i })).toBeChecked()
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download template' }).click()
  expect((await template).suggestedFilename()).toMatch(/\.xlsx$/)
  await goTo(page, '/admin/bulkAccounts?search=tertutup')
  await expect(rowOf(page, application.company)).toContainText('No usable account: its users have no access')
  await page.getByRole('link', { name: application.company }).click()
  const closed = page.getByText('This company’s users cannot use the portal yet')
  await expect(closed).toBeVisible()
  await expect(page.getByRole('main')).toContainText('1 account could not be added.')

  // Both the list of all failed accounts and the list of this customer contain the account.
  await goTo(page, `/admin/bulkAccounts/pendingBulkCA?search=${unknown}`)
  await expect(rowOf(page, unknown)).toContainText(application.company)
  await goTo(page, `/admin/bulkAccounts/${bulkId}/pending`)
  await expect(page.getByRole('region', { name: '1 account pending' })).toBeVisible()
  await page.getByRole('button', { name: `Actions for account ${unknown}` }).click()
  await page.getByRole('menuitem', { name: 'Try again' }).click()
  await expect(page.getByText('1 account is being tried again')).toBeVisible()

  await goTo(page, `/admin/bulkAccounts/${bulkId}`)
  await page.getByRole('link', { name: 'Add accounts' }).click()
  await page.locator('#accountNo-0').fill(right)
  await page.getByRole('button', { name: /^Add accounts?$/ }).click()
  await expect(page.getByText('1 account is now in the bulk account')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'View all accounts' }).click()
  await expect(rowOf(page, right)).toBeVisible()
  await expect(closed).toBeHidden()
  // Without a bill or payment, each figure is a dash.
  await expect(page.getByRole('region', { name: 'Bills and payments', exact: true })).toContainText(/Last payment–/)

  await page.getByRole('button', { name: `Actions for account ${right}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog(page)
    .getByLabel(/Reference ID/)
    .fill('Gudang 1')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(rowOf(page, right)).toContainText('Gudang 1', { timeout: 30_000 })

  await page.getByRole('button', { name: `Actions for account ${right}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog(page).getByRole('button', { name: 'Remove account' }).click()
  await expect(rowOf(page, right)).toHaveCount(0, { timeout: 90_000 })
  await expect(closed).toBeVisible()

  // Without accounts, the page mentions neither errors nor earlier accounts.
  await goTo(page, `/admin/bulkAccounts/${bulkId}/pending`)
  await page.getByRole('button', { name: `Actions for account ${unknown}` }).click()
  await page.getByRole('menuitem', { name: 'Remove from this list' }).click()
  await dialog(page).getByRole('button', { name: 'Remove from this list' }).click()
  await expect(page.getByRole('main')).toContainText('The company has no accounts at the moment.')
  await goTo(page, '/admin/bulkAccounts?search=tertutup')
  await expect(rowOf(page, application.company)).toContainText('No usable account: its users have no access')
})

test('any account is found by number, reference ID or company, and links to its bulk account', async ({ as }) => {
  const [free = ''] = numbersFrom(217_800_000_000, 1)
  await feed([free])
  const page = await as(people.glb)
  await page.goto('/admin/bulkAccounts/search')
  await expect(page.getByText('What are you looking for?')).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search electricity accounts' })
  await box.fill('si')
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: /3/ })).toBeVisible()
  await box.fill(free)
  await expect(rowOf(page, free)).toContainText('Not in a bulk account')
  await goTo(page, '/admin/bulkAccounts/search?search=sinar&by=companyName')
  const found = page.getByRole('row').filter({ hasText: bulkIds.sinar }).first()
  await found.getByRole('link', { name: bulkIds.sinar }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/bulkAccounts/${bulkIds.sinar}\\?search=2`))
  await expect(page.getByRole('region', { name: '1 matching account' })).toBeVisible()
})

test('an account manager and ICT can change nothing', async ({ as }) => {
  const page = await as(people.glb)
  await page.goto(`/admin/bulkAccounts/${bulkIds.sinar}`)
  await settled(page)
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add accounts' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Company', exact: true }).click()
  await settled(page)
  await expect(page.getByRole('link', { name: 'Edit company and contacts' })).toHaveCount(0)

  const ict = await as(people.ict)
  await ict.goto('/admin/bulkAccounts/pendingBulkCA')
  await settled(ict)
  await expect(title(ict)).toHaveText('Pending electricity accounts')
  await expect(ict.getByRole('main').getByRole('checkbox')).toHaveCount(0)
})

test('a retry for several companies names those that refuse, and their rows stay selected', async ({ as }) => {
  const page = await as(people.pccr)
  const account = (bulkId: string, companyName: string, accountNumber: string) => ({
    bulkId,
    companyName,
    accountNumber,
    referenceId: null,
    errorType: 'notFound',
    statusCode: 1,
    status: 'error',
    requestedAt: '2026-11-20T02:05:00Z',
  })
  const items = [account('3099999917', 'Satu Sdn Bhd', '210000999901'), account('3099999925', 'Dua Sdn Bhd', '210000999902')]
  await page.route('**/GetBulkChildAccountErrorForAdmin*', (route) =>
    route.fulfill({ json: { Data: { items, total: items.length, next: null }, Error: null } }),
  )
  const refusal = { code: 'frozen', errorTopic: 'generic', errorMessage: 'The company is closed.', fields: [], params: {} }
  await page.route('**/PendingSubmit', (route) =>
    route.request().postData()?.includes('3099999925')
      ? route.fulfill({ status: 409, json: { Data: null, Error: refusal } })
      : route.fulfill({ json: { Data: {}, Error: null } }),
  )
  await page.goto('/admin/bulkAccounts/pendingBulkCA')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Try again', exact: true }).click()

  const notice = page.getByRole('main').getByRole('alert').filter({ hasText: '1 account was not changed' })
  await expect(notice.getByRole('listitem')).toHaveText(['Dua Sdn Bhd: The company is closed.'])
  await expect(page.getByText('1 account is being tried again')).toBeVisible()
  await expect(rowOf(page, '210000999901').getByRole('checkbox')).not.toBeChecked()
  await expect(rowOf(page, '210000999902').getByRole('checkbox')).toBeChecked()
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toBeHidden()
})
