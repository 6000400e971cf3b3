/** From screen to screen of one person. */
import type { Page } from '@playwright/test'
import { type Screen, settled } from './screens'

/** Goes there as a link does: loading the portal anew for each of a hundred screens would take most of the time. */
async function goWithin(page: Page, address: string) {
  await page.evaluate((address) => {
    document.querySelector('h1')?.setAttribute('data-left', '')
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page.locator('h1:not([data-left])').waitFor()
}

export async function walkTo(page: Page, screen: Screen) {
  const isLoaded = (await page.locator('#main-menu').count()) > 0
  // By way of another screen, so that nothing of the last one is left, were it the same but for its query.
  if (isLoaded) for (const address of ['/404', screen.address]) await goWithin(page, address)
  else await page.goto(screen.address)
  await settled(page)
  await screen.prepare?.(page)
}
