/** Electricity accounts for the journeys: importing them by the utility's feed, and finding them on the screen. */
import { expect, type Page } from '@playwright/test'
import { deliver } from './feed'

/** Returns this number of consecutive account numbers. */
export const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, place) => String(first + place))

/** Imports these accounts into the account master. No customer has them yet. */
export const feed = (numbers: readonly string[], status: 'active' | 'inactive' = 'active') =>
  deliver(
    'accounts',
    numbers.map(
      (no, place) =>
        `${no},201901000001,Teguh Baharu Sdn Bhd,"No. ${place + 1}, Jalan Ujian",Shah Alam,40000,Selangor,Commercial,Low Voltage General,${status}`,
    ),
  )

/** Returns the row of an account or group; on a phone, the card. */
export const rowOf = (page: Page, what: string) => page.getByRole('row').or(page.locator('li[data-row]')).filter({ hasText: what })

/** Searches for the accounts by number. */
export async function find(page: Page, numbers: readonly string[]) {
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(numbers.join(', '))
  const shown = numbers.length
  await expect(page.getByRole('region', { name: new RegExp(`^${shown} matching accounts?$`) })).toBeVisible()
}

/** Chooses a group by typing a part of its name. */
export async function chooseGroup(page: Page, name: string, label: string | RegExp = 'Group') {
  const box = page.getByRole('combobox', { name: label })
  const option = page.getByRole('option', { name: new RegExp(`^${name}`) })
  // A dialogue takes the focus just after it opens, and scrolling closes the list. Retry until it works: the typed text stays, so it is
  // typed anew, which opens the list.
  await expect(async () => {
    await box.fill('')
    await box.fill(name)
    await option.first().click({ timeout: 2_000 })
    await expect(box).toHaveValue(name, { timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
}

/** Checks that the page is not wider than the window. */
export async function fits(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), page.url()).toBe(0)
}
