/**
 * Opens every screen in both languages. It does not scroll sideways at 320 px and does not violate the content security policy, which `as`
 * checks. Axe runs only in English and in the light theme: its findings do not depend on the language, and only contrast depends on the
 * theme, which `test/contrast.test.ts` checks for both. Screens with their own charts and badges are also checked in the dark theme.
 */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { batch, choose, someOf } from './bills'
import { chooseBank } from './pay'
import { expect, inAll, people, test } from './people'
import { type Screen, settled, sides } from './screens'
import { dialogues } from './states'
import { walkTo } from './walk'

test.describe.configure({ mode: 'parallel' })

async function check(page: Page, { name, address }: Screen) {
  expect.soft(await findings(page), `${name} (${address})`).toEqual([])
}

/** The narrowest window of WCAG (1.4.10): 1280 px at 400 % zoom. */
const narrow = { width: 320, height: 700 }

async function checkNarrow(page: Page, screen: Screen) {
  const size = page.viewportSize()
  await page.setViewportSize(narrow)
  await checkWidth(page, screen)
  if (size) await page.setViewportSize(size)
}

async function checkWidth(page: Page, { name, address }: Screen) {
  const wide = await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    return document.documentElement.scrollWidth - document.documentElement.clientWidth
  })
  expect.soft(wide, `${name} (${address}) is too wide at 320 px, by pixels`).toBe(0)
}

for (const { side, who, screens } of sides) {
  test(`${side} screens`, async ({ as }) => {
    const page = await as(who, { reducedMotion: 'reduce' })
    for (const screen of await screens(page)) {
      await walkTo(page, screen)
      await check(page, screen)
      await checkNarrow(page, screen)
    }
  })

  test(`${side} screens in Malay`, inAll, async ({ as }) => {
    const page = await as(who, { locale: 'ms-MY', reducedMotion: 'reduce', viewport: narrow })
    for (const screen of await screens(page)) {
      await walkTo(page, screen)
      await expect(page.locator('html'), screen.name).toHaveAttribute('lang', 'ms')
      await checkWidth(page, screen)
    }
  })
}

const ofBillAudit = /findings|queries|batches/

for (const { side, who, screens } of sides.filter(({ side }) => side === 'customer' || side === 'staff'))
  test(`${side} screens of findings, queries and batches in the dark theme`, inAll, async ({ as }) => {
    const page = await as(who, { colorScheme: 'dark', reducedMotion: 'reduce' })
    for (const screen of (await screens(page)).filter(({ address }) => ofBillAudit.test(address))) {
      await walkTo(page, screen)
      await check(page, screen)
    }
  })

test('menus, panels, dialogues and error states', async ({ as }) => {
  const page = await as(people.payer, { reducedMotion: 'reduce' })
  const officer = await as(people.pccr, { reducedMotion: 'reduce' })
  for (const { of, ...screen } of await dialogues(officer)) {
    const opened = of === 'staff' ? officer : page
    // A blank page is loaded first, because a dialogue with input would ask before the user leaves it.
    await opened.goto('about:blank')
    await walkTo(opened, screen)
    await check(opened, screen)
    await opened.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('the steps and the review of a payment', async ({ as }) => {
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
  await page.getByText('View 3 bills').click()
  await settled(page)
  await check(page, { name: 'review', address: page.url() })
})
