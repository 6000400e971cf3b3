/** Dialogues, of both roles. */
import { expect, type Page } from '@playwright/test'

/** Returns the open dialogue. One that fades out, for example a menu, is none. */
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).and(page.locator(':not([data-exiting])'))

const focusIsIn = (page: Page, selector: string) =>
  expect.poll(() => page.evaluate((selector) => document.activeElement?.closest(selector) != null, selector)).toBe(true)

/** Waits until the dialogue has the focus. Before that, keys do not reach it, although it is visible. */
export const expectFocusIn = (page: Page, role: 'dialog' | 'alertdialog') => focusIsIn(page, `[role="${role}"]`)

/** Closes a new dialogue with Escape. */
export async function escapeDialog(page: Page) {
  await focusIsIn(page, '[role="dialog"], [role="alertdialog"]')
  await page.keyboard.press('Escape')
}

/** Waits until a dialogue is open. */
export const dialogOpens = (page: Page) => expect(dialog(page)).toBeVisible()
