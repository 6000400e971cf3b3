/** Changes of a company's data by its Master. */
import { expect, people, test } from './people'
import { settled } from './screens'

test('only the Master changes the company, no change is overwritten, and each is in the history', async ({ as }) => {
  const keeper = await as(people.keeper)
  await keeper.goto('/manageAccount/profile/edit')
  await settled(keeper)
  await expect(keeper.getByRole('textbox')).toHaveCount(0)

  const page = await as(people.hotels)
  await page.goto('/manageAccount/profile')
  await page.getByRole('link', { name: 'Edit company and contacts' }).click()
  await expect(page.getByLabel('Company name')).toHaveAttribute('readonly', '')
  await page.locator('[id="landline"]').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check what you entered' })
  await expect(summary).toBeFocused()
  const typed: [string, string][] = [
    ['landline', '321345678'],
    ['mailingAddress.unitFloor', 'Level 12'],
    ['mailingAddress.street', 'Jalan Ampang'],
    ['mailingAddress.city', 'Kuala Lumpur'],
    ['mailingAddress.postalCode', '50450'],
    ...['primaryContact', 'secondaryContact'].flatMap((contact): [string, string][] => [
      [`${contact}.name`, 'Aina binti Yusof'],
      [`${contact}.email`, 'aina@rimba.example'],
      [`${contact}.mobileNo`, '123456789'],
      [`${contact}.jobTitle`, 'Finance Manager'],
      [`${contact}.department`, 'Finance'],
    ]),
  ]
  for (const [id, text] of typed) await page.locator(`[id="${id}"]`).fill(text)
  await page.locator('[id="mailingAddress.state"]').click()
  await page.getByRole('option', { name: 'Kuala Lumpur' }).click()

  // A colleague has the form open in another browser.
  const other = await as(people.hotels)
  await other.goto('/manageAccount/profile/edit')
  await other.locator('[id="landline"]').fill('387654321')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL('/manageAccount/profile')
  await expect(page.getByRole('main')).toContainText('Jalan Ampang')
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('→ Jalan Ampang')

  // The open form shows the colleague's change before the user sends it.
  const newer = other.getByRole('status').filter({ hasText: 'Another user has changed this.' })
  await expect(newer).toContainText('The saved value is now 321345678. You entered 387654321.')
  await expect(other.locator('[id="landline"]')).toHaveValue('387654321')
  // Both contacts have a name, so the message says which contact's name differs.
  await other.locator('[id="secondaryContact.name"]').fill('Badrul bin Omar')
  await expect(newer).toContainText('Name (Secondary contact)')
  // The user is not asked about fields that only the colleague changed.
  await expect(newer).not.toContainText('Jalan Ampang')
  await newer.getByRole('button', { name: 'Keep my value' }).click()
  await expect(other.locator('[id="mailingAddress.street"]')).toHaveValue('Jalan Ampang')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByRole('list', { name: 'History' })).toContainText('321345678 → 387654321')

  // Fields that only the colleague changed are taken without a question.
  await page.getByRole('link', { name: 'Edit company and contacts' }).click()
  await page.locator('[id="mailingAddress.building"]').fill('Menara Rimba')
  await other.getByRole('link', { name: 'Edit company and contacts' }).click()
  await other.locator('[id="mailingAddress.street"]').fill('Jalan Tun Razak')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.locator('[id="mailingAddress.street"]')).toHaveValue('Jalan Tun Razak')
  await expect(page.locator('[id="mailingAddress.building"]')).toHaveValue('Menara Rimba')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('→ Menara Rimba')
})
