/** Holds requests back until a test lets them continue, to see a page while it waits. */

import type { Page } from '@playwright/test'

/** Returns a promise for requests to wait for, and the function that lets them continue. */
export function gate() {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  return { held, answer: () => answer() }
}

/** Holds requests to `url` back. Returns the function that lets them, and all later ones, continue. */
export async function holdBack(page: Page, url: string | RegExp) {
  const { held, answer } = gate()
  await page.route(url, async (route) => {
    await held
    await route.continue()
  })
  return answer
}
