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

/** Opens an address within the portal if it is loaded, and otherwise loads it. */
export async function goTo(page: Page, address: string) {
  const isLoaded = (await page.locator('#main-menu').count()) > 0
  // Another screen is opened first. Otherwise state would be kept if only the query of the address differs.
  if (isLoaded) for (const one of ['/404', address]) await goWithin(page, one)
  else await page.goto(address)
}

export async function walkTo(page: Page, screen: Screen) {
  await goTo(page, screen.address)
  await settled(page)
  await screen.prepare?.(page)
}
