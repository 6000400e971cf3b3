/** Takes a screenshot for guides and films: a JPEG in base64. */
import type { Page } from '@playwright/test'

export async function pictureOf(page: Page): Promise<string> {
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ type: 'jpeg', quality: 72, animations: 'disabled', caret: 'hide' })
  return picture.toString('base64')
}
