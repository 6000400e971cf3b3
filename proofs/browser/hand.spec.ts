/**
 * Measures the time from a press or a key to the next frame, in a list of 10,000 loaded rows. Chromium's own timing begins with the event
 * and ends with the frame that shows its result. Needs a portal (GRIDBILL_BENCH_PORTAL) whose user (GRIDBILL_BENCH_PERSON) has that many
 * unpaid bills.
 */
import { expect, type Page, test } from '@playwright/test'

const portal = process.env.GRIDBILL_BENCH_PORTAL ?? 'http://127.0.0.1:18090'
const person = process.env.GRIDBILL_BENCH_PERSON ?? 'bench@bench.example'
const rounds = Number(process.env.ROUNDS ?? 9)

interface Timed {
  events: { name: string; duration: number }[]
}

/** Chromium measures in steps of 8 ms, and omits events of less than 16 ms. */
function watch() {
  const at = globalThis as unknown as Timed
  at.events = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) at.events.push({ name: entry.name, duration: entry.duration })
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

async function longest(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const at = globalThis as unknown as Timed
    at.events = []
  })
  await act()
  // Waits for the frame and then the observer.
  await page.waitForTimeout(300)
  const events = await page.evaluate(() => (globalThis as unknown as Timed).events)
  return Math.max(0, ...events.map(({ duration }) => duration))
}

test('interactions in a list of 10,000 rows', async ({ page }) => {
  test.setTimeout(600_000)
  await page.context().request.post(`${portal}/user-svc/api/v1/User/Login`, {
    data: { username: person, password: 'Gridbill-demo1' },
    headers: { 'X-Session': 'cookie' },
  })
  await page.goto(`${portal}/billPayment/outstanding?show=all`)
  const agree = page.getByRole('button', { name: 'I agree' })
  await expect(agree.or(page.locator('[data-row="0"]'))).toBeVisible()
  if (await agree.isVisible()) await agree.click()
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  // Loads all rows, as if the user had scrolled to the end. The last row shows the count.
  const rows = () => page.locator('[role=grid], table').first().getAttribute('aria-rowcount')
  const all = Number(await rows())
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.locator(`[data-row="${all - 2}"]`)).toBeVisible({ timeout: 200 })
  }).toPass({ timeout: 500_000, intervals: [50] })
  await page.evaluate(watch)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
  await page.waitForTimeout(1_000)
  // Any row that is far from the first and from the last.
  const place = await page.evaluate(() => {
    const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest<HTMLElement>('[data-row]')
    const box = row?.querySelector('input')?.getBoundingClientRect()
    return box && { row: Number(row?.dataset.row), x: box.x + box.width / 2, y: box.y + box.height / 2 }
  })
  if (!place) throw new Error('no row in the middle of the window')
  expect(Math.abs(place.row - all / 2)).toBeLessThan(200)
  const acts: [string, () => Promise<unknown>][] = [
    ['a tick', () => page.mouse.click(place.x, place.y)],
    ['an arrow', () => page.keyboard.press('ArrowDown')],
    ['Shift and an arrow', () => page.keyboard.press('Shift+ArrowDown')],
    ['Ctrl+A', () => page.keyboard.press('Control+a')],
    ['Esc', () => page.keyboard.press('Escape')],
    ['the filters opened', () => page.getByRole('button', { name: 'Filters' }).click()],
    ['the filters closed', () => page.keyboard.press('Escape')],
    ['a letter in the search', () => page.getByRole('searchbox').first().press('x')],
    ['the letter taken back', () => page.getByRole('searchbox').first().press('Backspace')],
  ]
  const measured = new Map(acts.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (const [name, act] of acts) measured.get(name)?.push(await longest(page, act))
  for (const [name, values] of measured) {
    const sorted = values.toSorted((one, other) => one - other)
    console.info(`bench: ${name}: median ${sorted[sorted.length >> 1]} ms, at most ${sorted.at(-1)} ms`)
  }
})
