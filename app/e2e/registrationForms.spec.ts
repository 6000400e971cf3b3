/** Registration on a phone, in Malay, and checked by axe. */
import { findings } from './axe'
import { expect, quiet, test } from './people'
import {
  chooseType,
  deliverCompany,
  draftUpToAccounts,
  fillUpToAccounts,
  goOn,
  newcomer,
  status,
  step,
  toBeTaken,
  workbookOf,
} from './registration'
import { walkTo } from './walk'

const phone = { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true }
const steps = ['type', 'company', 'address', 'contacts', 'declaration', 'accounts', 'accounts&tab=typed', 'accounts&tab=upload', 'review']

test('on a phone, to the end', async ({ as }) => {
  const company = await deliverCompany(3)
  const page = await as(null, phone)
  await newcomer(page, 'farid')
  await fillUpToAccounts(page, company)
  await toBeTaken(page, '2')
  await goOn(page)
  await expect(step(page)).toHaveText('Review your application')
  for (const at of steps) {
    await walkTo(page, { name: at, address: `/bulkAccount/register?step=${at}` })
    await expect(step(page)).toBeVisible()
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { scrollWidth, clientWidth }
    })
    expect(scrollWidth, `${at} is as wide as the phone`).toBeLessThanOrEqual(clientWidth)
  }
  await page.getByRole('button', { name: 'Submit the application' }).tap()
  await status(page, 'Pending Approval')
})

test('a workbook with errors: the summary is visible and has the focus, and the bar counts addable accounts', async ({ as }) => {
  const company = await deliverCompany(5)
  const page = await as(null, { viewport: { width: 1280, height: 720 } })
  await newcomer(page, 'yusof')
  await draftUpToAccounts(page, company)
  await toBeTaken(page, '4')
  await page.getByRole('link', { name: /^Workbook/ }).click()
  const wrong = Array.from({ length: 40 }, (_, place) => [`2100${place}`, ''] as const)
  await page.getByLabel('Choose a workbook').setInputFiles(workbookOf('accounts.xlsx', [[company.accounts[0] ?? '', ''], ...wrong]))
  const bar = page.getByRole('status').filter({ hasText: '4 accounts to add' })
  await expect(bar).toContainText('40 cannot be added')

  const summary = page.getByRole('alert').filter({ hasText: '40 accounts in the workbook cannot be added as they are.' })
  async function goOnFrom(tab: RegExp) {
    await page.getByRole('link', { name: tab }).click()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await goOn(page)
    await expect(page).toHaveURL(/tab=upload/)
    await expect(summary).toBeFocused()
    await quiet(page)
    await expect(summary).toBeInViewport({ ratio: 1 })
    await expect(summary).toBeFocused()
  }
  await goOnFrom(/^Workbook/)
  await goOnFrom(/^Found/)
  await goOnFrom(/^Typed/)
})

test('in Malay, switched midway: input stays, and refusals are translated', async ({ as }) => {
  const page = await as(null)
  await newcomer(page, 'siti')
  await page.goto('/bulkAccount/register?step=company')
  await page.getByLabel('Company registration number').fill('12')
  await page.getByLabel('Landline').fill('123')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Landline')).toHaveAccessibleDescription(/A landline number has 8 to 11 digits/)
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Bahasa Melayu' }).click()
  await expect(step(page)).toHaveText('Syarikat anda')
  await expect(page.getByLabel('Telefon tetap')).toHaveValue('123')
  await expect(page.getByLabel('Telefon tetap')).toHaveAccessibleDescription(/Nombor telefon tetap mempunyai 8 hingga 11 digit/)
  await expect(page.getByRole('alert').filter({ hasText: 'Sila semak' })).toContainText('Sila masukkan nama syarikat.')
  for (const at of steps) {
    await walkTo(page, { name: at, address: `/bulkAccount/register?step=${at}` })
    await expect(page.getByRole('button', { name: /^(Teruskan|Hantar permohonan)$/ })).toBeVisible()
  }
  await page.goto('/bulkAccount/status')
  await expect(page.getByText('Permohonan anda belum dihantar')).toBeVisible()
})

test("a change of language does not reload the draft over the user's input", async ({ as }) => {
  const page = await as(null)
  await newcomer(page, 'lina')
  await page.goto('/bulkAccount/register?step=company')
  await expect(step(page)).toHaveText('Your company')
  await quiet(page)
  let reads = 0
  page.on('request', (request) => {
    if (request.url().includes('GetRegistrationApplication')) reads += 1
  })
  await page.getByLabel('Landline').fill('355112')
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Bahasa Melayu' }).click()
  const landline = page.getByLabel('Telefon tetap')
  await landline.fill('355112233')
  await expect(page.getByText(/^Disimpan /)).toBeVisible()
  await quiet(page)
  await expect(landline).toHaveValue('355112233')
  expect(reads).toBe(0)
  await page.reload()
  await expect(landline).toHaveValue('355112233')
})

test('an incomplete step is not marked as done', async ({ as }) => {
  const page = await as(null)
  await newcomer(page, 'langkah')
  await page.goto('/bulkAccount/register')
  await chooseType(page)
  await expect(step(page)).toHaveText('Your company')
  await page.goto('/bulkAccount/register?step=review')
  await expect(page.getByText('Something is still missing')).toBeVisible()
  const done = page.getByRole('list', { name: 'Steps of the application' }).getByRole('listitem').filter({ hasText: 'done' })
  await expect(done).toHaveText([/^Type/])
})

test('axe finds nothing in any step', async ({ as }) => {
  const page = await as(null)
  await newcomer(page, 'axe')
  for (const at of steps) {
    await walkTo(page, { name: at, address: `/bulkAccount/register?step=${at}` })
    await expect(step(page)).toBeVisible()
    const next = page.getByRole('button', { name: /^(Continue|Submit the application)$/ })
    await expect(next).toBeVisible()
    expect(await findings(page), at).toEqual([])
    await next.click()
    await expect(page.getByRole('alert').or(page.getByText('Something is still missing')).first()).toBeVisible()
    expect(await findings(page), `${at}, refused`).toEqual([])
  }
  await page.goto('/bulkAccount/status')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await findings(page)).toEqual([])
})
