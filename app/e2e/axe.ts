/** axe-core in the page: WCAG 2.2 AA and its best practices. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

interface Found {
  violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
}

/** Rules whose outcome colours decide; all others find the same in either theme. */
const byColour = ['color-contrast', 'link-in-text-block']

/** What axe finds on the page as it stands, a line for each. */
export async function findings(page: Page, about: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  // A theme that was switched just now takes its colours in a moment.
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
  // Evaluated by the debugger: the page's own policy forbids a script in it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly = about === 'everything' ? { type: 'tag', values: tags } : { type: 'rule', values: byColour }
  const { violations } = await page.evaluate(
    (only) =>
      (window as unknown as { axe: { run: (context: Document, options: object) => Promise<Found> } }).axe.run(document, {
        runOnly: only,
        resultTypes: ['violations'],
      }),
    runOnly,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  )
}
