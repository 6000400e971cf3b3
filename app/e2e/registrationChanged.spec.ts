/** An application that changes while it is edited: in another tab, and by another company number. */
import { expect, quiet, test } from './people'
import { deliverCompany, fillUpToAccounts, goOn, newcomer, pdf, saved, status, step, toBeTaken } from './registration'

test('an outdated tab submits nothing and says so, and another tab does not change the submission', async ({ as }) => {
  const company = await deliverCompany(3)
  const page = await as(null)
  await newcomer(page, 'behind')
  await fillUpToAccounts(page, company)
  await toBeTaken(page, '2')
  await goOn(page)
  await expect(step(page)).toHaveText('Review your application')
  await saved(page)
  const other = await page.context().newPage()
  await other.goto('/bulkAccount/register?step=address')
  await other.getByLabel('Unit and floor').fill('Unit 99')
  await saved(other)

  const submit = page.getByRole('button', { name: 'Submit the application' })
  await submit.click()
  await expect(page.getByText('There is a newer draft of this application')).toBeVisible()
  await expect(page.getByText(/changes that are only on this screen are lost/)).toBeVisible()
  await expect(page.locator('#draftNotices')).toBeFocused()
  await expect(submit).toBeVisible()
  await page.getByRole('button', { name: 'Load the newer draft' }).click()
  await expect(page.getByText('Unit 99', { exact: true })).toBeVisible()
  await submit.click()
  await expect(page).toHaveURL('/bulkAccount/status')
  await status(page, 'Pending Approval')

  await other.getByLabel('Building').fill('Menara Baharu')
  await expect(other.getByText(/^This application has changed/)).toBeVisible()
  await other.getByRole('link', { name: 'View status' }).click()
  await status(other, 'Pending Approval')
})

test('another company number brings its own name and accounts, and keeps typed input', async ({ as }) => {
  const [first, second] = [await deliverCompany(3), await deliverCompany(4)]
  const page = await as(null)
  await newcomer(page, 'renamed')
  await fillUpToAccounts(page, first)
  await toBeTaken(page, '2')
  // A typed number survives a reload, even if the account is not added yet.
  await page.getByRole('link', { name: /^Typed/ }).click()
  const number = page.getByLabel('Account number', { exact: true })
  await number.fill('2299')
  await page.reload()
  await expect(number).toHaveValue('2299')
  await number.fill('')
  await goOn(page)
  await expect(step(page)).toHaveText('Review your application')

  await page.getByRole('link', { name: 'Change: Company' }).click()
  await page.getByLabel('Company registration number').fill(second.registrationNo)
  await page.getByLabel('Landline').focus()
  await expect(page.getByLabel('Company name')).toHaveValue(second.companyName)
  await expect(page.getByLabel('Landline')).toHaveValue('355112233')
  await expect(page.getByText(`The accounts found under ${first.registrationNo} were removed from the application.`)).toBeVisible()
  await page.getByRole('button', { name: 'Save and go back to the review' }).click()
  await expect(page.getByText('The company number has changed')).toBeVisible()
  await expect(page.getByText(first.companyName)).toHaveCount(0)
  await expect(page.locator('#missing')).toContainText('Accounts')

  await page.getByRole('link', { name: 'View the accounts found' }).click()
  await toBeTaken(page, '3')
  await page.getByRole('button', { name: 'Save and go back to the review' }).click()
  await expect(page.getByText('The company number has changed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the accounts' }).click()
  await expect(page.getByRole('row').filter({ hasText: second.accounts[0] ?? '' })).toContainText('Found in our records')
  await expect(page.getByRole('row').filter({ hasText: first.accounts[0] ?? '' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await status(page, 'Pending Approval')
  await expect(page.getByText(second.companyName)).toBeVisible()
})

test('a number that cannot be looked up does not block the applicant', async ({ as }) => {
  const company = await deliverCompany(2)
  const page = await as(null)
  await newcomer(page, 'unheard')
  await page.route('**/GetRegistrationDefaultValues**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/bulkAccount/register?step=company')
  await page.getByLabel('Company registration number').fill(company.registrationNo)
  await page.getByLabel('Company name').fill(company.companyName)
  await page.getByLabel('Landline').fill('355112233')
  await goOn(page)
  await expect(step(page)).toHaveText('Mailing address')
  await saved(page)
})

test('leaving a step during an upload asks first, and leaving discards the file', async ({ as }) => {
  const page = await as(null)
  await newcomer(page, 'midway')
  let arrive = () => {}
  const slowly = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/UploadDeclaration', async (route) => {
    await slowly
    await route.continue()
  })
  await page.goto('/bulkAccount/register?step=declaration')
  await page.locator('#declarationFileId').setInputFiles(pdf('Midway.pdf'))
  await expect(page.getByText('Uploading Midway.pdf')).toBeVisible()
  const question = page.getByRole('alertdialog')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Registration' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await expect(step(page)).toHaveText('Signed declaration')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(step(page)).toHaveText('Contacts')
  const answered = page.waitForResponse('**/UploadDeclaration')
  arrive()
  await answered
  await quiet(page)
  await page.goto('/bulkAccount/register?step=declaration')
  await expect(page.getByLabel(/^Choose the declaration/)).toBeVisible()
  await expect(page.getByText('Midway.pdf', { exact: true })).toHaveCount(0)
})

test('a cancelled upload adds no file, even if it arrives', async ({ as }) => {
  const page = await as(null)
  await newcomer(page, 'cancelled')
  let arrive = () => {}
  const slowly = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/UploadDeclaration', async (route) => {
    await slowly
    await route.continue()
  })
  await page.goto('/bulkAccount/register?step=declaration')
  const field = page.locator('#declarationFileId')
  await field.setInputFiles(pdf('Wrong.pdf'))
  await expect(page.getByText('Uploading Wrong.pdf')).toBeVisible()
  // Reloading or closing the page asks only during an upload that was not cancelled.
  const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(isAsked).toBe(true)
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  await expect(field).toBeFocused()
  await expect.poll(isAsked).toBe(false)
  const answered = page.waitForResponse('**/UploadDeclaration')
  arrive()
  await answered
  await page.unroute('**/UploadDeclaration')
  await field.setInputFiles(pdf('Right.pdf'))
  await expect(page.getByText('Right.pdf', { exact: true })).toBeVisible()
  await expect(page.getByText('Wrong.pdf', { exact: true })).toHaveCount(0)
  await saved(page)
  await page.reload()
  await expect(page.getByText('Right.pdf', { exact: true })).toBeVisible()

  // A removed file can be restored as long as the application is open.
  const undo = page.getByRole('button', { name: 'Undo' })
  await page.getByRole('button', { name: 'Remove Right.pdf' }).click()
  await expect(undo).toBeVisible()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Registration' }).click()
  await expect(page).toHaveURL('/bulkAccount/status')
  // The message closes with the application. Otherwise it would stay for ten seconds.
  await expect(undo).toHaveCount(0, { timeout: 3_000 })
})
