/**
 * `make accessibility-engines`: looks at 20 screens with two engines besides axe, which the journeys use: IBM's and HTML_CodeSniffer. Half of
 * the screens are in Malay, half in the dark theme. Each report is mended, or has its reason in accessibility/reasons.json.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../../app/e2e/people'
import { type Screen, sides } from '../../app/e2e/screens'
import { walkTo } from '../../app/e2e/walk'

const packages = join(import.meta.dirname, '../../target/accessibility-engines/node_modules')
const read = (path: string) => readFileSync(join(packages, path), 'utf8')

/** The screens, by the names of app/e2e/screens.ts. */
const chosen: Record<(typeof sides)[number]['side'], string[]> = {
  public: ['sign-in', 'about you, errors at every field'],
  customer: [
    'home',
    'outstanding bills',
    'bill with a finding',
    'a finding in the side panel',
    'due calendar',
    'payments',
    'a statement requested',
    'account',
    'report by cost centre',
    'emissions',
  ],
  master: ['setting up approval', 'users', 'creating an API token', 'a new profile for accounting'],
  staff: ['staff home', 'pending approval', 'answering a query', 'find and match'],
}

/** A report of an engine: the rule, the element with its beginning, and what is wrong. */
interface Report {
  engine: string
  rule: string
  element: string
  message: string
}

/** What remains, and why. `element` is a pattern of the element's beginning or its path. */
interface Reason {
  engine: string
  rule: string
  element?: string
  why: string
}
const reasons = JSON.parse(readFileSync(new URL('accessibility/reasons.json', import.meta.url), 'utf8')) as Reason[]
const used = new Set<Reason>()
const explains = (reason: Reason, { engine, rule, element }: Report) =>
  reason.engine === engine && reason.rule === rule && new RegExp(reason.element ?? '').test(element)

/** IBM's engine, by the rules of WCAG 2.2. It says of each report whether it is sure. Runs in the page. */
async function runIbm() {
  const { ace } = window as unknown as { ace: { Checker: new () => { check: (of: Document, by: string[]) => Promise<{ results: IbmResult[] }> } } }
  const { results } = await new ace.Checker().check(document, ['WCAG_2_2'])
  return results
    .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome !== 'PASS' && outcome !== 'MANUAL')
    .map(({ ruleId, reasonId, snippet, message, path }) => ({
      engine: 'IBM',
      rule: `${ruleId}.${reasonId}`,
      element: `${snippet.slice(0, 160)} ${path.dom}`,
      message,
    }))
}
interface IbmResult {
  ruleId: string
  reasonId: string
  value: [kind: string, outcome: string]
  snippet: string
  message: string
  path: { dom: string }
}

/** HTML_CodeSniffer, by WCAG 2 AA. Its warnings and notices ask a person to look. Runs in the page. */
async function runSniffer() {
  const { HTMLCS } = window as unknown as { HTMLCS: Sniffer }
  // It breaks off where it has no message, or no words in the language of the page.
  const translate = HTMLCS.getTranslation.bind(HTMLCS)
  HTMLCS.getTranslation = (key) => {
    try {
      return translate(key) ?? key
    } catch {
      return key
    }
  }
  await new Promise<void>((resolve) => HTMLCS.process('WCAG2AA', document, resolve))
  return HTMLCS.getMessages()
    .filter(({ type }) => type === 1)
    .map(({ code, msg, element }) => ({
      engine: 'HTML_CodeSniffer',
      rule: code.replace(/^WCAG2AA\.Principle\d\.Guideline\d_\d\./, ''),
      element: (element.outerHTML ?? '').slice(0, 160),
      message: msg,
    }))
}
interface Sniffer {
  process: (by: string, of: Document, done: () => void) => void
  getMessages: () => SnifferMessage[]
  getTranslation: (key: string) => string | undefined
}
interface SnifferMessage {
  type: number
  code: string
  msg: string
  element: Element
}

async function look(page: Page): Promise<Report[]> {
  // `evaluate` uses the debugger, because the page's content security policy forbids injected scripts.
  if (!(await page.evaluate(() => 'ace' in window))) {
    await page.evaluate(read('accessibility-checker-engine/ace.js'))
    await page.evaluate(read('html_codesniffer/build/HTMLCS.js'))
  }
  const ibm = await page
    .evaluate(runIbm)
    .catch(({ message }: Error): Report[] => [{ engine: 'IBM', rule: 'breaks off', element: page.url(), message }])
  return [...ibm, ...(await page.evaluate(runSniffer))]
}

/** Languages and themes take turns. */
const views = [
  { locale: 'en-US', colorScheme: 'light' },
  { locale: 'ms-MY', colorScheme: 'dark' },
  { locale: 'en-US', colorScheme: 'dark' },
  { locale: 'ms-MY', colorScheme: 'light' },
] as const

test('20 screens, and no reason without a report', async ({ as }) => {
  test.setTimeout(1_800_000)
  for (const { side, who, screens } of sides) {
    const all: Screen[] = await screens(await as(who))
    for (const [index, view] of views.entries()) {
      const page = await as(who, { ...view, reducedMotion: 'reduce' })
      for (const name of chosen[side].filter((_, place) => place % views.length === index)) {
        const screen = all.find((one) => one.name === name)
        if (!screen) throw new Error(`app/e2e/screens.ts has no screen "${name}"`)
        await walkTo(page, screen)
        const reports = await look(page)
        const unexplained = reports.filter((report) => {
          const reason = reasons.find((one) => explains(one, report))
          if (reason) used.add(reason)
          return !reason
        })
        console.log(
          `accessibility-engines: ${name}, ${view.locale}, ${view.colorScheme}: ${reports.length} reports, ${unexplained.length} without a reason`,
        )
        const lines = unexplained.map(({ engine, rule, element, message }) => `${engine} ${rule}: ${message}\n    ${element}`)
        expect.soft(lines, `${name} (${screen.address})`).toEqual([])
      }
    }
  }
  expect(reasons.filter((reason) => !used.has(reason))).toEqual([])
})
