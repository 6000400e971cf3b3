/**
 * `make browsers`: the main job in Firefox ESR and WebKitGTK, as Debian has them: signing in, paying by transfer, the payment live in a
 * second window, an export, a workbook that is checked in the browser, and a computer that sleeps. Each browser reaches the portal through a
 * line that is cut while the computer sleeps.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { bulkIds } from '../../app/e2e/bills'
import { firefox } from '../../app/e2e/browser'
import { password, people } from '../../app/e2e/people'
import { paymentStatuses } from '../../app/e2e/statuses'
import { workbook } from '../../app/e2e/workbook'
import { baseURL } from '../../app/playwright.config'
import { type Browser, keys, openFirefox, openWebKit } from './webdriver'

const folder = join(import.meta.dirname, '../../target/browsers')

/** Returns the path of a program; undefined if it is not installed. */
function programOf(name: string): string | undefined {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
const driver = programOf('WebKitWebDriver')
const display = programOf('Xvfb')

const browsers = [
  { name: 'Firefox', packages: 'firefox-esr', open: firefox && (() => openFirefox(firefox, join(folder, 'firefox'))) },
  {
    name: 'WebKitGTK',
    packages: 'webkit2gtk-driver xvfb',
    open: driver && display && (() => openWebKit(driver, join(folder, 'webkit'))),
  },
]

/** Calls the portal, and repeats a call for which it was too busy. */
async function call<Data>(path: string, body?: object, token?: string): Promise<Data> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  for (let tries = 1; ; tries++) {
    const answer = await fetch(baseURL + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
    if (answer.ok) return ((await answer.json()) as { Data: Data }).Data
    if (answer.status !== 503 || tries === 10) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function tokenOf(email: string): Promise<string> {
  const side = email.endsWith('@utility.example') ? 'Admin' : 'User'
  const { accessToken } = await call<{ accessToken: string }>(`/user-svc/api/v1/${side}/Login`, { username: email, password })
  return accessToken
}

interface Head {
  eBulkPaymentID: string
  status: number
}

/** Accepts a payment as the utility's officer. Returns the function that reads its status. */
async function accept(transactionNo: string) {
  const officer = await tokenOf(people.pccr)
  const head = async () =>
    (await call<{ head: Head }>(`/payments-svc/api/v1/Admin/GetAdminPaymentDetails?transactionNo=${transactionNo}`, undefined, officer)).head
  const { eBulkPaymentID } = await head()
  await call('/billpayment-svc/api/v1/Admin/PaymentAccept', { eBulkPaymentID }, officer)
  return async () => (await head()).status
}

/** Connects the browser with the portal. While the line is cut it refuses connections, and those that were open are lost. */
async function openLine() {
  const { hostname, port } = new URL(baseURL)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((browser) => {
    if (isCut) return void browser.destroy()
    const portal = connect(Number(port), hostname)
    for (const [from, to] of [
      [browser, portal],
      [portal, browser],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from) && to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (cuts: boolean) => {
    isCut = cuts
    if (cuts) for (const socket of sockets) socket.destroy()
  }
  const close = () => {
    cut(true)
    server.close()
  }
  // A name, because passkeys belong to names.
  return { url: `http://localhost:${(server.address() as { port: number }).port}`, cut, close }
}

/** Moves the clock of the page, as after a sleep. Runs in the page. */
function moveClock(milliseconds: number) {
  const Before = Date
  window.Date = class extends Before {
    constructor(...values: unknown[]) {
      // @ts-expect-error: the arguments are those of Date
      super(...(values.length > 0 ? values : [Before.now() + milliseconds]))
    }
    static now() {
      return Before.now() + milliseconds
    }
  } as DateConstructor
}

/** When the page was complete, in milliseconds after the navigation began. Runs in the page. */
function timesOfPage() {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  return { answered: page?.responseEnd ?? 0, parsed: page?.domInteractive ?? 0, painted, loaded: page?.loadEventEnd ?? 0 }
}

async function signIn(browser: Browser) {
  await browser.type('field', 'E-mail address', people.master)
  await browser.type('field', 'Password', password)
  await browser.press('button', 'Sign in')
}

/** Waits until a file is complete, and returns it. */
async function downloaded(browser: Browser, name: RegExp): Promise<Buffer> {
  const found = () => readdirSync(browser.downloads).find((file) => name.test(file))
  await expect.poll(found, { timeout: 60_000, message: `${name} in ${readdirSync(browser.downloads)}` }).toBeDefined()
  const path = join(browser.downloads, found() ?? '')
  await expect.poll(() => !existsSync(`${path}.part`) && readFileSync(path).length).toBeGreaterThan(0)
  return readFileSync(path)
}

const minute = 60_000
/** Marks the page, so that a reload is noticed. Runs in the page. */
const mark = () => void Object.assign(window, { isMarked: true })
const isMarked = () => 'isMarked' in window

for (const { name, packages, open } of browsers)
  test(`${name}: the main job`, async () => {
    test.setTimeout(15 * minute)
    // The runner prints no reason.
    if (!open) console.log(`browsers: ${name}: SKIPPED: not installed (Debian: apt-get install ${packages})`)
    test.skip(!open, 'not installed')
    const line = await openLine()
    const browser = await open?.()
    if (!browser) return
    let since = performance.now()
    const tell = (what: string) => {
      console.log(`browsers: ${name} ${browser.version}: ${what} (${((performance.now() - since) / 1000).toFixed(1)} s)`)
      since = performance.now()
    }
    try {
      await mainJob(browser, line, tell)
    } catch (error) {
      await browser.picture(join(folder, `${name}.png`)).catch(() => undefined)
      throw error
    } finally {
      await browser.close()
      line.close()
    }
  })

async function mainJob(browser: Browser, { url, cut }: Awaited<ReturnType<typeof openLine>>, tell: (what: string) => void) {
  const times = async () => {
    const { answered, parsed, painted, loaded } = await browser.run(timesOfPage)
    return `answered ${Math.round(answered)}, parsed ${Math.round(parsed)}, painted ${Math.round(painted)}, loaded ${Math.round(loaded)} ms`
  }
  await browser.go(url)
  await browser.see('button', 'Sign in')
  tell(`the sign-in page for the first time: ${await times()}`)

  const hasPasskeys = await browser.run(() => 'PublicKeyCredential' in window)
  const isOffered = await browser.sees('button', 'Use a passkey')
  expect.soft(isOffered, 'a passkey is offered where the browser has them').toBe(hasPasskeys)
  tell(`passkeys: ${hasPasskeys ? '' : 'not '}available, ${isOffered ? '' : 'not '}offered`)

  await signIn(browser)
  await browser.see('link', 'Home')
  tell(`signed in: ${await times()}`)
  await browser.go(`${url}/home`)
  await browser.see('link', 'Home')
  // The event stream never ends. A browser that counts it as a part of the page would not complete it.
  await expect.poll(async () => (await browser.run(timesOfPage)).loaded, { timeout: 30_000 }).toBeGreaterThan(0)
  tell(`the home page: ${await times()}`)

  const first = await browser.thisWindow()
  const second = await browser.openWindow()
  await second()
  // WebKit ran code before the rules that it needs, in one of sixty pages (app/src/core/packages.ts).
  for (let opened = 0; opened < 25; opened++) {
    await browser.go(`${url}/billPayment/transactions`)
    await browser.see('row', /P\d+/)
  }
  tell('the list of payments opened 25 times')
  await browser.run(mark)

  await first()
  await browser.go(`${url}/billPayment/outstanding`)
  await browser.see('checkbox', /^Select invoice/)
  for (const place of [0, 1, 2]) await browser.press('checkbox', /^Select invoice/, place)
  await browser.press('link', 'Review and pay')
  await browser.see('heading', 'How do you want to pay?')
  await browser.press('radio', /^EFT GIRO/)
  await browser.type('combobox', /^Bank that you pay from/, 'Maybank2E')
  await browser.see('option', 'Maybank2E')
  await browser.type('combobox', /^Bank that you pay from/, keys.down)
  await browser.type('combobox', /^Bank that you pay from/, keys.enter)
  await browser.type('field', 'Reference number 1', `IBG${String(Date.now()).slice(-8)}`)
  await browser.press('button', 'Continue to review')
  await browser.see('heading', 'Review your payment')
  await browser.press('button', /^Pay RM/)
  await browser.see('heading', 'Your payment was submitted')
  const path = await browser.run(() => location.pathname)
  const paid = /P\d+/.exec(path)?.[0] ?? ''
  await browser.run(mark)
  tell(`paid three bills by transfer: ${paid}`)

  await second()
  await browser.see('row', new RegExp(`${paid}.*(Pending|Processing)`))
  tell('the second window shows the payment as pending')
  await accept(paid)
  await browser.see('row', new RegExp(`${paid}.*Paid`), { seconds: 90 })
  expect(await browser.run(isMarked), 'the second window was not reloaded').toBe(true)
  await first()
  await browser.see('heading', 'Paid')
  expect(await browser.run(isMarked), 'the first window was not reloaded').toBe(true)
  tell('both windows show it as paid')

  await browser.go(`${url}/billPayment/outstanding`)
  for (const [item, file, begin] of [
    ['CSV', /^Unpaid bills .*\.csv$/, '\u{feff}Invoice number,'],
    ['Excel workbook', /^Unpaid bills .*\.xlsx$/, 'PK'],
  ] as const) {
    await browser.press('button', 'Export')
    await browser.press('menuitem', new RegExp(`^${item}`))
    expect((await downloaded(browser, file)).toString().startsWith(begin)).toBe(true)
  }
  tell('exports are downloaded')

  const file = join(folder, 'accounts.xlsx')
  writeFileSync(file, workbook([['231000000001', 'PREFIX'], ...Array.from({ length: 500 }, (_, row) => [String(219900000000 + row), `R${row}`])]))
  await browser.go(`${url}/manageAccount/add?by=workbook`)
  await browser.see('text', /Choose a workbook/)
  await browser.chooseFile(file)
  await browser.see('text', '1 to fix')
  await browser.see('row', /starts with 21 or 22/)
  await browser.press('button', 'Download this table')
  expect((await downloaded(browser, /^Accounts\.xlsx$/)).toString('latin1', 0, 2)).toBe('PK')
  tell('a workbook of 501 rows is checked and written in the browser')

  // A sleep within the idle time: the page gets what it missed.
  const another = await payByCall()
  await browser.go(`${url}/billPayment/transactions/${another}/result`)
  await browser.see('heading', 'Your payment was submitted')
  await browser.run(mark)
  cut(true)
  await expect.poll(await accept(another), { intervals: [1000], timeout: 90_000 }).toBe(paymentStatuses.paid)
  cut(false)
  await browser.run(moveClock, 10 * minute)
  await browser.see('heading', 'Paid', { seconds: 90 })
  expect(await browser.run(isMarked), 'the page was not reloaded').toBe(true)
  tell('after a sleep of ten minutes the page shows the payment that was accepted meanwhile')

  const last = await payByCall()
  await browser.go(`${url}/billPayment/transactions/${last}/result`)
  await browser.see('heading', 'Your payment was submitted')
  cut(true)
  await accept(last)
  cut(false)
  await browser.run(moveClock, 120 * minute)
  await browser.see('text', /session has been inactive for 15 minutes/)
  expect(await browser.sees('text', /RM \d/), 'an amount on the page').toBe(false)
  tell('after a sleep of two hours the user is signed out, and no amount is shown')
  await signIn(browser)
  await browser.see('heading', 'Paid', { seconds: 90 })
  expect(await browser.run(() => location.pathname)).toBe(`/billPayment/transactions/${last}/result`)
  tell('signing in returns to the payment, which is paid')
}

/** Pays one bill by transfer. Returns the payment's number. */
async function payByCall(): Promise<string> {
  const token = await tokenOf(people.master)
  const payable = `/portal/api/v1/Bills/Select/${bulkIds.sinar}`
  const { bills } = await call<{ bills: { invoiceNo: string; amount: string }[] }>(payable, { filter: {} }, token)
  const bill = bills.at(-1)
  const asked = {
    bulkId: bulkIds.sinar,
    invoiceNos: [bill?.invoiceNo],
    paymentMethod: 'EFT_GIRO',
    bankId: 'MBB0228',
    referenceNumbers: [{ number: `IBG${String(Date.now()).slice(-8)}`, amount: bill?.amount }],
    totalAmount: bill?.amount,
  }
  const { transactionNo } = await call<{ transactionNo: string }>('/billpayment-svc/api/v1/Payment/MakePayment', asked, token)
  return transactionNo
}
