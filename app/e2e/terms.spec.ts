/** Users must accept changed terms before they can use any screen. */
import { answerWith } from './gate'
import { mainMenu } from './mainMenu'
import { title } from './pay'
import { expect, people, test } from './people'

const unread = { code: 'tooManyAtOnce', errorTopic: 'session', errorMessage: 'Please try again in a moment.', fields: [], params: {} }

test('changed terms cover every screen until the user agrees', async ({ as }) => {
  const page = await as(people.viewer)
  let isAsked = true
  let isHeard = true
  // Answers as on the day on which new terms apply.
  await page.route('**/GetUserProfile', (route) =>
    isHeard
      ? answerWith(route, () => ({ termsToAccept: isAsked ? '2026-11-01' : null }))
      : route.fulfill({ status: 429, json: { Data: null, Error: unread } }),
  )
  await page.goto('/billPayment/outstanding')
  await expect(title(page)).toHaveText('Terms and conditions')
  await expect(mainMenu(page)).toHaveCount(0)
  await page.goto('/manageAccount')
  await expect(title(page)).toHaveText('Terms and conditions')
  await expect(page.getByRole('heading', { level: 2, name: 'Your data' })).toBeVisible()
  const agreed = page.waitForRequest('**/AcceptTerms')
  isAsked = false
  isHeard = false
  await page.getByRole('button', { name: 'I agree' }).click()
  expect((await agreed).postDataJSON()).toEqual({ termsVersion: '2026-11-01' })
  // The terms were accepted, but the profile could not be read again. The page says so, and another press continues.
  await expect(page.getByRole('alert').filter({ hasText: unread.errorMessage })).toBeVisible()
  isHeard = true
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(title(page)).toHaveText('Electricity accounts')
  await page.reload()
  await expect(title(page)).toHaveText('Electricity accounts')
})
