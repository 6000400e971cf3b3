/** Actions of a Master on the users of a bulk account. */
import type { Page } from '@playwright/test'
import { dialogOpens } from './dialogs'

/** Returns the row of a user; on a phone, the card. */
export const rowOf = (page: Page, who: string) => page.getByRole('row').or(page.locator('li[data-row]')).filter({ hasText: who })

/** Chooses from the menu of a user's row. `who` is the name in the row. */
export async function act(page: Page, who: string, what: string) {
  await page.getByRole('button', { name: `Actions for ${who}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

export async function openAdd(page: Page, label = 'Add user') {
  await page.getByRole('main').getByRole('button', { name: label }).click()
  await dialogOpens(page)
}

/** Returns the entries of the preview: those that the user may open or do, and the others. */
export async function preview(page: Page, kind: 'Screens' | 'Actions') {
  const rights = page.getByRole('region', { name: 'What this person can access' }).getByRole('list', { name: kind }).getByRole('listitem')
  const all = await rights.allTextContents()
  const of = (answer: string) => all.filter((text) => text.endsWith(`: ${answer}`)).map((text) => text.slice(0, -answer.length - 2))
  return { yes: of('yes'), no: of('no') }
}
