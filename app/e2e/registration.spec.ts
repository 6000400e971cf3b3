/** Registering a company: every step, refusals, and keyboard use. */
import { findings } from './axe'
import { expect, quiet, test } from './people'
import {
  chooseType,
  deliverCompany,
  draftUpToAccounts,
  fillAddress,
  fillCompany,
  fillContacts,
  goOn,
  newcomer,
  pdf,
  saved,
  status,
  step,
  toBeTaken,
  uploadDeclaration,
  workbookOf,
} from './registration'
import { goTo } from './walk'

test('from Home to pending approval: found, typed and uploaded accounts, and the declaration', async ({ as }) => {
  const company = await deliverCompany(5)
  const [first = '', second = '', third = '', fourth = '', inactive = ''] = company.accounts
  const page = await as(null)
  await newcomer(page, 'kamala')
  await page.goto('/home')
  await page.getByRole('link', { name: 'Register a bulk account' }).click()
  await expect(page).toHaveURL('/bulkAccount/register')

  // The step needs a choice.
  await goOn(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Please choose organisation or government entity.' })).toBeFocused()
  await chooseType(page)
  await expect(step(page)).toBeFocused()

  // A registered company is refused as soon as its number is typed.
  await page.getByLabel('Company registration number').fill('199801004512')
  await page.getByLabel('Company name').focus()
  await expect(page.getByLabel('Company registration number')).toHaveAccessibleDescription(/This company is already registered/)
  await fillCompany(page, company)

  // The address is filled in from the company's accounts. An incomplete postal code is refused.
  await expect(page.getByLabel('Street')).toHaveValue('Lot 1 Jalan Perusahaan')
  await expect(page.getByRole('button', { name: /State/ })).toContainText('Selangor')
  await page.getByLabel('Postal code').fill('4000')
  await page.getByLabel('City').focus()
  await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription(/A postal code has 5 digits\./)
  await page.getByLabel('Postal code').fill('40000')
  await fillAddress(page)
  await fillContacts(page)

  // The size is checked before the upload, the type by the content. The file can be replaced and removed.
  const field = page.locator('#declarationFileId')
  await field.setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(page.getByText('The file had exceed the max. size of 5 MB.')).toBeVisible()
  await field.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>not a declaration</html>') })
  await expect(page.getByText('The file extension is invalid. Upload a PDF, PNG or JPEG file.')).toBeVisible()
  await field.setInputFiles(pdf('First.pdf'))
  await expect(page.getByText('First.pdf', { exact: true })).toBeVisible()
  await expect(page.getByText(/ KB, uploaded \d\d \w{3} \d{4}, /)).toBeVisible()
  await field.setInputFiles(pdf('Second.pdf'))
  await expect(page.getByText('First.pdf', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Remove Second.pdf' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Second.pdf', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Second.pdf' }).click()
  await goOn(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Please upload the signed declaration.' })).toBeFocused()
  await uploadDeclaration(page)

  // All found accounts that can be added are selected.
  await toBeTaken(page, '4')
  await expect(page.getByRole('row').filter({ hasText: inactive })).toContainText('This account is no longer active.')
  await page.getByRole('checkbox', { name: `Select account ${fourth}` }).uncheck()
  await toBeTaken(page, '3')

  // Core and the account master check typed accounts immediately.
  await page.getByRole('link', { name: /^Typed/ }).click()
  const number = page.getByLabel('Account number', { exact: true })
  const reference = page.getByLabel(/^Reference ID/)
  await number.fill('330000000001')
  await reference.focus()
  await expect(number).toHaveAccessibleDescription(/An electricity account number starts with 21 or 22\./)
  await number.fill(inactive)
  await reference.focus()
  await expect(number).toHaveAccessibleDescription(/This account is no longer active\./)
  await number.fill(first)
  await reference.focus()
  await expect(page.getByText('Lot 1 Jalan Perusahaan')).toBeVisible()
  await reference.fill('Kilang utama')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: first })).toContainText('Kilang utama')
  await expect(number).toBeFocused()
  await number.fill(first)
  await reference.focus()
  await expect(number).toHaveAccessibleDescription(/This account is in the list already\./)
  await number.fill('')
  // The typed account was also found, but is added only once.
  await toBeTaken(page, '3')

  // Errors of a workbook are shown in their rows, and block the next step.
  await page.getByRole('link', { name: /^Workbook/ }).click()
  const chooser = page.getByLabel(/^Choose a workbook/)
  await chooser.setInputFiles(
    workbookOf('accounts.xlsx', [
      [second, 'Gudang'],
      ['2199', ''],
    ]),
  )
  await expect(page.getByText('1 to fix')).toBeVisible()
  await goOn(page)
  await expect(page.getByRole('alert').filter({ hasText: 'One account in the workbook cannot be added as it is.' })).toBeFocused()
  // Another workbook replaces it after a confirmation.
  await chooser.setInputFiles(
    workbookOf('corrected.xlsx', [
      [second, 'Gudang'],
      [fourth, 'Pejabat'],
    ]),
  )
  await page.getByRole('button', { name: 'Replace the accounts' }).click()
  await expect(page.getByText('2 ok')).toBeVisible()
  await toBeTaken(page, '4')
  await goOn(page)

  // The review shows all entries, and changing an entry returns to the review.
  await expect(step(page)).toHaveText('Review your application')
  for (const text of [
    company.companyName,
    company.registrationNo,
    '03-5511 2233',
    'Unit 12-3',
    'Hafiz bin Omar',
    'Declaration signed.pdf',
  ]) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Show the accounts' }).click()
  await expect(page.getByRole('row').filter({ hasText: second })).toContainText('From the workbook')
  await expect(page.getByRole('row').filter({ hasText: third })).toContainText('Found in our records')
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'Change: Address' }).click()
  await page.getByLabel('Unit and floor').fill('Unit 15')
  await page.getByRole('button', { name: 'Save and go back to the review' }).click()
  await expect(page.getByText('Unit 15', { exact: true })).toBeVisible()
  await saved(page)
  await page.getByRole('button', { name: 'Submit the application' }).dblclick()

  await expect(page).toHaveURL('/bulkAccount/status')
  await status(page, 'Pending Approval')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Submitted')
  await expect(page.getByText(company.companyName)).toBeVisible()
  // A submitted application cannot be edited.
  await page.goto('/bulkAccount/register')
  await expect(page).toHaveURL('/bulkAccount/status')
  await goTo(page, '/home')
  await expect(page.getByText('The utility is reviewing your application.')).toBeVisible()
})

test('a refusal by the server leads to its step and field', async ({ as }) => {
  const company = await deliverCompany(3)
  const page = await as(null)
  await newcomer(page, 'nora')
  await draftUpToAccounts(page, company)
  await toBeTaken(page, '2')
  await goOn(page)
  await page.route('**/BulkRegistration/RegisterBulkAccount', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: JSON.stringify({
        Data: null,
        Error: {
          code: 'cityInvalid',
          errorTopic: 'registration',
          errorMessage: 'A city has letters only.',
          fields: [
            { field: 'accounts.1.accountNo', code: 'accountRepeated', message: 'This account is in the list already.', params: {} },
            { field: 'details.mailingAddress.city', code: 'cityInvalid', message: 'A city has letters only.', params: {} },
          ],
          params: {},
        },
      }),
    }),
  )
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await expect(step(page)).toHaveText('Mailing address')
  await expect(page.getByLabel('City')).toBeFocused()
  await expect(page.getByLabel('City')).toHaveAccessibleDescription(/A city has letters only\./)
  await page.goto('/bulkAccount/register?step=review')
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await page.getByLabel('City').fill('Klang')
  await page.getByRole('button', { name: 'Save and go back to the review' }).click()
  await page.getByRole('link', { name: 'Change: Accounts' }).click()
  await expect(page.getByText(`${company.accounts[1]}: This account is in the list already.`)).toBeVisible()
  await page.getByRole('button', { name: 'Remove these accounts' }).click()
  await expect(page.getByText('1 account to add')).toBeVisible()
  await page.unroute('**/BulkRegistration/RegisterBulkAccount')
  await page.getByRole('button', { name: 'Save and go back to the review' }).click()
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await status(page, 'Pending Approval')
})

test('by keyboard only', async ({ as }) => {
  const company = await deliverCompany(3)
  const page = await as(null)
  // Registered at the beginning, because otherwise a key could open the dialogue before Playwright expects it.
  page.on('filechooser', (chooser) => void chooser.setFiles(pdf()))
  await newcomer(page, 'kevin')
  await page.goto('/bulkAccount/register')
  await expect(step(page)).toHaveText('Who is registering?')
  await quiet(page)
  const tab = async (times = 1) => {
    for (let count = 0; count < times; count++) await page.keyboard.press('Tab')
  }
  /** Presses Tab until an element of that name has the focus. */
  const tabTo = async (name: string | RegExp) => {
    for (let count = 0; count < 60; count++) {
      await tab()
      const about = await page.evaluate(() => {
        const at = document.activeElement as HTMLInputElement | null
        return [at?.labels?.[0]?.textContent, at?.getAttribute('aria-label'), at?.textContent].map((text) => text?.trim() ?? '')
      })
      if (about.some((text) => (typeof name === 'string' ? text === name : name.test(text)))) return
    }
    throw new Error(`no element named ${name} gets the focus`)
  }
  const type = (text: string) => page.keyboard.type(text)
  await page.getByRole('radio', { name: 'Organisation' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(step(page)).toHaveText('Your company')
  await tabTo('Company registration number')
  await type(company.registrationNo)
  await tabTo('Landline')
  await type('355112233')
  await expect(page.getByLabel('Company name')).toHaveValue(company.companyName)
  await page.keyboard.press('Enter')
  await expect(step(page)).toHaveText('Mailing address')
  await expect(step(page)).toBeFocused()
  await tabTo(/^Unit and floor/)
  await type('Unit 1')
  await page.keyboard.press('Enter')
  await expect(step(page)).toHaveText('Contacts')
  await tabTo(/^Fill in my own details/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Primary contact' }).getByLabel('Job title')).toBeFocused()
  await type('Manager')
  await tab()
  await type('Finance')
  await tabTo('Full name')
  await type('Hafiz bin Omar')
  for (const text of ['Executive', 'Facilities', 'hafiz@baharu.example', '198765432']) {
    await tab()
    await type(text)
  }
  await page.keyboard.press('Enter')
  await expect(step(page)).toHaveText('Signed declaration')
  await expect(step(page)).toBeFocused()
  await tabTo(/^Choose the declaration/)
  await page.keyboard.press('Space')
  await expect(page.getByText('Declaration signed.pdf', { exact: true })).toBeVisible()
  await tabTo('Continue')
  await page.keyboard.press('Enter')
  await expect(step(page)).toHaveText('Electricity accounts')
  await toBeTaken(page, '2')
  await tabTo(/^Typed/)
  await page.keyboard.press('Enter')
  await tabTo('Account number')
  await type(company.accounts[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: company.accounts[0] ?? '' })).toBeVisible()
  await tabTo('Continue')
  await page.keyboard.press('Enter')
  await expect(step(page)).toHaveText('Review your application')
  await tabTo('Submit the application')
  await page.keyboard.press('Enter')
  await status(page, 'Pending Approval')
})
