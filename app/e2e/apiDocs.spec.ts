/** The documentation of the API, for visitors and signed-in users: by search, address and keyboard. */
import { findings } from './axe'
import { expect, people, test } from './people'

test('a visitor finds a call, reads its codes, and copies a command that works', async ({ as }) => {
  const page = await as(null)
  await page.goto('/apiDocs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API documentation')
  for (const name of ['Signing in', 'Errors', 'Repeating a call safely', 'Pages of lists', 'Rate limits', 'Versions']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  expect(await findings(page)).toEqual([])

  await page.getByRole('searchbox').fill('pays all bills')
  await expect(page.getByText(/^\d+ calls?$/)).toBeVisible()
  await page.getByRole('link', { name: 'POST MakePayment' }).click()
  await expect(page).toHaveURL('/apiDocs#MakePayment')
  await expect(page.getByRole('heading', { level: 2, name: 'MakePayment' })).toBeFocused()
  await page.locator('summary').filter({ hasText: '422' }).click()
  await expect(page.getByText("Your company's policy requires approval for this payment.")).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Example of an answer' })).toContainText('transactionNo')
  expect(await findings(page)).toEqual([])

  // The shown command of a call without a session works as it is.
  await page.goto('/apiDocs#GetPortal')
  const command = await page.getByRole('figure', { name: 'As a curl command' }).textContent()
  const address = /^curl '([^']+)'$/.exec(command ?? '')?.[1]
  expect((await page.request.get(address ?? '')).status()).toBe(200)
})

test('a signed-in user opens it from the help menu, in Malay, with the keyboard, on a phone', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: /^API documentation/ }).click()
  await expect(page).toHaveURL('/apiDocs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API documentation')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('receipt payment document')
  await page.keyboard.press('Tab')
  const call = page.getByRole('link', { name: 'GET PrintPayment' })
  await call.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'PrintPayment' })).toBeFocused()
  await expect(page.getByRole('searchbox')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'All calls' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test('the help menu opens the start of a page, also while a call or a question is open', async ({ as }) => {
  const page = await as(people.payer)
  const openHelp = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await page.goto('/apiDocs#MakePayment')
  const call = page.getByRole('heading', { level: 2, name: 'MakePayment' })
  await expect(call).toBeVisible()
  await openHelp(/^API documentation/)
  await expect(page).toHaveURL('/apiDocs')
  await expect(call).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Signing in' })).toBeVisible()

  await page.goto('/learnMore#limits')
  const question = page.locator('details#limits')
  await expect(question).toHaveAttribute('open')
  await openHelp(/^Learn more/)
  await expect(page).toHaveURL('/learnMore')
  await expect(question).not.toHaveAttribute('open')
})

test('a document that did not load is loaded by a retry', async ({ as }) => {
  const page = await as(null)
  let isAway = true
  await page.route('**/openapi.json', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto('/apiDocs#Login')
  await expect(page.getByRole('alert')).toContainText('The documentation could not be loaded.')
  isAway = false
  await page.getByRole('alert').getByRole('button').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Login' })).toBeVisible()
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dokumentasi API')
  await expect(page.getByRole('heading', { level: 3, name: 'Kod penolakan' })).toBeVisible()
})
