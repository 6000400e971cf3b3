/** Users of a bulk account: invitations with a preview of rights, changes, removal, and the transfer of the master role. */
import { dialog } from './dialogs'
import { holdBack } from './gate'
import { openInMenu, tabLink } from './mainMenu'
import { linkFor, newEmail, ownPassword, person } from './newcomers'
import { title } from './pay'
import { ask, expect, fillIn, inAll, people, test } from './people'
import { settled } from './screens'
import { act, openAdd, preview, rowOf } from './team'

const cards = '/user-svc/api/v1/User/GetManageUsersCards'

test('from an invitation to the master role', async ({ as }) => {
  const page = await as(people.coldStores)
  await page.goto('/home')
  await openInMenu(page, 'Settings', 'Users')
  await expect(page.getByRole('region', { name: /users?$/ })).toBeVisible()

  // The preview of rights follows the checkboxes.
  const email = newEmail('rani')
  await openAdd(page)
  await expect(page.getByText('Choose roles and permissions: the access they give appears here.')).toBeVisible()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Nickname').fill('Rani, night shift')
  await page.getByRole('checkbox', { name: 'View only' }).check()
  expect((await preview(page, 'Actions')).no).toContain('Make payments')
  await page.getByRole('checkbox', { name: 'Make payments' }).check()
  await expect(page.getByRole('checkbox', { name: 'View only' })).not.toBeChecked()
  const screens = await preview(page, 'Screens')
  expect(screens.yes).toEqual(expect.arrayContaining(['Home', 'Bills', 'Payments', 'Paying bills']))
  expect(screens.no).toContain('Users')
  expect((await preview(page, 'Actions')).yes).toEqual(
    expect.arrayContaining(['Make payments', 'Respond to under- and overpayments, approve proposals']),
  )
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, email)).toContainText('Invite Pending')
  await expect(rowOf(page, email)).toContainText('Link expires')

  // A user who has not registered cannot become Master. A new invitation makes the first link invalid.
  const first = await linkFor(page, email)
  await page.getByRole('button', { name: 'Actions for Rani, night shift' }).click()
  await expect(page.getByRole('menuitem', { name: /^Make Master/ })).toContainText('Only a user who has activated their account')
  await page.getByRole('menuitem', { name: 'Send the invitation again' }).click()
  await expect(page.getByText('Invitation sent again')).toBeVisible()
  const link = await linkFor(page, email)
  expect(link).not.toBe(first)

  // The invited user registers, here by a call (invitation.spec.ts).
  const member = await as(null)
  await ask(member, '/user-svc/api/v1/User/Register', { email, password: ownPassword, ...person, invitationToken: link.split('#')[1] })
  await ask(member, '/user-svc/api/v1/User/Login', { username: email, password: ownPassword })
  await member.goto('/home')

  // The menu has no screens that the preview denies, and they are closed.
  expect(screens.no).toContain('Users')
  await openInMenu(member, 'Settings')
  await expect(title(member)).toHaveText('Company')
  await expect(tabLink(member, 'Settings', 'Users')).toHaveCount(0)
  await member.goto('/manageUsers')
  await expect(member).toHaveURL('/unauthorized')
  await member.goto('/billPayment/pay/method')
  await expect(member).toHaveURL('/billPayment/pay/method')

  // The Master makes the user a Viewer, which applies from the user's next action.
  await page.reload()
  await expect(rowOf(page, email)).toContainText('Active')
  await act(page, person.name, 'Edit')
  await page.getByRole('checkbox', { name: 'View only' }).check()
  const change = page.getByRole('region', { name: 'What changes' })
  await expect(change).toContainText('Member becomes Viewer.')
  await expect(change.getByRole('list', { name: 'Actions lost' })).toContainText('Make payments')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, email)).toContainText('Viewer')
  await expect(page.getByRole('button', { name: `Actions for ${person.name}` })).toBeFocused()
  await member.goto('/billPayment/pay/method')
  await expect(member).toHaveURL('/unauthorized')

  // The transfer of the master role ends the Master's session.
  await act(page, person.name, 'Make Master')
  await expect(page.getByRole('region', { name: `${person.name} becomes Master` })).toContainText('Invite users')
  await expect(page.getByRole('region', { name: 'You become a Viewer' })).toContainText('Make payments')
  const transfer = dialog(page).getByRole('button', { name: 'Transfer the role' })
  await expect(transfer).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel(`Type ${email} to confirm`).fill(email)
  await transfer.click()
  await expect(page).toHaveURL('/account/transferMasterRoleSuccess')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('transferred')
  await page.goto('/manageUsers')
  await expect(page).toHaveURL(/^[^?]*\/\?redirect=/)
  await fillIn(page, people.coldStores)
  await expect(page).toHaveURL('/unauthorized')
  await page.goto('/home')
  await openInMenu(page, 'Settings')
  await expect(title(page)).toHaveText('Company')

  await member.goto('/manageUsers')
  await expect(rowOf(member, email)).toContainText('Master')
  await expect(rowOf(member, people.coldStores)).toContainText('Viewer')
})

test('errors of an invitation appear at their fields, and the input is kept', async ({ as }) => {
  const page = await as(people.hotels)
  await page.goto('/manageUsers?open=add')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const summary = dialog(page).getByRole('alert')
  await expect(summary).toContainText('Please enter an email address.')
  await expect(summary).toContainText('Please select Roles and Permissions.')
  await expect(summary).toBeFocused()
  await summary.getByRole('link', { name: 'Please select Roles and Permissions.' }).click()
  await expect(page.getByRole('checkbox', { name: 'View only' })).toBeFocused()

  await page.getByRole('checkbox', { name: 'Manage accounts' }).check()
  await page.getByLabel('E-mail address').fill(people.hotels)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(/This user is already in current bulk account\.$/)
  await page.getByLabel('E-mail address').fill(people.payer)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(/This person already belongs to another bulk account\./)

  await page.reload()
  await expect(page.getByLabel('E-mail address')).toHaveValue(people.payer)
  await expect(page.getByRole('checkbox', { name: 'Manage accounts' })).toBeChecked()
  await page.goBack()
  await page.goForward()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await openAdd(page)
  await expect(page.getByLabel('E-mail address')).toHaveValue('')

  // The user changes the field before the answer arrives, so the form shows the refusal, not the field.
  const answer = await holdBack(page, '**/AddBulkUser')
  await page.getByRole('checkbox', { name: 'View only' }).check()
  await page.getByLabel('E-mail address').fill(people.hotels)
  const sent = page.waitForRequest('**/AddBulkUser')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await sent
  await page.getByLabel('E-mail address').fill(newEmail('another'))
  answer()
  await expect(dialog(page).getByRole('alert')).toContainText('This user is already in current bulk account.')
  await expect(page.getByLabel('E-mail address')).not.toHaveAccessibleDescription(/already in current bulk account/)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
})

test('a full bulk account says what to do, and withdrawing an invitation makes room', async ({ as }) => {
  const page = await as(people.hospitals)
  await page.goto('/manageUsers')
  const { bulkId } = await page.request
    .get('/user-svc/api/v1/User/GetUserProfile', { headers: { 'X-Session': 'cookie' } })
    .then(async (answer) => ((await answer.json()) as { Data: { bulkId: string } }).Data)
  const { total, maxUserLimit } = await ask<{ total: number; maxUserLimit: number }>(page, `${cards}/${bulkId}`)
  const invite = (email: string) => ask(page, '/user-svc/api/v1/User/AddBulkUser', { email, permissions: ['viewOnly'] })
  for (let place = total; place < maxUserLimit - 1; place++) await invite(newEmail(`guest${place}`))
  await page.reload()
  await openAdd(page)
  const last = newEmail('last')
  await invite(last)
  const late = newEmail('late')
  await page.getByLabel('E-mail address').fill(late)
  await page.getByRole('checkbox', { name: 'Make payments' }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`This bulk account has the maximum of ${maxUserLimit} users.`)
  await page.getByRole('link', { name: 'View pending invitations' }).click()
  await expect(page).toHaveURL('/manageUsers?activity=pending')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  // The button explains that the bulk account is full, and how to make room.
  const add = page.getByRole('button', { name: 'Add user' })
  await expect(add).not.toHaveAttribute('aria-disabled', 'true')
  await add.click()
  await expect(page.getByRole('alertdialog')).toContainText(`This bulk account has the maximum of ${maxUserLimit} users.`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search users' }).fill(last)
  await act(page, last, 'Withdraw the invitation')
  await expect(dialog(page)).toContainText('This cannot be undone.')
  await dialog(page).getByRole('button', { name: 'Withdraw invitation' }).click()
  await expect(page.getByText(`The invitation of ${last} was withdrawn`)).toBeVisible()
  await expect(rowOf(page, last)).toHaveCount(0)
  await expect(page).toHaveURL(/^[^?]*\/manageUsers\?activity=pending&search=/)
  await expect(title(page)).toBeFocused()
  await openAdd(page)
  await expect(page.getByLabel('E-mail address')).toHaveValue(late)
})

test('on a phone, in Malay', inAll, async ({ as }) => {
  const page = await as(people.master, { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true })
  await page.goto('/manageUsers')
  await settled(page)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('keeper')
  await expect(page).toHaveURL('/manageUsers?search=keeper')
  await expect(rowOf(page, 'keeper@sinar.example')).toContainText('Manage accounts')
  await page.getByRole('button', { name: 'Actions for Kavitha a/p Suresh' }).tap()
  await page.getByRole('menuitem', { name: 'Edit' }).tap()
  await expect(dialog(page).getByRole('button', { name: 'Save changes' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await dialog(page).getByRole('button', { name: 'Cancel' }).tap()

  const malay = await as(people.master, { locale: 'ms-MY' })
  await malay.goto('/manageUsers?open=add')
  await malay.getByRole('button', { name: 'Hantar jemputan' }).click()
  await expect(dialog(malay).getByRole('alert')).toContainText('Sila masukkan alamat e-mel.')
  await malay.getByRole('checkbox', { name: 'Buat pembayaran' }).check()
  await expect(dialog(malay).getByRole('status').first()).toContainText('Ahli:')
})
