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

test('a visitor reads the announcements of the answer that the page shows', async ({ as }) => {
  const visitor = await as(null)
  // The server answers from memory while its database is away, when the frame's own call fails.
  await visitor.route('**/portal/api/v1/Portal', (route) => route.abort())
  await visitor.route('**/portal/api/v1/Status', async (route) => {
    const answer = await (await route.fetch()).json()
    const texts = (title: string) => ({ kind: 'Notice', title, text: 'Text', time: null, services: null, returns: null, frozen: null })
    const one = { kind: 'notice', version: 1, en: texts('We repair the database'), ms: texts('Pembaikan'), freeze: null }
    const announcements = [
      { ...one, announcementId: 'a', placement: 'everywhere' },
      { ...one, announcementId: 'b', placement: 'signIn', en: texts('Of the sign-in page') },
    ]
    await route.fulfill({ json: { ...answer, Data: { ...answer.Data, announcements } } })
  })
  await visitor.goto('/status')
  await expect(visitor.getByText('We repair the database')).toBeVisible()
  await expect(visitor.getByText('Of the sign-in page')).toHaveCount(0)
})
