/** Staff review applications: requesting information, marked changes, approval, rejection, two reviewers, and read-only roles. */
import { feed, fits, numbersFrom } from './accounts'
import { findings } from './axe'
import { dialog } from './dialogs'
import { title } from './pay'
import { expect, expectSamePage, inAll, leaveMark, people, test } from './people'
import { apply, applyAgain, badge, decide, panel, processed, reviewOf, upload } from './review'
import { settled } from './screens'
import { rowOf } from './team'
import { goTo } from './walk'

/** Returns the name and number of a company. A retry gets another company, because a registered company stays registered. */
const companyOf = (name: string, number: number) => {
  const { retry } = test.info()
  return [`${name}${retry > 0 ? ` ${retry}` : ''} Sdn Bhd`, `2031010${retry}${String(number).padStart(4, '0')}`] as const
}
const accountsFrom = (first: number, count: number) => numbersFrom(first + 10 * test.info().retry, count)

test('more is requested, changes are marked after resubmission, and the approval is processed live', async ({ as }) => {
  const [one = '', two = '', three = '', four = ''] = accountsFrom(217_100_000_000, 4)
  await feed([one, two, three])
  await feed([four], 'inactive')
  const customer = await as(null)
  const application = await apply(customer, ...companyOf('Semakan Pertama', 1), [one, two, four])
  const { form } = application

  const page = await as(people.pccr)
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Registrations to approve/ }).click()
  await expect(page).toHaveURL('/admin/manageRegistrations?status=pending')
  await page.getByRole('searchbox', { name: 'Search applications' }).fill('semakan pertama')
  const row = rowOf(page, application.company)
  await expect(row).toContainText('Pending Approval')
  await expect(row).toContainText(application.applicationId)
  await row.getByRole('link', { name: application.company }).click()
  await expect(title(page)).toHaveText(`Application ${application.applicationId}`)
  await expect(title(page)).toBeFocused()

  // The page shows the whole submission. A first submission has no marked changes.
  const { registrationNo } = form.details
  for (const shown of [registrationNo, '03-5511 2233', 'Menara Ujian', '41000', 'Finance Manager', 'Akuan.pdf', '019-876 5432']) {
    await expect(page.getByRole('main')).toContainText(shown)
  }
  await expect(page.locator('ins')).toHaveCount(0)
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
  expect(saved.suggestedFilename()).toMatch(/\.pdf$/)

  // Accounts that cannot be added are shown before the approval.
  await page.getByRole('link', { name: /^Accounts to add/ }).click()
  await expect(page.getByRole('region', { name: '3 accounts to add' })).toBeVisible()
  await expect(rowOf(page, four)).toContainText('This account is no longer active.')
  await expect(rowOf(page, one)).toContainText('Yes')

  // A remark is required, and survives a reload.
  await panel(page).getByRole('button', { name: 'Request for Info' }).click()
  await dialog(page).getByRole('button', { name: 'Send request' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Please enter a remark.')
  await dialog(page).getByLabel('Remark').fill('The city and the declaration do not fit.')
  await page.reload()
  await expect(dialog(page).getByLabel('Remark')).toHaveValue('The city and the declaration do not fit.')
  await dialog(page).getByRole('button', { name: 'Send request' }).click()
  await expect(dialog(page)).toBeHidden()
  await badge(page, 'Request for Info')
  await expect(panel(page)).toContainText('The city and the declaration do not fit.')
  // The application awaits the customer. Its only action is to close it without an answer.
  await expect(panel(page).getByRole('button')).toHaveText([/^Close/])

  // The company answers.
  const address = { ...form.details.mailingAddress, city: 'Shah Alam', building: '' }
  const file = await upload(customer, 'Akuan baharu.png')
  await applyAgain(customer, application, { ...form, details: { ...form.details, mailingAddress: address }, declarationFileId: file }, [
    one,
    two,
    three,
  ])
  await goTo(page, reviewOf(application))
  await badge(page, 'Pending Approval')
  await expect(page.getByText('3 fields · 1 account added · 1 account removed')).toBeVisible()
  await expect(page.locator('dd').filter({ hasText: 'Klang' })).toHaveText(/Was: Klang.*Is now: Shah Alam/)
  await expect(page.locator('dd').filter({ hasText: 'Menara Ujian' })).toHaveText(/Was: Menara Ujian.*Is now: nothing/)
  await expect(page.getByRole('region', { name: 'Signed declaration' })).toContainText(/Was: Akuan\.pdf.*Is now: Akuan baharu\.png/)
  const picture = page.getByRole('img', { name: 'The declaration Akuan baharu.png' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  // After approval the page follows the job without a reload.
  await leaveMark(page)
  await panel(page).getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(page)).toContainText('3 electricity accounts are added to it')
  await dialog(page).getByRole('button', { name: 'Approve application' }).click()
  await expect(panel(page).getByText(/^Bulk account 30\d{8} is ready$/)).toBeVisible({ timeout: 60_000 })
  await badge(page, 'Approved')
  await expectSamePage(page)
  await page.getByRole('link', { name: 'History' }).click()
  const log = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(log).toHaveCount(5)
  await expect(log.nth(1)).toContainText('The city and the declaration do not fit.')
  await expect(log.nth(2)).toContainText('Submitted again')
  await expect(log.nth(4)).toContainText('Processing finished')
  await panel(page).getByRole('link', { name: 'View bulk account' }).click()
  await expect(title(page)).toHaveText(application.company)
  await expect(rowOf(page, three)).toBeVisible()
})

test('approved with a failed account: the link to it, and the status once it is removed', async ({ as }) => {
  const [known = '', unknown = ''] = accountsFrom(217_200_000_000, 2)
  await feed([known])
  const application = await apply(await as(null), ...companyOf('Semakan Ralat', 2), [known, unknown])
  const page = await as(people.pccr)
  await page.goto(`${reviewOf(application)}?decide=approve`)
  await dialog(page).getByRole('button', { name: 'Approve application' }).click()
  await expect(panel(page).getByText('1 account could not be added')).toBeVisible({ timeout: 60_000 })
  await goTo(page, '/admin/manageRegistrations?status=withErrors&search=semakan%20ralat')
  await expect(rowOf(page, application.company)).toContainText('Some accounts have errors')
  await page.getByRole('link', { name: application.company }).click()
  await panel(page).getByRole('link', { name: 'View these accounts' }).click()
  await expect(rowOf(page, unknown)).toContainText('The utility does not know this account.')
  await page.getByRole('button', { name: `Actions for account ${unknown}` }).click()
  await page.getByRole('menuitem', { name: 'Remove from this list' }).click()
  await dialog(page).getByRole('button', { name: 'Remove from this list' }).click()
  await expect(page.getByText('No accounts are pending')).toBeVisible()
  await goTo(page, reviewOf(application))
  await expect(panel(page).getByText(/^Bulk account 30\d{8} is ready$/)).toBeVisible()
})

test('a rejection needs a remark and the ID', async ({ as }) => {
  const [account = ''] = accountsFrom(217_300_000_000, 1)
  await feed([account])
  const customer = await as(null)
  const application = await apply(customer, ...companyOf('Semakan Ditolak', 3), [account])
  const page = await as(people.pccr)
  await page.goto(reviewOf(application))
  await panel(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(page)).toContainText('This cannot be undone')
  const reject = dialog(page).getByRole('button', { name: 'Reject application' })
  await expect(reject).toHaveAttribute('aria-disabled', 'true')
  await dialog(page).getByLabel(`Type ${application.applicationId} to confirm`).fill(application.applicationId)
  await reject.click()
  const summary = dialog(page).getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Please enter a remark.')
  await dialog(page).getByLabel('Remark').fill('This company is not in the register.')
  await reject.click()
  await expect(dialog(page)).toBeHidden()
  await badge(page, 'Rejected')
  await expect(panel(page)).toContainText('This company is not in the register.')
  await expect(panel(page).getByRole('button')).toHaveCount(0)
})

test('of two reviewers one decides, and the page or the server tells the other', async ({ as }) => {
  const [one = '', two = ''] = accountsFrom(217_400_000_000, 2)
  await feed([one, two])
  const customer = await as(null)
  const application = await apply(customer, ...companyOf('Semakan Serentak', 4), [one])
  const [page, colleague] = [await as(people.pccr), await as(people.pccr)]

  // The open form shows that a colleague decided first.
  await page.goto(`${reviewOf(application)}?decide=approve`)
  await expect(dialog(page).getByRole('button', { name: 'Approve application' })).toBeVisible()
  await decide(colleague, application, 'requestForInfo', 'Please sign it.')
  await expect(dialog(page)).toContainText('Your decision was not recorded')
  await expect(dialog(page)).toContainText('Please sign it.')
  // The company answers before the form is closed. The officer must review the new submission before deciding.
  await applyAgain(customer, application, application.form, [one])
  await expect(dialog(page)).toContainText('The company has submitted this application again')
  await expect(dialog(page).getByRole('button', { name: 'Approve application' })).toHaveAttribute('aria-disabled', 'true')
  // Typed input is kept until then.
  await dialog(page).getByLabel('Remark').fill('Signed now.')
  await dialog(page).getByRole('button', { name: 'Not yet' }).click()
  await badge(page, 'Pending Approval')
  await panel(page).getByRole('button', { name: 'Approve' }).click()
  await expect(dialog(page).getByLabel('Remark')).toHaveValue('Signed now.')
  await expect(dialog(page).getByRole('button', { name: 'Approve application' })).not.toHaveAttribute('aria-disabled', 'true')
  await dialog(page).getByRole('button', { name: 'Not yet' }).click()

  // Before the page receives the event, the server refuses the decision, and the page shows the colleague's decision.
  const another = await apply(await as(null), ...companyOf('Semakan Serentak Dua', 5), [two])
  await page.goto(`${reviewOf(another)}?decide=requestForInfo`)
  await dialog(page).getByLabel('Remark').fill('What I wanted to say.')
  const applicationCall = '**/GetRegistrationApplicationByID/**'
  await page.route(applicationCall, (route) => route.fulfill({ status: 500, body: '' }))
  await decide(colleague, another, 'approve')
  await dialog(page).getByRole('button', { name: 'Send request' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('This application has changed')
  await page.unroute(applicationCall)
  await page.reload()
  await expect(dialog(page)).toContainText('Your decision was not recorded')
})

test('an account manager views everything and cannot decide', async ({ as }) => {
  const [account = ''] = accountsFrom(217_500_000_000, 1)
  await feed([account])
  const application = await apply(await as(null), ...companyOf('Semakan Pemerhati', 6), [account])
  const page = await as(people.glb)
  await page.goto(`${reviewOf(application)}?decide=approve`)
  await expect(panel(page)).toContainText('Your role can only view it')
  await expect(panel(page).getByRole('button')).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible()
})

test('on a phone, in Malay', inAll, async ({ as }) => {
  const [account = ''] = accountsFrom(217_600_000_000, 1)
  await feed([account])
  const application = await apply(await as(null), ...companyOf('Semakan Telefon', 7), [account])
  const page = await as(people.pccr, { locale: 'ms-MY', viewport: { width: 375, height: 740 }, reducedMotion: 'reduce' })
  await page.goto('/admin/manageRegistrations?search=semakan%20telefon')
  await settled(page)
  await fits(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: application.company }).click()
  await expect(title(page)).toHaveText(`Permohonan ${application.applicationId}`)
  await settled(page)
  await fits(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Luluskan', exact: true }).click()
  await expect(dialog(page)).toContainText('1 akaun elektrik ditambah')
  expect(await findings(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Luluskan permohonan' }).click()
  await processed(page, application)
  await expect(page.getByText(/^Akaun pukal 30\d{8} sudah sedia$/)).toBeVisible({ timeout: 30_000 })
})
