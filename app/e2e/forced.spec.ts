/** In forced colours the selected item differs by shape. The list of shortcuts opens without a shortcut. */
import { expect, people, quiet, test } from './people'

test('the current tab and view can be distinguished in forced colours', async ({ as }) => {
  const page = await as(people.payer, { forcedColors: 'active' })
  await page.goto('/billPayment/outstanding')
  await quiet(page)
  const lines = await page
    .getByRole('navigation', { name: 'Bills' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.hasAttribute('aria-current'), Number.parseFloat(getComputedStyle(link).borderBlockEndWidth)]),
    )
  expect(lines.filter(([isCurrent]) => isCurrent)).toEqual([[true, 4]])
  expect(lines.filter(([isCurrent, width]) => !isCurrent && width !== 2)).toEqual([])
  const grounds = await page
    .locator('[data-selected]')
    .first()
    .evaluate((view) => [view, view.nextElementSibling ?? view].map((one) => getComputedStyle(one).backgroundColor))
  expect(grounds[0]).not.toBe(grounds[1])
})

test('the help menu opens the list of shortcuts', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/billPayment/statements')
  await quiet(page)
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('menuitem', { name: /^Keyboard shortcuts/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Ctrl')
})
