/** What a Master does with the people of a bulk account. */
import { expect, type Page } from '@playwright/test'

export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

const focusIsIn = (page: Page, selector: string) =>
  expect.poll(() => page.evaluate((selector) => document.activeElement?.closest(selector) != null, selector)).toBe(true)

/** The dialogue that has come takes the focus, and so hears keys, a moment after it is seen. */
export const expectFocusIn = (page: Page, role: 'dialog' | 'alertdialog') => focusIsIn(page, `[role="${role}"]`)

/** Leaves a dialogue that has just come by the key. */
export async function escapeDialog(page: Page) {
  await focusIsIn(page, '[role="dialog"], [role="alertdialog"]')
  await page.keyboard.press('Escape')
}

/** The row of somebody, on a phone the card. */
export const rowOf = (page: Page, who: string) => page.getByRole('row').or(page.locator('li[data-row]')).filter({ hasText: who })

/** Chooses from the menu of somebody's row; `who` is the name that the row has. */
export async function act(page: Page, who: string, what: string) {
  await page.getByRole('button', { name: `Actions for ${who}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

export async function openAdd(page: Page, label = 'Add user') {
  await page.getByRole('main').getByRole('button', { name: label }).click()
  await expect(dialog(page)).toBeVisible()
}

/** The words of the preview that are granted, and those that are not. */
export async function preview(page: Page, kind: 'Screens' | 'Actions') {
  const rights = page.getByRole('region', { name: 'What this person can access' }).getByRole('list', { name: kind }).getByRole('listitem')
  const all = await rights.allTextContents()
  const of = (answer: string) => all.filter((text) => text.endsWith(`: ${answer}`)).map((text) => text.slice(0, -answer.length - 2))
  return { yes: of('yes'), no: of('no') }
}

/** What the main menu offers. */
export const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allTextContents()
