/**
 * `make lighthouse`: measures Lighthouse's score of every page on a phone with an empty cache, on the cluster with its demo. PAGES, a
 * pattern of names, selects pages; each is scored ROUNDS times.
 */
import { readFileSync } from 'node:fs'
import { type APIRequestContext, type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { findBrowser } from '../../app/e2e/browser'

const portal = process.env.GRIDBILL_BENCH_PORTAL ?? ''
const rounds = Number(process.env.ROUNDS ?? 3)
const wanted = new RegExp(process.env.PAGES ?? '')
const port = 9333

const declared = new URL('../../core-wasm/pkg/declared/public.json', import.meta.url)
const { addresses } = JSON.parse(readFileSync(declared, 'utf8')) as { addresses: Record<string, string> }
/** Addresses such as `/admin/bulkAccounts/search`, which look like a record but are not. */
const others = new Set(Object.values(addresses))
const lighthousePath = new URL('lighthouse/node_modules/lighthouse/core/index.js', import.meta.url).href

/** The pages of each user. A name together with a list means the first record to which the list links. */
const visits: { as?: string; pages: (string | [name: string, list: string])[] }[] = [
  { pages: ['signIn', 'forgotPassword', 'register', 'staffSignIn', 'learnMore', 'apiDocs', 'verifyPack', 'status'] },
  {
    as: 'master@sinar.example',
    pages: [
      'home',
      'batches',
      'outstandingBills',
      'outstandingCharges',
      'billHistory',
      'settlements',
      'dueCalendar',
      ['bill', 'outstandingBills'],
      'payments',
      ['payment', 'payments'],
      'findings',
      'auditSettings',
      'queries',
      'proposals',
      'approvalPolicy',
      'statements',
      'accounts',
      ['account', 'accounts'],
      'addAccounts',
      'pendingAccounts',
      'groups',
      ['group', 'groups'],
      'accountsInNoGroup',
      'costCentres',
      'costReport',
      'groupCodings',
      'uncodedAccounts',
      'accounting',
      'accountingRuns',
      'accountingDocuments',
      'newAccountingProfile',
      'deposits',
      'carbonReport',
      'company',
      'editCompany',
      'users',
      'factorPolicy',
      'ssoSettings',
      'mailboxes',
      'apiTokens',
      'webhooks',
      'activity',
      'notifications',
      'profile',
      'editProfile',
      'ownData',
    ],
  },
  {
    as: 'pccr.north@utility.example',
    pages: [
      'staffHome',
      'pendingPayments',
      'allPayments',
      ['staffPayment', 'allPayments'],
      'bankStatements',
      'unmatchedSettlements',
      'gatewayQuery',
      'lateConfirmations',
      'batchReviews',
      'queryQueue',
      'queryService',
      'bulkAccounts',
      ['bulkAccount', 'bulkAccounts'],
      ['bulkCompany', 'bulkAccount'],
      ['bulkUsers', 'bulkAccount'],
      'searchAccounts',
      'allPendingAccounts',
      'registrations',
      ['reviewRegistration', 'registrations'],
      'businessUsers',
      'staffActivity',
      'dataRequests',
      'breaches',
      'staffNotifications',
      'staffProfile',
      'staffOwnData',
    ],
  },
  {
    as: 'ict@utility.example',
    pages: ['staffHome', 'jobs', 'feedImports', 'outbox', 'announcements', 'operationSettings', 'staffUsers'],
  },
]

interface Score {
  score: number
  first: number
  largest: number
  blocked: number
  shift: number
}

async function newBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser()
  const args = ['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors', `--remote-debugging-port=${port}`]
  return chromium.launch({ executablePath, env, args })
}

async function signIn(request: APIRequestContext, email: string) {
  const path = email.endsWith('@utility.example') ? 'Admin/Login' : 'User/Login'
  const answer = await request.post(`${portal}/user-svc/api/v1/${path}`, {
    data: { username: email, password: 'Gridbill-demo1' },
    headers: { 'X-Session': 'cookie' },
  })
  expect(answer.ok()).toBe(true)
}

/** Marks all tours as seen, as after a user's first visit. */
async function putToursAside(request: APIRequestContext) {
  const words = JSON.parse(readFileSync(new URL('../../app/src/words/en/tours.json', import.meta.url), 'utf8')) as { names: object }
  for (const userTutorialId of Object.keys(words.names))
    await request.post(`${portal}/user-svc/api/v1/User/UserTutorialCompleted`, { data: { userTutorialId }, headers: { 'X-Session': 'cookie' } })
}

/** Returns the addresses of the pages, including records, and the cookies to open them with. */
async function prepare(as: string | undefined, pages: (typeof visits)[number]['pages']) {
  const browser = await newBrowser()
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  if (as) {
    await signIn(context.request, as)
    await putToursAside(context.request)
  }
  const found = new Map<string, string>()
  const page = await context.newPage()
  for (const one of pages) {
    const [name, list] = typeof one === 'string' ? [one] : one
    const address = addresses[name] ?? ''
    if (!list) found.set(name, address)
    else if (wanted.test(name)) {
      await page.goto(portal + (found.get(list) ?? addresses[list]))
      const leads = new RegExp(`^${address.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
      const leading = () => linksOf(page).then((links) => links.find((href) => leads.test(href) && !others.has(href)))
      await expect.poll(leading, { message: name }).toBeTruthy()
      found.set(name, (await leading()) ?? '')
    }
  }
  const cookies = await context.cookies(portal)
  await browser.close()
  return { found, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

const linksOf = (page: Page) => page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))

async function scoreOf(path: string, cookie: string): Promise<Score> {
  const { default: lighthouse } = await import(lighthousePath)
  const browser = await newBrowser()
  try {
    const extraHeaders = cookie ? { Cookie: cookie } : undefined
    const { lhr } = await lighthouse(portal + path, { port, onlyCategories: ['performance'], extraHeaders, logLevel: 'silent' })
    expect(lhr.finalDisplayedUrl).toBe(portal + path)
    const value = (name: string) => lhr.audits[name].numericValue
    return {
      score: Math.round(lhr.categories.performance.score * 100),
      first: value('first-contentful-paint'),
      largest: value('largest-contentful-paint'),
      blocked: value('total-blocking-time'),
      shift: value('cumulative-layout-shift'),
    }
  } finally {
    await browser.close()
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
const middle = (numbers: number[]) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN

for (const { as, pages } of visits)
  test(`pages of ${as ?? 'nobody'}`, async () => {
    test.setTimeout(3_600_000)
    let { found, cookie } = await prepare(as, pages)
    let since = Date.now()
    for (const [name, path] of found) {
      if (!wanted.test(name)) continue
      const scores: Score[] = []
      for (let round = 0; round < rounds; round++) {
        // Access tokens last five minutes.
        if (Date.now() - since > 240_000) {
          ;({ cookie } = await prepare(as, []))
          since = Date.now()
        }
        scores.push(await scoreOf(path, cookie))
      }
      const all = scores.map(({ score }) => score)
      const of = (what: Exclude<keyof Score, 'score'>) => middle(scores.map((one) => one[what]))
      console.log(
        `lighthouse: ${name}: ${Math.min(...all)} to ${Math.max(...all)}; first picture ${seconds(of('first'))}, largest text ` +
          `${seconds(of('largest'))}, blocked ${Math.round(of('blocked'))} ms, shifted ${of('shift').toFixed(3)}`,
      )
    }
  })
