/** Terms that have changed are agreed to before anything else. */
import { title } from './pay'
import { expect, people, test } from './people'

test('terms that have changed stand before every screen until they are agreed to', async ({ as }) => {
  const page = await as(people.viewer)
  let isAsked = true
  // As it is on the day on which other terms begin to hold; what is agreed to is the server's to record.
  await page.route('**/GetUserProfile', async (route) => {
    const answer = await route.fetch()
    const told = await answer.json()
    Object.assign(told.Data, { termsToAccept: isAsked ? '2026-11-01' : null })
    await route.fulfill({ response: answer, json: told })
  })
  await page.goto('/billPayment/outstanding')
  await expect(title(page)).toHaveText('Terms and conditions')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
  await page.goto('/manageAccount')
  await expect(title(page)).toHaveText('Terms and conditions')
  await expect(page.getByRole('heading', { level: 2, name: 'Your data' })).toBeVisible()
  const agreed = page.waitForRequest('**/AcceptTerms')
  isAsked = false
  await page.getByRole('button', { name: 'I agree' }).click()
  expect((await agreed).postDataJSON()).toEqual({ termsVersion: '2026-11-01' })
  await expect(title(page)).toHaveText('Electricity accounts')
  await page.reload()
  await expect(title(page)).toHaveText('Electricity accounts')
})
