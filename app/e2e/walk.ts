/** Opens one screen after the other for one user. */
import type { Page } from '@playwright/test'
import { type Screen, settled } from './screens'

/** Navigates without loading the portal again, which would take most of the time for a hundred screens. */
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
  // Another screen is opened first. Otherwise state would be kept if only the query of the address differs.
  if (isLoaded) for (const address of ['/404', screen.address]) await goWithin(page, address)
  else await page.goto(screen.address)
  await settled(page)
  await screen.prepare?.(page)
}
