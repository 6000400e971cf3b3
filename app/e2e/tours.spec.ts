/** Guided tours: every step for each audience, in both languages, on a desktop and a phone. Also the offer of a tour, and questions. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds } from './bills'
import { executeSql } from './database'
import { mainMenu } from './mainMenu'
import { expect, expectSamePage, inAll, leaveMark, people, quiet, test } from './people'
import { settled } from './screens'
import { panel, startFromHelp, walks } from './tourWalks'
import { type Language, tourWords } from './tourWords'

test.describe.configure({ mode: 'parallel' })

const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/**
 * Checks that the marked element is visible and that the panel does not cover it. Reads all positions together, and retries while elements
 * move.
 */
async function expectInSight(page: Page, label: string) {
  const look = () =>
    page.evaluate(() => {
      const [ring, panel] = ['[data-tour-ring]', '[data-tour-panel]'].map((one) => document.querySelector(one)?.getBoundingClientRect())
      if (!ring || !panel) return 'nothing is marked'
      const { clientWidth: width, clientHeight: height } = document.documentElement
      const isInside = (box: DOMRect) => box.left >= -1 && box.top >= -1 && box.right <= width + 1 && box.bottom <= height + 1
      if (!isInside(ring)) return `the mark is off screen: ${JSON.stringify(ring)}`
      if (!isInside(panel)) return `the panel is off screen: ${JSON.stringify(panel)}`
      if (ring.left < panel.right && ring.right > panel.left && ring.top < panel.bottom && ring.bottom > panel.top)
        return `the panel covers its element: ${JSON.stringify([ring, panel])}`
      const anchor = [...document.querySelectorAll('[data-tour]')].find((one) => {
        const box = one.getBoundingClientRect()
        return box.width > 0 && Math.abs(Math.max(box.left, 0) - ring.left) < 2 && Math.abs(box.top - ring.top) < 2
      })
      if (!anchor) return 'the marked element is missing'
      const over = document.elementFromPoint(ring.left + ring.width / 2, ring.top + ring.height / 2)
      if (!over || !(anchor.contains(over) || over.contains(anchor))) return `covered by ${over?.outerHTML.slice(0, 120)}`
      return 'in sight'
    })
  await expect.poll(look, { message: label, intervals: [50, 100, 200] }).toBe('in sight')
}

/** Walks through the tour with its buttons. */
async function walk(page: Page, id: string, language: Language, size: keyof typeof sizes) {
  const words = tourWords[language]
  const titles = Object.values(words.steps[id] ?? {}).map(({ title }) => title)
  const isRecorded = page.waitForResponse(
    (answer) => answer.url().endsWith('/UserTutorialCompleted') && answer.request().postData()?.includes(`"${id}"`) === true,
  )
  for (const [place, title] of titles.entries()) {
    const label = `${id}, ${language}, ${size}: ${title}`
    await expect(panel(page).getByRole('heading'), label).toHaveText(title)
    if (titles.length > 1)
      await expect(panel(page), label).toContainText(
        words.panel.count.replace('{{step}}', String(place + 1)).replace('{{steps}}', String(titles.length)),
      )
    await expect(panel(page), label).not.toContainText(/\{\{|undefined/)
    await expectInSight(page, label)
    const isLast = place === titles.length - 1
    await panel(page)
      .getByRole('button', { name: isLast ? words.panel.done : words.panel.next, exact: true })
      .click()
  }
  await expect(panel(page)).toHaveCount(0)
  expect((await isRecorded).status(), `${id} is kept on the server`).toBe(200)
  await expect(page.locator('[data-tour=help] button')).toBeFocused()
}

/** English on a desktop here; the rest in the whole run. */
const runs = [
  { language: 'en', locale: 'en-US', size: 'desk', tag: {} },
  { language: 'en', locale: 'en-US', size: 'phone', tag: inAll },
  { language: 'ms', locale: 'ms-MY', size: 'desk', tag: inAll },
  { language: 'ms', locale: 'ms-MY', size: 'phone', tag: inAll },
] as const

for (const [who, tours] of Object.entries(walks))
  for (const { language, locale, size, tag } of runs)
    test(`every step of the tours of ${who}, ${language}, ${size}`, tag, async ({ as }) => {
      const page = await as(who, { locale, reducedMotion: 'reduce', viewport: sizes[size] })
      for (const [id, where] of Object.entries(tours)) {
        await page.goto(typeof where === 'string' ? where : await where(page))
        await settled(page)
        await quiet(page)
        await startFromHelp(page, id, language)
        await walk(page, id, language, size)
      }
    })

test('every tour has a journey', () => {
  const walked = Object.values(walks).flatMap((tours) => Object.keys(tours))
  expect(walked.sort()).toEqual(Object.keys(tourWords.en.names).sort())
})

const seenBy = async (page: Page) => {
  const answer = await page.request.get('/user-svc/api/v1/User/GetUserProfile', { headers: { 'X-Session': 'cookie' } })
  const { Data } = (await answer.json()) as { Data: { tutorials: { userTutorialId: string }[] } }
  return Data.tutorials.map(({ userTutorialId }) => userTutorialId).sort()
}

test('the welcome and a tour are offered once, block nothing, and can be opened again from Help', async ({ as }) => {
  await executeSql(`delete from tutorial where person_id = (select person_id from person where email = '${people.hotels}')`)
  const page = await as(people.hotels, { reducedMotion: 'reduce', viewport: sizes.desk })
  const welcome = page.locator('[data-tour-welcome]')
  const offer = page.getByRole('region', { name: 'Guided tour' })

  await page.goto('/home')
  await expect(welcome).toContainText('All your bills in one place')
  await expect(offer).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  for (const title of ['Pay hundreds of bills at once', 'Follow every payment', 'A role for everyone']) {
    await welcome.getByRole('button', { name: 'Next' }).click()
    await expect(welcome.getByRole('heading')).toHaveText(title)
  }
  await welcome.getByRole('button', { name: 'Take the tour' }).click()
  await expect(panel(page).getByRole('heading')).toHaveText('The main menu')
  await expect(welcome).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await expect(panel(page).getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('heading')).toHaveText('Start here')
  await expect(panel(page).getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused()
  await expect.poll(() => seenBy(page)).toEqual(['home'])

  // Another screen offers a tour without blocking the page.
  await page.goto('/billPayment/transactions')
  await expect(offer).toContainText(/(Take a short tour of this page · \d steps|A tip for this page)/)
  expect(await findings(page)).toEqual([])
  await page.getByRole('searchbox').first().fill('nothing like this')
  await expect(offer).toBeVisible()
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toHaveCount(0)
  await expect.poll(() => seenBy(page)).toEqual(['home', 'payments'])
  await page.reload()
  await settled(page)
  await page.locator('[data-tour=help] button').click()
  await expect(page.getByRole('menuitem', { name: /^Tour of this page/ })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Welcome slides' }).click()
  await expect(welcome).toContainText('All your bills in one place')
  await welcome.getByRole('button', { name: 'Close' }).click()
  await expect(welcome).toHaveCount(0)

  // A session offers only one tour. The next session offers another.
  await page.goto('/manageAccount')
  await settled(page)
  await page.getByRole('row').nth(1).waitFor()
  await expect(offer).toHaveCount(0)
  const newSession = () => page.evaluate(() => sessionStorage.clear())

  // On a phone the offer disappears when the user presses elsewhere on the page.
  await page.setViewportSize({ width: 320, height: 700 })
  await newSession()
  await page.goto('/manageAccount')
  await expect(offer).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(offer).toHaveCount(0)
  await newSession()
  await page.reload()
  await offer.getByRole('button', { name: 'Start' }).click()
  await expect(panel(page)).toBeVisible()
  await expectInSight(page, 'at 320 px')
  // Leaving the page ends the tour, which does not count as seen.
  await page.goBack()
  await expect(panel(page)).toHaveCount(0)
  expect(await seenBy(page)).toEqual(['home', 'payments'])
})

test('in customer view mode Help offers no tour', async ({ as }) => {
  const page = await as(people.pccr, { reducedMotion: 'reduce' })
  await page.goto(`/billPayment?bulkId=${bulkIds.sinar}`)
  await settled(page)
  await page.locator('[data-tour=help] button').click()
  await expect(page.getByRole('menuitem', { name: /^Learn more/ })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Tour of this page|^Welcome/ })).toHaveCount(0)
  await expect(page.locator('[data-tour-offer], [data-tour-welcome]')).toHaveCount(0)
})

test('questions are searched, and each has an address that opens it', async ({ as }) => {
  const page = await as(null, { reducedMotion: 'reduce' })
  await page.goto('/learnMore#limits')
  await expect(page.getByText('FPX accepts RM 2 to RM 1,000,000 per payment')).toBeInViewport()
  await page.getByLabel('Search the questions').fill('master transfer')
  await expect(page.getByRole('status').filter({ hasText: '1 question' })).toBeVisible()
  await expect(page.getByText('Can the master role be transferred?')).toBeVisible()
  await expect(page.getByText('Are there limits?')).toHaveCount(0)
  await page.getByLabel('Search the questions').fill('no such words')
  await expect(page.getByText('No question contains all of these words')).toBeVisible()
  // An address that cannot be decoded opens no question, and the page still loads.
  await page.goto('/learnMore#%')
  await page.reload()
  await expect(page.getByText('Which roles are available?')).toBeVisible()
})

test('a signed-in user reads the questions within the frame, with menu and bell', async ({ as }) => {
  const page = await as(people.viewer)
  await page.goto('/home')
  await settled(page)
  await leaveMark(page)
  await page.locator('[data-tour=help] button').click()
  await page.getByRole('menuitem', { name: /^Learn more/ }).click()
  await expect(page).toHaveURL('/learnMore')
  await expect(page.getByRole('heading', { name: 'One place for all your electricity bills' })).toBeVisible()
  await expectSamePage(page)
  await expect(mainMenu(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  // The address of a question opens it, too.
  await page.goto('/learnMore#limits')
  await expect(page.getByText('FPX accepts RM 2 to RM 1,000,000 per payment')).toBeInViewport()
  await expect(mainMenu(page)).toBeVisible()
  await mainMenu(page).getByRole('link', { name: 'Bills' }).click()
  await expect(page.locator('[data-row="0"]')).toBeVisible()
})

test('shortcuts work during a tour, and Escape first ends the tour', async ({ as }) => {
  const page = await as(people.master)
  await page.goto('/billPayment/transactions')
  await settled(page)
  await startFromHelp(page, 'payments', 'en')
  await page.keyboard.press('Control+k')
  const commands = page.getByRole('dialog', { name: 'Search the portal' })
  await expect(commands.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(commands).toBeHidden()
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('main').getByRole('searchbox').first()).toBeFocused()

  await page.goto('/manageAccount')
  await settled(page)
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('1 account')
  await startFromHelp(page, 'masterAccount', 'en')
  await page.keyboard.press('b')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-bar-actions]') != null)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bar).toContainText('1 account')
})
