/** The public status page: users and visitors see which services work, in both languages, also on a phone. */
import { findings } from './axe'
import { expect, people, test } from './people'

test('a user and a visitor see which services work, in both languages', async ({ as }) => {
  const user = await as(people.master)
  await user.goto('/status')
  await expect(user.getByRole('heading', { level: 1 })).toHaveText('Service status')
  await expect(user.getByRole('listitem').filter({ hasText: 'Sign-in' })).toContainText('Working')

  const visitor = await as(null, { viewport: { width: 320, height: 700 } })
  await visitor.goto('/status')
  const services = visitor.getByRole('list', { name: 'Services' }).getByRole('listitem')
  await expect(services).toHaveCount(3)
  await expect(services.filter({ hasText: 'Sign-in' })).toContainText('Working')
  await expect(visitor.getByText(/^As of /)).toBeVisible()
  expect(await findings(visitor)).toEqual([])
  await visitor.getByRole('button', { name: 'Bahasa Melayu' }).click()
  const malay = visitor.getByRole('list', { name: 'Perkhidmatan' }).getByRole('listitem')
  await expect(malay.filter({ hasText: 'Log masuk' })).toContainText('Berfungsi')
})
