/** Navigation from screen to screen for one user. */
import type { Page } from '@playwright/test'
import { type Screen, settled } from './screens'

/** Navigates within the app, because loading the portal for each of a hundred screens would take most of the time. */
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
  // Go through another screen first, so that no state is left if only the query differs.
  if (isLoaded) for (const address of ['/404', screen.address]) await goWithin(page, address)
  else await page.goto(screen.address)
  await settled(page)
  await screen.prepare?.(page)
}
