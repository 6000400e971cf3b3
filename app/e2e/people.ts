/** The users of the demo, and the fixture that opens a browser for each. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page, type Request } from '@playwright/test'
import { baseURL, slowdown } from '../playwright.config'

export const password = 'Gridbill-demo1'

export const people = {
  // Users of the large company.
  master: 'master@sinar.example',
  payer: 'payer@sinar.example',
  keeper: 'keeper@sinar.example',
  viewer: 'viewer@sinar.example',
  /** Only the journey that locks this user out uses it. */
  auditor: 'auditor@sinar.example',
  east: 'finance.east@sinar.example',
  council: 'master@majlis.example',
  /** Only the journey that changes this user's language uses it. */
  treasurer: 'kewangan@majlis.example',
  coldStores: 'master@teraju.example',
  hotels: 'master@rimba.example',
  factory: 'master@getah.example',
  hospitals: 'master@damai.example',
  newcomer: 'new@baru.example',
  pccr: 'pccr@utility.example',
  secondOfficer: 'pccr.north@utility.example',
  glb: 'glb@utility.example',
  ict: 'ict@utility.example',
} as const

const isStaff = (email: string) => email.endsWith('@utility.example')

/** Calls the server as the user of this browser. */
export async function ask<T>(of: Page | BrowserContext, path: string, data: object = {}, headers: Record<string, string> = {}): Promise<T> {
  const answer = await of.request.post(path, { data, headers: { 'X-Session': 'cookie', 'Accept-Language': 'en', ...headers } })
  expect(answer.ok(), `${path}: ${answer.status()} ${answer.ok() ? '' : await answer.text()}`).toBe(true)
  return ((await answer.json()) as { Data: T }).Data
}

/** Calls an endpoint that needs an idempotency key. */
export const askOnce = <T>(of: Page, path: string, data: object): Promise<T> =>
  ask(of, path, data, { 'Idempotency-Key': crypto.randomUUID() })

/** Signs in without the page, for journeys about other things. */
async function signIn(context: BrowserContext, email: string) {
  await ask(context, `/user-svc/api/v1/${isStaff(email) ? 'Admin' : 'User'}/Login`, { username: email, password })
}

/** Signs in on the page. */
export async function fillIn(page: Page, email: string, typed = password) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const pendingRequests = new WeakMap<Page, Set<Request>>()

/** Tracks the pending requests of the page, except the event stream, which never ends. */
function watch(page: Page) {
  const requests = new Set<Request>()
  pendingRequests.set(page, requests)
  page.on('request', (request) => {
    // A new document cancels the pending requests of the old document, sometimes without an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear()
    if (!request.url().endsWith('/Live')) requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Waits until no request is pending and the portal has replaced the initial frame. */
export async function quiet(page: Page) {
  const drawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const isPortal = () => page.locator('#root > :not(.first-frame)').count()
  await expect
    .poll(
      async () => {
        // Checked before the frames below, because keys and clicks work only some frames after the first rendering.
        const isDrawn = (await isPortal()) > 0
        await drawn()
        const before = pendingRequests.get(page)?.size
        await drawn()
        return isDrawn && before === 0 && pendingRequests.get(page)?.size === 0
      },
      { intervals: [50] },
    )
    .toBe(true)
}

/** Signs out by the menu. */
export async function signOut(page: Page) {
  // The menu opens only once the screen is rendered.
  await quiet(page)
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
}

/** Blocks the event stream, so that changes by other journeys, such as a feed import, do not reload the page's data. */
export const blockEventStream = (page: Page) => page.route('**/portal/api/v1/Live', (route) => route.abort())

async function slow(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Reports violations of the content security policy. Runs in the page before its own code. */
function reportViolations() {
  const page = window as unknown as { reportViolation: (violation: string) => void }
  addEventListener('securitypolicyviolation', ({ documentURI, effectiveDirective, blockedURI, sourceFile }) =>
    page.reportViolation(`${documentURI}: ${effectiveDirective} forbids ${blockedURI} of ${sourceFile}`),
  )
}

/** Makes scroll methods return promises, as those of Chromium do from version 150. Runs in the page before its own code. */
function promiseScrolls() {
  for (const target of [window, Element.prototype] as unknown as Record<string, (...values: unknown[]) => unknown>[])
    for (const name of ['scroll', 'scrollBy', 'scrollTo', 'scrollIntoView']) {
      const scroll = target[name]
      if (!scroll) continue
      target[name] = function (this: unknown, ...values) {
        return scroll.apply(this, values) ?? Promise.resolve()
      }
    }
}

/**
 * Lets the browser be idle only after ten seconds. Most journeys are over by then, and half of the requests of a page load are for code that
 * it loads when the browser is idle. A journey that needs such code loads it, as for a quick user. Runs in the page before its own code.
 */
function idleLater() {
  window.requestIdleCallback = (act) =>
    window.setTimeout(() => requestAnimationFrame(() => act({ didTimeout: false, timeRemaining: () => 50 })), 10_000)
}

interface PersonOptions extends BrowserContextOptions {
  /** Without the font in the cache. */
  isFirstVisit?: boolean
  /** The browser is idle at once, so the page loads code that it may need later. */
  isIdleSoon?: boolean
}

interface Fixtures {
  /** Opens a browser in which this user is signed in; `null` for a visitor. */
  as: (email: string | null, options?: PersonOptions) => Promise<Page>
}

const withFont = { cookies: [], origins: [{ origin: baseURL, localStorage: [{ name: 'gridbill.font', value: 'came' }] }] }

export const test = base.extend<Fixtures>({
  as: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    const broken: string[] = []
    const violations: string[] = []
    await use(async (email, { isFirstVisit = false, isIdleSoon = false, ...options } = {}) => {
      const context = await browser.newContext({ ...options, ...(!isFirstVisit && { storageState: withFont }) })
      contexts.push(context)
      if (slowdown > 1) context.on('page', slow)
      await context.exposeFunction('reportViolation', (violation: string) => violations.push(violation))
      await context.addInitScript(reportViolations)
      await context.addInitScript(promiseScrolls)
      if (!isIdleSoon) await context.addInitScript(idleLater)
      if (email !== null) await signIn(context, email)
      const page = await context.newPage()
      watch(page)
      page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`))
      return page
    })
    // A request on a mocked route may be pending when the journey ends.
    for (const page of contexts.flatMap((context) => context.pages())) await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const context of contexts) await context.close()
    expect(broken, 'uncaught errors').toEqual([])
    expect(violations, 'violations of the content security policy').toEqual([])
  },
})

export { expect } from '@playwright/test'

/** Of a sweep that repeats another in the other language or theme. `make e2e-all` runs it, `make e2e` does not. */
export const inAll = { tag: '@all' }

/** Marks the page, so that `expectSamePage` detects a reload. */
export const leaveMark = (page: Page) => page.evaluate(() => Object.assign(window, { stillTheSamePage: true }))
export async function expectSamePage(page: Page) {
  expect(await page.evaluate(() => 'stillTheSamePage' in window), 'the page was reloaded').toBe(true)
}
