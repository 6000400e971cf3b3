/** Staff users, business users, and users of any bulk account, as staff manage them. */
import { bulkIds } from './bills'
import { dialog } from './dialogs'
import { openInMenu } from './mainMenu'
import { linkFor, newEmail, ownPassword, register } from './newcomers'
import { expect, fillIn, people, test } from './people'
import { act, openAdd, preview, rowOf } from './team'

test('ICT proposes a PCCR Admin, a second officer confirms, and the new user sets a password from the e-mail and works', async ({ as }) => {
  const page = await as(people.ict)
  await page.goto('/admin/manageTnbAdmins')
  const email = newEmail('haslina')
  await openAdd(page, 'Add staff user')
  await page.getByRole('button', { name: 'Add and send link' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Please choose a role.')
  await page.getByLabel('E-mail address').fill(people.glb)
  await page.getByLabel('Full name').fill('Haslina binti Omar')
  await page.getByLabel('Mobile number').fill('123456789')
  await page.getByRole('radio', { name: 'PCCR Admin' }).check()
  const { yes, no } = await preview(page, 'Screens')
  expect(yes).toContain('Payments')
  expect(no).toEqual([])
  await page.getByRole('button', { name: 'Add and send link' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(/This email address already exists on portal\.$/)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Add and send link' }).click()
  await expect(dialog(page)).toBeHidden()
  // The role decides on payments, so a second officer must confirm it. ICT cannot.
  const waiting = 'New staff user Haslina binti Omar'
  await expect(page.getByText(waiting)).toContainText('PCCR Admin')
  await expect(page.getByText(/^You proposed it on/)).toContainText('Another officer must confirm it.')
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0)
  await expect(rowOf(page, email)).toHaveCount(0)
  const officer = await as(people.pccr)
  await officer.goto('/admin/manageTnbAdmins')
  await officer.getByRole('button', { name: 'Turn down' }).click()
  await dialog(officer).getByRole('button', { name: 'Turn down' }).click()
  await expect(dialog(officer).getByRole('alert')).toContainText('Please enter a remark.')
  await dialog(officer).getByRole('button', { name: 'Not yet' }).click()
  await officer.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog(officer)).toContainText('Confirm only if you know this person and this e-mail address.')
  await dialog(officer).getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog(officer)).toBeHidden()
  await expect(page.getByText(waiting)).toBeHidden()
  await expect(rowOf(page, email)).toContainText('Invite Pending')
  await expect(rowOf(page, email)).toContainText('Link sent')

  // In this browser another user signed out before. That ended session must not affect the new user.
  const added = await as(null)
  await added.goto('/admin/login')
  await added.evaluate(() =>
    localStorage.setItem('gridbill.activity', JSON.stringify({ session: 'before', at: Date.now(), refreshedAt: 0, ended: 'left' })),
  )
  await added.goto(await linkFor(page, email))
  await added.getByRole('button', { name: 'Activate and set a password' }).click()
  await expect(added).toHaveURL('/admin/firstTimeLogin')
  await added.getByLabel('New password', { exact: true }).fill(ownPassword)
  await added.getByLabel('New password again').fill(ownPassword)
  await added.getByRole('main').locator('button[type=submit]').click()
  await added.waitForURL((url) => !url.pathname.endsWith('firstTimeLogin'))
  if (new URL(added.url()).pathname === '/admin/login') await fillIn(added, email, ownPassword)
  await added.goto('/admin/payments/pending')
  await expect(added.getByRole('heading', { level: 1 })).toHaveText('Pending approval')
  await openInMenu(added, 'People')
  await expect(added.getByRole('heading', { level: 1 })).toHaveText('Staff users')

  // A changed role and a deletion take effect on the user's next action.
  await page.reload()
  await act(page, 'Haslina binti Omar', 'Edit')
  await page.getByRole('radio', { name: 'ICT' }).check()
  await expect(page.getByRole('region', { name: 'What changes' }).getByRole('list', { name: 'Screens lost' })).toContainText('Payments')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, email)).toContainText('ICT')
  await added.goto('/admin/payments/pending')
  await expect(added).toHaveURL('/unauthorized')
  await act(page, 'Haslina binti Omar', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete staff user' }).click()
  await expect(rowOf(page, email)).toHaveCount(0)
  await added.goto('/admin')
  await expect(added).toHaveURL(/\/admin\/login/)
})

test('staff cannot delete themselves, and GLB can only view', async ({ as }) => {
  const page = await as(people.ict)
  await page.goto('/admin/manageTnbAdmins')
  await page.getByRole('button', { name: 'Actions for Wong Mei Ling' }).click()
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toContainText('You cannot do this to your own account.')

  const forbidden = /^Your role does not allow this\./
  const glb = await as(people.glb)
  for (const [address, add] of [
    ['/admin/manageTnbAdmins', 'Add staff user'],
    [`/admin/bulkAccounts/${bulkIds.sinar}/users`, 'Add user'],
  ] as const) {
    await glb.goto(address)
    await expect(glb.getByRole('button', { name: add })).toHaveAccessibleDescription(forbidden)
    await glb
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    for (const item of await glb.getByRole('menuitem').all()) {
      await expect(item).toHaveAttribute('aria-disabled', 'true')
      await expect(item).toContainText('Your role does not allow this.')
    }
    await glb.keyboard.press('Escape')
  }
})

test('a business user links to the users of the bulk account, whom PCCR may change', async ({ as }) => {
  const page = await as(people.pccr)
  await page.goto('/admin/manageTnbUsers')
  await page.getByRole('searchbox', { name: 'Search users' }).fill('getah')
  await expect(page.getByRole('region', { name: /matching/ })).toBeVisible()
  await page.getByRole('link', { name: 'Kilang Getah Murni Berhad' }).first().click()
  await expect(page).toHaveURL(/\/admin\/bulkAccounts\/\d+\/users$/)
  await expect(rowOf(page, 'master@getah.example')).toContainText('Master')

  const email = newEmail('getah')
  await openAdd(page)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('checkbox', { name: 'View only' }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(rowOf(page, email)).toContainText('Invite Pending')
  await act(page, email, 'Withdraw the invitation')
  await dialog(page).getByRole('button', { name: 'Withdraw invitation' }).click()
  await expect(rowOf(page, email)).toHaveCount(0)
})

test('a business user is deleted after the address is typed', async ({ as }) => {
  const visitor = await as(null)
  const email = newEmail('gone')
  await register(visitor, email)
  const page = await as(people.ict)
  await page.goto(`/admin/manageTnbUsers?search=${encodeURIComponent(email)}`)
  await expect(rowOf(page, email)).toContainText('Invite Pending')
  await act(page, 'Nur Aisyah binti Rahman', 'Delete')
  const confirm = dialog(page).getByRole('button', { name: 'Delete user' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await dialog(page).getByLabel(`Type ${email} to confirm`).fill(email)
  await confirm.click()
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, email)).toHaveCount(0)
})
