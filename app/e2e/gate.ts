/** Holds requests back until a test lets them continue, to see a page while it waits, and changes answers. */

import type { Page, Route } from '@playwright/test'

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

/** Answers a request as the server does, with other values for some of its data. */
export async function answerWith<Data extends object>(route: Route, change: (data: Data) => object) {
  const response = await route.fetch()
  const body = (await response.json()) as { Data: Data }
  await route.fulfill({ response, json: { ...body, Data: { ...body.Data, ...change(body.Data) } } })
}
