/** Runs axe-core in the page: WCAG 2.2 AA and best practices. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
}

/** Returns one line for each finding on the current page. */
export async function findings(page: Page): Promise<string[]> {
  // `evaluate` uses the debugger, because the page's content security policy forbids injected scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await run(page)
  if (found.length === 0) return found
  // A page that changes between the wait and the run is looked at again: a button that fades in then has another colour. From
  // its top, because a button that a scrolled page has half under its header counts as too small.
  await page.evaluate(() => scrollTo(0, 0))
  return run(page)
}

async function run(page: Page): Promise<string[]> {
  // Wait until animations end, because colours are wrong during a fade.
  await page.evaluate(async () => {
    // Ignore animations that do not end, such as spinners and animations driven by scrolling.
    const ends = ({ timeline, effect, playState }: Animation) =>
      timeline instanceof DocumentTimeline && playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    let moving: Animation[]
    do {
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
      moving = document.getAnimations().filter(ends)
      await Promise.allSettled(moving.map((animation) => animation.finished))
    } while (moving.length > 0)
  })
  const { violations } = await page.evaluate(
    (values) =>
      (window as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResult> } }).axe.run(document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
      }),
    tags,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  )
}
