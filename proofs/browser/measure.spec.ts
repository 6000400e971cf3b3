/**
 * Measures the time from choosing a workbook of 10,000 rows to the errors on the screen, and the longest task of the main thread. It
 * compares the portal's reader with SheetJS and zod, in the same browser with the same table. Each page is new and has loaded its reader,
 * as it has by the time a user has found the file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type Page, test } from '@playwright/test'
import { writeWorkbook } from './sheetjs/write'

const rounds = Number(process.env.ROUNDS ?? 9)
const file = process.env.GRIDBILL_BENCH_WORKBOOK ?? '/tmp/gridbill-10000.xlsx'

interface Measures {
  began: number
  longest: number
  shown: Promise<number>
}

/** Writes ten thousand rows, with a hundred wrong and a hundred repeated numbers. */
function writeFile() {
  const lines = Array.from({ length: 10_000 }, (_, index) => [
    index % 100 === 0 ? '2312' : `22${String(index % 100 === 50 ? index - 1 : index).padStart(10, '0')}`,
    `Block ${index}`,
  ])
  writeFileSync(file, writeWorkbook('Accounts', [['Account number', 'Reference ID'], ...lines]))
}

/** Measures from the choice to the frame that shows the first error. A queued message measures the length of tasks. */
function watch() {
  const at = globalThis as unknown as Measures
  const { port1, port2 } = new MessageChannel()
  let last = performance.now()
  let runs = true
  port1.onmessage = () => {
    const now = performance.now()
    at.longest = Math.max(at.longest, now - last)
    last = now
    if (runs) port2.postMessage(0)
  }
  port2.postMessage(0)
  const begin = () => {
    at.began = performance.now()
    at.longest = 0
    last = at.began
  }
  document.querySelector('input[type=file]')?.addEventListener('change', begin, { capture: true })
  at.shown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent?.includes('starts with 21 or 22')) return
      observer.disconnect()
      requestAnimationFrame(() =>
        setTimeout(() => {
          runs = false
          resolve(performance.now() - at.began)
        }),
      )
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

async function once(page: Page, query: string): Promise<{ shown: number; longest: number }> {
  // Both ask the utility's records only afterwards.
  await page.route('**/CheckAccounts', (route) => route.fulfill({ json: { Data: { wrong: [] }, Error: null } }))
  // Not a public address, because those load the small package of rules, without the sentences of inner pages.
  await page.goto(`/bench${query}`)
  await page.waitForSelector('input[type=file]', { state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(watch)
  await page.setInputFiles('input[type=file]', file)
  return page.evaluate(async () => {
    const at = globalThis as unknown as Measures
    return { shown: await at.shown, longest: at.longest }
  })
}

const said = (values: number[]) => {
  const sorted = values.toSorted((one, other) => one - other)
  return `median ${sorted[sorted.length >> 1]?.toFixed(0)} ms, at most ${sorted.at(-1)?.toFixed(0)} ms`
}

writeFile()
for (const [name, query] of [
  ['the portal', ''],
  ['SheetJS and zod', '?by=xlsx'],
] as const) {
  test(name, async ({ browser }) => {
    const measured = []
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext()
      measured.push(await once(await context.newPage(), query))
      await context.close()
    }
    console.info(`bench: ${name}: errors on the screen: ${said(measured.map(({ shown }) => shown))}`)
    console.info(`bench: ${name}: longest task of the main thread: ${said(measured.map(({ longest }) => longest))}`)
  })
}

test('the package', () => {
  const wasm = readFileSync(new URL('../../core-wasm/pkg/sheet/gridbill_core_bg.wasm', import.meta.url))
  console.info(`bench: the reader's package: ${gzipSync(wasm, { level: 9 }).length} bytes gzipped`)
})
