/** axe-core in the page: WCAG 2.2 AA and its best practices. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

interface Found {
  violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
}

/** What axe finds on the page as it stands, a line for each; `but` names rules that the caller gives a reason for. */
export async function findings(page: Page, but: readonly string[] = []): Promise<string[]> {
  // A theme that was switched just now takes its colours in a moment.
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
  // Evaluated by the debugger: the page's own policy forbids a script in it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    ([values, rules]) =>
      (window as unknown as { axe: { run: (context: Document, options: object) => Promise<Found> } }).axe.run(document, {
        runOnly: { type: 'tag', values },
        rules: Object.fromEntries((rules ?? []).map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
      }),
    [tags, [...but]],
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  )
}
