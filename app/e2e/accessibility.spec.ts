/** axe finds nothing on any screen, light and dark, in English and in Malay; and none scrolls sideways at 320 px. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { batch, choose, someOf } from './bills'
import { chooseBank } from './pay'
import { expect, people, test } from './people'
import { type Screen, settled, sides } from './screens'
import { dialogues } from './states'

test.describe.configure({ mode: 'parallel' })

async function check(page: Page, { name, address }: Screen) {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    expect.soft(await findings(page, theme === 'light' ? 'everything' : 'colours'), `${name}, ${theme} (${address})`).toEqual([])
  }
}

/** In the narrowest window that the guidelines know, which is a wide one enlarged four times. */
async function checkNarrow(page: Page, { name, address }: Screen) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  const wide = await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
  expect.soft(wide, `${name} (${address}) is so many px too wide at 320 px`).toBe(0)
  if (size) await page.setViewportSize(size)
}

for (const locale of ['en-US', 'ms-MY']) {
  for (const { side, who, screens } of sides) {
    test(`${side} screens, ${locale}`, async ({ as }) => {
      test.setTimeout(180_000)
      const page = await as(who, { locale, reducedMotion: 'reduce' })
      for (const screen of await screens(page)) {
        await page.goto(screen.address)
        await settled(page)
        await screen.prepare?.(page)
        await check(page, screen)
        await checkNarrow(page, screen)
      }
    })
  }

  test(`menus, panels, dialogues and error states, ${locale}`, async ({ as }) => {
    test.setTimeout(180_000)
    const page = await as(people.payer, { locale, reducedMotion: 'reduce' })
    const officer = await as(people.pccr, { locale, reducedMotion: 'reduce' })
    for (const { of, ...screen } of await dialogues(officer)) {
      const open = of === 'staff' ? officer : page
      await open.goto(screen.address)
      await settled(open)
      await screen.prepare?.(open)
      await check(open, screen)
      await open.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })
}

test('the steps of a payment, and its review', async ({ as }) => {
  const page = await as(people.payer, { reducedMotion: 'reduce' })
  const bills = (await someOf(page, batch(11), 4)).slice(0, 3)
  await choose(page, bills)
  await check(page, { name: 'bills with a selection', address: page.url() })
  await page.getByRole('link', { name: 'Review and pay' }).click()
  for (const method of ['FPX online banking', 'EFT GIRO', 'Cheque']) {
    await page.getByRole('radio', { name: method }).check()
    await check(page, { name: `method ${method}`, address: page.url() })
  }
  await page.getByRole('button', { name: 'Continue to review' }).click()
  await expect(page.getByRole('link', { name: 'Enter the cheque number.' })).toBeVisible()
  await check(page, { name: 'method refused', address: page.url() })
  await chooseBank(page, 'Maybank2E')
  await page.getByLabel('Cheque number 1', { exact: true }).fill('110001')
  await page.getByRole('button', { name: 'Continue to review' }).click()
  await page.getByText('See the 03 bills').click()
  await settled(page)
  await check(page, { name: 'review', address: page.url() })
})
