/** The main menu, and the tabs and pages of its sections. */
import type { Page } from '@playwright/test'

export const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

/** Matches a name that a number may follow. */
const counted = (name: string) => new RegExp(`^${name}( [\\d,]+( waiting)?)?$`)

/** Returns the link to a section. Its name also has the number of records that wait for the user. */
export const sectionLink = (page: Page, section: string) => mainMenu(page).getByRole('link', { name: counted(section) })

/** Returns the link to a tab of a section, or to a page of a tab, above the open page. */
export const tabLink = (page: Page, of: string, name: string) =>
  page
    .getByRole('main')
    .getByRole('navigation', { name: of, exact: true })
    .getByRole('link', { name: counted(name) })

/** Opens a section from the menu, then one of its tabs, then one of the tab's pages. */
export async function openInMenu(page: Page, section: string, tab?: string, name?: string) {
  await sectionLink(page, section).click()
  if (tab !== undefined) await tabLink(page, section, tab).click()
  if (tab !== undefined && name !== undefined) await tabLink(page, tab, name).click()
}
