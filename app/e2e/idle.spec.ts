/**
 * Inactivity. The tests move only the clock of the pages, in all tabs of a browser at the same time. The server keeps the real time, so in
 * these tests the app ends the session.
 */
import type { BrowserContextOptions, Page } from '@playwright/test'
import { dialog } from './dialogs'
import { idleMinutes, minutes, idleSentence as sentence } from './idle'
import { title } from './pay'
import { expect, expectSamePage, fillIn, leaveMark, people, quiet, test } from './people'
import { act } from './team'

type As = (email: string | null, options?: BrowserContextOptions) => Promise<Page>

const countdown = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' })
const loggedOut = (page: Page) => page.getByRole('alertdialog', { name: 'You have been logged out' })

/** Lets time pass second by second, as with an open page. */
const wait = (page: Page, time: string | number) => page.clock.runFor(time)
/** Jumps ahead, as after the computer slept. */
const sleep = (page: Page, time: string | number) => page.clock.fastForward(time)

async function opened(as: As, email: string, address: string) {
  const page = await as(email)
  await page.clock.install()
  await page.goto(address)
  await expect(title(page)).toBeVisible()
  await quiet(page)
  return page
}

async function secondTab(page: Page, address: string) {
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(title(other)).toBeVisible()
  return other
}

const stillSignedIn = async (page: Page) => {
  const answer = await page.request.get('/user-svc/api/v1/User/GetUserProfile', { headers: { 'X-Session': 'cookie' } })
  return answer.status()
}

test('both tabs count down, stay, end, and return to their page together', async ({ as }) => {
  const page = await opened(as, people.viewer, '/billPayment/outstanding?overdue=true')
  const other = await secondTab(page, '/billPayment/transactions')
  await wait(page, minutes(idleMinutes - 1, -10))
  await expect(countdown(page)).toBeHidden()
  await wait(page, '00:11')
  for (const tab of [page, other]) {
    await expect(countdown(tab)).toBeVisible()
    await expect(countdown(tab)).toHaveAccessibleDescription(new RegExp(`no activity here for ${idleMinutes - 1} minutes`))
  }
  await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeFocused()
  await wait(page, '00:30')
  await expect(countdown(page)).toContainText(/logged out in 2\d seconds/)
  // The remaining time is announced when the dialogue opens, and twice afterwards.
  await expect(countdown(page).locator('[aria-live]')).toHaveText('You will be logged out in 30 seconds.')

  await page.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(countdown(page)).toBeHidden()
  await expect(countdown(other)).toBeHidden()
  await wait(page, minutes(idleMinutes - 2))
  await expect(countdown(other)).toBeHidden()
  expect(await stillSignedIn(page)).toBe(200)

  // After the idle time both tabs end with a message.
  await wait(page, '02:01')
  for (const tab of [page, other]) {
    await expect(loggedOut(tab)).toContainText(sentence)
    await expect(tab.getByText(/RM\s\d/)).toHaveCount(0)
    await expect(tab.locator('main')).toHaveCount(0)
  }
  await expect.poll(() => stillSignedIn(page)).toBe(401)
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.getByText(sentence)).toBeVisible()
  await fillIn(page, people.viewer)
  await expect(page).toHaveURL('/billPayment/outstanding?overdue=true')
  // The other tab continues with the new session.
  await expect(title(other)).toBeVisible()
  await expect(other).toHaveURL('/billPayment/transactions')
  await wait(page, '01:00')
  await expect(title(page)).toBeVisible()

  // Signing out in one tab signs out both.
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/')
    await expect(tab.getByRole('button', { name: 'Sign in' })).toBeVisible()
  }
  expect(await stillSignedIn(page)).toBe(401)
  // A link opened afterwards asks to sign in, and then opens its page.
  await page.goto('/billPayment/outstanding')
  await fillIn(page, people.viewer)
  await expect(page).toHaveURL('/billPayment/outstanding')
})

test('activity keeps all tabs and renews the session, inactivity renews nothing', async ({ as }) => {
  const page = await opened(as, people.viewer, '/billPayment')
  const other = await secondTab(page, '/home')
  let renewed = 0
  page.context().on('requestfinished', (request) => {
    if (request.url().endsWith('/RefreshToken')) renewed += 1
  })
  // Waits until the renewing tab has read its answer. The number of renewals is not checked, because ten minutes pass faster here than a
  // request takes.
  const settled = () => page.evaluate(() => navigator.locks.request('gridbill-stay', () => undefined))
  for (let before = 0, times = 0; times < 3; times++, before = renewed) {
    await page.keyboard.press('Shift')
    await wait(page, '10:00')
    await expect.poll(() => renewed).toBeGreaterThan(before)
    await settled()
  }
  await expect(countdown(page)).toBeHidden()
  await expect(countdown(other)).toBeHidden()
  await leaveMark(page)
  // Without activity nothing is renewed.
  await wait(page, '01:00')
  await settled()
  await quiet(page)
  const before = renewed
  await wait(page, '02:00')
  await settled()
  await quiet(page)
  expect(renewed).toBe(before)
  await expectSamePage(page)
})

test('one tab renews the session for all, even if all are due at the same moment', async ({ as }) => {
  const page = await opened(as, people.viewer, '/billPayment')
  const tabs = [
    page,
    await secondTab(page, '/home'),
    await secondTab(page, '/myProfile'),
    await secondTab(page, '/billPayment/outstanding'),
  ]
  let renewed = 0
  await page.context().route('**/RefreshToken', async (route) => {
    renewed += 1
    // Gives all tabs the time to wait for the lock of this tab.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  for (let times = 1; times <= 4; times++) {
    await page.keyboard.press('Shift')
    await sleep(page, '02:20')
    await expect.poll(() => renewed).toBe(times)
    // The lock is granted only after all tabs that already wait for it.
    for (const tab of tabs) await tab.evaluate(() => navigator.locks.request('gridbill-stay', () => undefined))
    expect(renewed).toBe(times)
  }
})

test('a renewal without an answer signs nobody out', async ({ as }) => {
  const page = await opened(as, people.viewer, '/billPayment')
  await leaveMark(page)
  let isAway = true
  let unanswered = 0
  // The route stays, because pending requests on a removed route report nothing.
  await page.route('**/RefreshToken', async (route) => {
    if (!isAway) return route.continue()
    unanswered += 1
    await route.abort()
  })
  await wait(page, '10:00')
  await page.keyboard.press('Shift')
  await wait(page, '01:00')
  await expect.poll(() => unanswered).toBeGreaterThan(0)
  // The lock is granted only after the running attempt, because there is one attempt at a time.
  await page.evaluate(() => navigator.locks.request('gridbill-stay', () => undefined))
  isAway = false
  const heard = page.waitForResponse('**/RefreshToken')
  await wait(page, '00:20')
  expect((await heard).ok()).toBe(true)
  await expectSamePage(page)
})

test('input from before the sign-out is restored after signing in again', async ({ as }) => {
  const page = await opened(as, people.viewer, '/myProfile/edit')
  await page.getByLabel('Full name').fill('Half a Na')
  await wait(page, minutes(idleMinutes, 1))
  await expect(loggedOut(page)).toContainText('Your entries in forms are kept for you.')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await fillIn(page, people.viewer)
  await expect(page).toHaveURL('/myProfile/edit')
  await expect(page.getByLabel('Full name')).toHaveValue('Half a Na')
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('a page that keeps no input does not claim that it was kept', async ({ as }) => {
  const page = await opened(as, people.keeper, '/manageAccount/groups')
  await act(page, 'Klang Valley North', 'Rename')
  await dialog(page).getByLabel('Group name').fill('Half a na')
  await wait(page, minutes(idleMinutes, 1))
  await expect(loggedOut(page)).toContainText('Your entries on this page were not saved and are lost.')
  await expect(loggedOut(page)).toContainText('After signing in you return to this page.')
  await expect(loggedOut(page)).not.toContainText('are kept for you')
})

test('a computer that slept past the idle time, or a tab reopened after it, shows nothing of the page', async ({ as }) => {
  const page = await opened(as, people.viewer, '/billPayment/outstanding')
  // The screen is empty until the sign-in page appears.
  await page.route('**/User/Logout', async (route) => {
    await expect(page.locator('main')).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByText(/RM\s\d/)).toHaveCount(0)
    await route.continue()
  })
  const signedOut = page.waitForResponse('**/User/Logout')
  await sleep(page, minutes(idleMinutes + 1))
  expect((await signedOut).ok()).toBe(true)
  await expect(page.getByText(sentence)).toBeVisible()
  expect(await stillSignedIn(page)).toBe(401)
  await fillIn(page, people.viewer)
  await expect(page).toHaveURL('/billPayment/outstanding')
  await expect(title(page)).toBeVisible()
  await page.unroute('**/User/Logout')

  // Public pages do not end the session after inactivity. The server still has it.
  await page.goto('/account/forgotPassword')
  await sleep(page, minutes(idleMinutes + 1))
  expect(await stillSignedIn(page)).toBe(200)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/billPayment')
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page).toHaveURL(/\/\?redirect=%2FbillPayment/)
  expect(requests.filter((path) => /-svc\/.*(Profile|Bills)/.test(path))).toEqual([])
  expect(await stillSignedIn(page)).toBe(401)
})
