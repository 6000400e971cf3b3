/** The draft of an application is never lost, and no tab or device overwrites the draft of another. */
import { ask, expect, test } from './people'
import { chooseType, deliverCompany, fillCompany, goOn, newcomer, saved, step } from './registration'
import { goTo } from './walk'

test('the draft survives a reload, a lost connection and another device, and another tab is not overwritten', async ({ as }) => {
  const company = await deliverCompany(3)
  const page = await as(null)
  const email = await newcomer(page, 'dina')
  await page.clock.install()
  await page.goto('/bulkAccount/register')
  await chooseType(page)
  await fillCompany(page, company)
  await expect(step(page)).toHaveText('Mailing address')
  await page.getByLabel('Building').fill('Menara Baharu')
  await saved(page)
  await page.reload()
  await expect(page.getByLabel('Building')).toHaveValue('Menara Baharu')

  // The browser stores input immediately, so a reload right after typing keeps it.
  await page.getByLabel('Building').fill('Menara Kedua')
  await page.reload()
  await expect(page.getByLabel('Building')).toHaveValue('Menara Kedua')
  await saved(page)

  // The server does not answer: the page says so, keeps the input, and saves once the server answers.
  await page.route('**/Registration/SaveDraft', (route) => route.abort())
  await page.getByLabel('Unit and floor').fill('Unit 9')
  await expect(page.getByText('Your draft could not be saved')).toBeVisible()
  await goOn(page)
  await expect(step(page)).toHaveText('Contacts')
  await page.unroute('**/Registration/SaveDraft')
  // The next retry is five seconds away.
  await page.clock.fastForward('00:06')
  await expect(page.getByText('Your draft could not be saved')).toBeHidden()
  await saved(page)

  // Another device continues where this one stopped.
  const other = await as(null)
  await ask(other, '/user-svc/api/v1/User/Login', { username: email, password: 'harimau malaya 7' })
  await other.goto('/home')
  await other.getByRole('link', { name: 'Continue the application' }).click()
  await expect(step(other)).toHaveText('Contacts')
  await goTo(other, '/bulkAccount/register?step=address')
  await expect(other.getByLabel('Unit and floor')).toHaveValue('Unit 9')
  await other.getByLabel('Unit and floor').fill('Unit 10')
  await saved(other)

  // The first device's draft is now outdated.
  const name = page.getByRole('group', { name: 'Primary contact' }).getByLabel('Full name')
  await name.fill('Dina')
  await expect(page.getByText('There is a newer draft of this application')).toBeVisible()
  await expect(name).toHaveValue('Dina')
  await page.getByRole('button', { name: 'Load the newer draft' }).click()
  await expect(page.getByText('There is a newer draft of this application')).toBeHidden()
  await page.goto('/bulkAccount/register?step=address')
  await expect(page.getByLabel('Unit and floor')).toHaveValue('Unit 10')
})

test('two tabs start a first draft: the second does not replace the first unless the user chooses so', async ({ as }) => {
  const page = await as(null)
  await newcomer(page, 'wei')
  const second = await page.context().newPage()
  for (const tab of [page, second]) {
    await tab.goto('/bulkAccount/register?step=address')
    await expect(tab.getByLabel('Building')).toBeVisible()
  }
  await page.getByLabel('Building').fill('One')
  await saved(page)
  await second.getByLabel('Building').fill('Two')
  await expect(second.getByText('There is a newer draft of this application')).toBeVisible()
  // Saving the first tab does not delete input that only the second tab has.
  const saveResponse = page.waitForResponse('**/Registration/SaveDraft')
  await page.getByLabel('Building').fill('One more')
  await saveResponse
  await saved(page)
  await second.reload()
  await expect(second.getByLabel('Building')).toHaveValue('Two')
  await expect(second.getByText('There is a newer draft of this application')).toBeVisible()
  await second.getByRole('button', { name: 'Keep this screen' }).click()
  await saved(second)
  await page.reload()
  await expect(page.getByLabel('Building')).toHaveValue('Two')
})
