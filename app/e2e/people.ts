/** The people of the demo, each in a browser of their own, as at desks of their own. */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page, type Request } from '@playwright/test'
import { baseURL, slowdown } from '../playwright.config'

export const password = 'Gridbill-demo1'

export const people = {
  /** Of the large company. */
  master: 'master@sinar.example',
  payer: 'payer@sinar.example',
  keeper: 'keeper@sinar.example',
  viewer: 'viewer@sinar.example',
  /** Nobody but the journey that locks them out. */
  auditor: 'auditor@sinar.example',
  east: 'finance.east@sinar.example',
  council: 'master@majlis.example',
  coldStores: 'master@teraju.example',
  hotels: 'master@rimba.example',
  hospitals: 'master@damai.example',
  newcomer: 'new@baru.example',
  pccr: 'pccr@utility.example',
  secondOfficer: 'pccr.north@utility.example',
  glb: 'glb@utility.example',
  ict: 'ict@utility.example',
} as const

const isStaff = (email: string) => email.endsWith('@utility.example')

/** Asks the server as the person of that browser. */
export async function ask<T>(of: Page | BrowserContext, path: string, data: object = {}, headers: Record<string, string> = {}): Promise<T> {
  const answer = await of.request.post(path, { data, headers: { 'X-Session': 'cookie', 'Accept-Language': 'en', ...headers } })
  expect(answer.ok(), `${path}: ${answer.status()} ${answer.ok() ? '' : await answer.text()}`).toBe(true)
  return ((await answer.json()) as { Data: T }).Data
}

/** A call that is done once for each key. */
export const askOnce = <T>(of: Page, path: string, data: object): Promise<T> =>
  ask(of, path, data, { 'Idempotency-Key': crypto.randomUUID() })

/** Signs in without the page, for journeys that are about something else. */
async function signIn(context: BrowserContext, email: string) {
  await ask(context, `/user-svc/api/v1/${isStaff(email) ? 'Admin' : 'User'}/Login`, { username: email, password })
}

/** Signs in as people do. */
export async function fillIn(page: Page, email: string, typed = password) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const underWay = new WeakMap<Page, Set<Request>>()

/** Knows what the page waits for; the stream of live events is never over, and does not count. */
function watch(page: Page) {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    // With another document, what the last one waited for is over, and not always said to be.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear()
    if (request.resourceType() !== 'eventsource') requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Nothing is asked for any more, and what came is drawn: not only the frame that stands there until the portal's code has run. */
export async function quiet(page: Page) {
  const drawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const isPortal = () => page.locator('#root > :not(.first-frame)').count()
  await expect
    .poll(
      async () => {
        // Asked first: of what has just been drawn, keys and clicks are not heard yet.
        const isDrawn = (await isPortal()) > 0
        await drawn()
        const before = underWay.get(page)?.size
        await drawn()
        return isDrawn && before === 0 && underWay.get(page)?.size === 0
      },
      { intervals: [50] },
    )
    .toBe(true)
}

/** What others do meanwhile is not heard of, and so not read: the import of a feed, say, which everybody is told of. */
export const hearNothing = (page: Page) => page.route('**/portal/api/v1/Live', (route) => route.abort())

async function slow(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Runs in the page, before it does anything. */
function reportViolations() {
  const page = window as unknown as { reportViolation: (violation: string) => void }
  addEventListener('securitypolicyviolation', ({ documentURI, effectiveDirective, blockedURI, sourceFile }) =>
    page.reportViolation(`${documentURI}: ${effectiveDirective} forbids ${blockedURI} of ${sourceFile}`),
  )
}

interface Fixtures {
  /** Opens a browser in which that person is signed in; nobody for `null`. Unless it is a first visit, the font is in its store. */
  as: (email: string | null, options?: BrowserContextOptions & { isFirstVisit?: boolean }) => Promise<Page>
}

const withFont = { cookies: [], origins: [{ origin: baseURL, localStorage: [{ name: 'gridbill.font', value: 'came' }] }] }

export const test = base.extend<Fixtures>({
  as: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    const broken: string[] = []
    const violations: string[] = []
    await use(async (email, { isFirstVisit = false, ...options } = {}) => {
      const context = await browser.newContext({ ...options, ...(!isFirstVisit && { storageState: withFont }) })
      contexts.push(context)
      if (slowdown > 1) context.on('page', slow)
      await context.exposeFunction('reportViolation', (violation: string) => violations.push(violation))
      await context.addInitScript(reportViolations)
      if (email !== null) await signIn(context, email)
      const page = await context.newPage()
      watch(page)
      page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`))
      return page
    })
    // A request that a journey answers itself may be under way when the journey is over.
    for (const page of contexts.flatMap((context) => context.pages())) await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const context of contexts) await context.close()
    expect(broken, 'errors that nobody caught').toEqual([])
    expect(violations, "what the pages' own policy forbade").toEqual([])
  },
})

export { expect } from '@playwright/test'

/** Puts something into the page that no reload or other page would keep. */
export const leaveMark = (page: Page) => page.evaluate(() => Object.assign(window, { stillTheSamePage: true }))
export async function expectSamePage(page: Page) {
  expect(await page.evaluate(() => 'stillTheSamePage' in window), 'the page was loaded anew').toBe(true)
}
