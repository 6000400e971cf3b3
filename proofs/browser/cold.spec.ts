/**
 * Measures the portal over a line of 400 kbit/s and 400 ms latency, with an empty browser cache: from the request of the page until the
 * frame is shown, and until the page's main content can be read. Needs a portal (GRIDBILL_BENCH_PORTAL) and a user who may read bills
 * there (GRIDBILL_BENCH_PERSON).
 */
import { type Browser, expect, test } from '@playwright/test'

const portal = process.env.GRIDBILL_BENCH_PORTAL ?? 'http://127.0.0.1:18090'
const person = process.env.GRIDBILL_BENCH_PERSON ?? 'bench@bench.example'
const rounds = Number(process.env.COLD_ROUNDS ?? 5)
const line = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }

/** The element that contains an amount once the page is usable: the figures, or a row. */
const screens = [
  { name: 'home', path: '/home', usable: '[data-tour="figures"]' },
  { name: 'a list of bills', path: '/billPayment/outstanding', usable: '[data-row="0"]' },
]

interface Seen {
  frame?: number
  usable?: number
}

/** Runs in the page itself, because polling from outside would only happen twice a second. */
function watch(usable: string) {
  const seen: Seen = {}
  ;(globalThis as unknown as { seen: Seen }).seen = seen
  new MutationObserver(() => {
    if (document.querySelector('header')) seen.frame ??= performance.now()
    if (document.querySelector(usable)?.textContent?.includes('RM')) seen.usable ??= performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

async function signedIn(browser: Browser) {
  const context = await browser.newContext()
  await context.request.post(`${portal}/user-svc/api/v1/User/Login`, {
    data: { username: person, password: 'Gridbill-demo1' },
    headers: { 'X-Session': 'cookie' },
  })
  return context
}

/** Agrees to the terms, which a user does at the first sign-in only, so that it is not measured. */
async function agree(browser: Browser) {
  const context = await signedIn(browser)
  const page = await context.newPage()
  await page.goto(`${portal}/billPayment/outstanding`)
  const terms = page.getByRole('button', { name: 'I agree' })
  await expect(terms.or(page.locator('[data-row="0"]'))).toBeVisible()
  if (await terms.isVisible()) await terms.click()
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await context.close()
}

const median = (numbers: number[]) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

test('a cold start over a slow line', async ({ browser }) => {
  test.setTimeout(600_000)
  await agree(browser)
  for (const { name, path, usable } of screens) {
    const frames: number[] = []
    const usables: number[] = []
    let bytes = 0
    for (let round = 0; round < rounds; round++) {
      const context = await signedIn(browser)
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: false })
      await devtools.send('Network.emulateNetworkConditions', line)
      bytes = 0
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      await page.addInitScript(watch, usable)
      await page.goto(portal + path, { waitUntil: 'commit' })
      await expect(page.locator(usable)).toContainText('RM', { timeout: 60_000 })
      const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
      frames.push(seen.frame ?? Number.NaN)
      usables.push(seen.usable ?? Number.NaN)
      await context.close()
    }
    console.log(
      `${name}: the frame after ${seconds(median(frames))}, usable after ${seconds(median(usables))} ` +
        `(${seconds(Math.min(...usables))} to ${seconds(Math.max(...usables))}), ${Math.round(bytes / 1000)} KB until then`,
    )
  }
})
