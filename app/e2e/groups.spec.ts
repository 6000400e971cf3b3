/** Groups of electricity accounts: created, filled, changed, renamed, paid and deleted. */

import { chooseGroup, find, rowOf } from './accounts'
import { bar, billsOf, bulkIds, choose, type payable, totalOf } from './bills'
import { dialog, escapeDialog } from './dialogs'
import { answerWith } from './gate'
import { chooseBank, enterNumbers, forThisTry, payAndFollow, review, title } from './pay'
import { ask, expect, people, test } from './people'
import { act } from './team'
import { goTo } from './walk'

interface Listed {
  items: { accountNo: string; groupName: string | null }[]
}

test('a group from creation to deletion: accounts are added, moved and kept', async ({ as }) => {
  const page = await as(people.hotels)
  const { items } = await ask<Listed>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.rimba}`, { recordCount: 100 })
  const of = (group: string | null) => items.filter(({ groupName }) => groupName === group).map(({ accountNo }) => accountNo)
  const [beach, city] = [of('Beach').slice(0, 2), of('City').slice(0, 2)]
  const renovated = forThisTry('renovated')
  await page.goto('/manageAccount/groups')
  await expect(rowOf(page, 'Beach')).toContainText('RM')

  // A group is created with accounts of other groups, which move to it.
  await page.getByRole('button', { name: 'Create group' }).click()
  await dialog(page).getByLabel('Group name').fill('Beach')
  await dialog(page)
    .getByLabel(/^Account numbers/)
    .fill(`${beach.join('\n')}\n5123`)
  await dialog(page).getByRole('button', { name: 'Create group' }).click()
  await expect(dialog(page).getByLabel(/^Account numbers/)).toHaveAccessibleDescription(
    /5123: An electricity account number starts with 21 or 22\./,
  )
  await dialog(page)
    .getByLabel(/^Account numbers/)
    .fill([...beach, ...city].join(', '))
  await dialog(page).getByRole('button', { name: 'Create group' }).click()
  await expect(dialog(page).getByLabel('Group name')).toHaveAccessibleDescription('There is already a group with this name.')
  await dialog(page).getByLabel('Group name').fill(renovated)
  await dialog(page).getByRole('button', { name: 'Create group' }).click()
  await expect(title(page)).toHaveText(renovated)
  await expect(page.getByRole('region', { name: '4 accounts' })).toBeVisible()

  // Renaming keeps the address.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog(page).getByLabel('Group name').fill('')
  await dialog(page).getByRole('button', { name: 'Save name' }).click()
  await expect(dialog(page).getByLabel('Group name')).toHaveAccessibleDescription('Please enter a group name.')
  await dialog(page).getByLabel('Group name').fill(`Being ${renovated}`)
  await dialog(page).getByRole('button', { name: 'Save name' }).click()
  await expect(title(page)).toHaveText(`Being ${renovated}`)

  // One account moves back. Another leaves all groups, and is added again from the list of accounts in no group.
  await page.getByRole('checkbox', { name: `Select account ${city[0]}` }).check()
  await page.getByRole('button', { name: 'Move to another group' }).click()
  await expect(dialog(page)).toContainText('1 of them leaves its current group.')
  await expect(dialog(page).getByRole('button', { name: 'Assign' })).toHaveAccessibleDescription('Choose a group first.')
  await chooseGroup(page, 'City')
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('1 account is now in City')).toBeVisible()
  await expect(rowOf(page, city[0] ?? '')).toHaveCount(0)
  await page.getByRole('checkbox', { name: `Select account ${city[1]}` }).check()
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).last().click()
  await page.getByRole('menuitem', { name: 'Take out of this group' }).click()
  await dialog(page).getByRole('button', { name: 'Take out' }).click()
  await expect(page.getByRole('region', { name: '2 accounts' })).toBeVisible()
  await page.getByRole('link', { name: 'Add accounts to group' }).click()
  await expect(title(page)).toHaveText('Accounts without a group')
  await expect(page.getByText(`Select the accounts that go into Being ${renovated}, then assign them.`)).toBeVisible()
  await find(page, [city[1] ?? ''])
  await page.getByRole('checkbox', { name: `Select account ${city[1]}` }).check()
  // The button names the group, so no dialogue asks for it. The group opens, with an offer to undo.
  await page.getByRole('button', { name: `Add 1 to Being ${renovated}` }).click()
  await expect(title(page)).toHaveText(`Being ${renovated}`)
  await expect(page.getByText(`1 account is now in Being ${renovated}`)).toBeVisible()
  await expect(rowOf(page, city[1] ?? '')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()

  // Deleting the group keeps its accounts. They are then in no group.
  await goTo(page, '/manageAccount/groups')
  await expect(rowOf(page, `Being ${renovated}`).getByRole('gridcell', { name: '3', exact: true }).first()).toBeVisible()
  await act(page, `Being ${renovated}`, 'Delete group')
  await expect(dialog(page)).toContainText('Its 3 accounts stay in the bulk account, without a group.')
  await dialog(page).getByRole('button', { name: 'Delete group' }).click()
  await expect(rowOf(page, `Being ${renovated}`)).toHaveCount(0)
  await page.getByRole('link', { name: /^Accounts without a group/ }).click()
  await find(page, [...beach, city[1] ?? ''])

  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Assign to a group' }).click()
  await chooseGroup(page, 'Beach')
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('3 accounts are now in Beach')).toBeVisible()
})

test('a new group takes an account out of its old group, also if that group is the current filter', async ({ as }) => {
  const page = await as(people.hotels)
  const { items } = await ask<Listed>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.rimba}`, { recordCount: 100 })
  const account = items.filter(({ groupName }) => groupName === 'Beach').at(-1)?.accountNo ?? ''
  await page.goto('/manageAccount')
  await find(page, [account])
  await page.getByRole('checkbox', { name: `Select account ${account}` }).check()
  await page.getByRole('button', { name: 'Assign to a group' }).click()
  const leaves = dialog(page).getByText('1 of them leaves its current group.')
  await expect(leaves).toBeVisible()
  await chooseGroup(page, 'Beach')
  await expect(leaves).toHaveCount(0)
  await dialog(page).getByRole('radio', { name: 'New group' }).check()
  await expect(leaves).toBeVisible()
})

test('if no bill of a group can be paid any more, the earlier selection stays', async ({ as }) => {
  const page = await as(people.hospitals)
  await page.goto('/manageAccount/groups')
  await rowOf(page, 'Hospitals').getByRole('link', { name: 'Hospitals' }).click()
  await expect(title(page)).toHaveText('Hospitals')
  const groupId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { bills } = await ask<{ bills: Awaited<ReturnType<typeof payable>> }>(page, `/portal/api/v1/Bills/Select/${bulkIds.damai}`, {
    groupIds: [groupId],
    filter: {},
  })
  const before = bills.slice(0, 1)
  await choose(page, before)
  // Answers as if colleagues had paid the bills of the group in the meantime.
  await page.route('**/Bills/Select/**', (route) =>
    route.request().postData()?.includes('groupIds') ? answerWith(route, () => ({ bills: [], leftOut: [] })) : route.continue(),
  )
  await goTo(page, '/manageAccount/groups')
  await act(page, 'Hospitals', 'Pay bills')
  await dialog(page)
    .getByRole('button', { name: /^Only the bills of / })
    .click()
  await expect(page).toHaveURL(new RegExp(`/billPayment/outstanding\\?(.*&)?group=${groupId}(&|$)`))
  await expect(bar(page)).toContainText(billsOf(1))
  await expect(bar(page)).toContainText(totalOf(before))
})

test('the bills of a group are paid, starting from the group', async ({ as }) => {
  const page = await as(people.hospitals)
  await page.goto('/manageAccount/groups')
  await rowOf(page, 'Clinics').getByRole('link', { name: 'Clinics' }).click()
  await expect(title(page)).toHaveText('Clinics')
  const groupId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { bills } = await ask<{ bills: Awaited<ReturnType<typeof payable>> }>(page, `/portal/api/v1/Bills/Select/${bulkIds.damai}`, {
    groupIds: [groupId],
    filter: {},
  })
  expect(bills.length).toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Pay bills' }).click()
  await expect(page).toHaveURL(new RegExp(`/billPayment/outstanding\\?(.*&)?group=${groupId}(&|$)`))
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Group Clinics')
  await expect(bar(page)).toContainText(billsOf(bills.length))
  await expect(bar(page)).toContainText(totalOf(bills))

  // Repeating the action warns that bills are already selected.
  await goTo(page, '/manageAccount/groups')
  await act(page, 'Hospitals', 'Pay bills')
  await expect(dialog(page)).toContainText('bills are already selected')
  await escapeDialog(page)
  await act(page, 'Clinics', 'Pay bills')
  await dialog(page)
    .getByRole('button', { name: /^Only the bills of / })
    .click()
  await expect(bar(page)).toContainText(totalOf(bills))

  await page.getByRole('link', { name: 'Review and pay' }).click()
  await page.getByRole('radio', { name: 'EFT RENTAS' }).check()
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('IBG900003')]])
  await review(page, bills)
  await payAndFollow(page, bills)
  await goTo(page, '/manageAccount/groups')
  await act(page, 'Clinics', 'View unpaid bills')
  await expect(page.getByRole('region', { name: /bills? can be paid$/ })).toBeVisible()

  // If bills of a group are left out, the list that opens shows their rows.
  await page.route('**/Bills/Select/**', (route) => answerWith(route, () => ({ leftOut: [{ reason: 'billInPayment', count: 2 }] })))
  await goTo(page, '/manageAccount/groups')
  await act(page, 'Hospitals', 'Pay bills')
  await expect(page.getByText('2 were left out. See the reason in each row.')).toBeVisible()
  await expect(page).toHaveURL(/[?&]show=all(&|$)/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Group Hospitals')
})

test('groups are searched, and a user who may not pay or change them is told why', async ({ as }) => {
  const page = await as(people.keeper)
  await page.goto('/manageAccount/groups')
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('klang')
  await expect(page).toHaveURL('/manageAccount/groups?search=klang')
  await expect(page.getByRole('region', { name: '2 matching groups' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Klang Valley North' }).click()
  await expect(page.getByRole('menuitem', { name: /^Pay bills/ })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('no such group')
  await expect(page.getByText('No group matches')).toBeVisible()
  await goTo(page, '/manageAccount/groups/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('We could not find this group.')).toBeVisible()

  const payer = await as(people.payer)
  await payer.goto('/manageAccount/groups?search=klang')
  await payer.getByRole('button', { name: 'Actions for Klang Valley North' }).click()
  await expect(payer.getByRole('menuitem', { name: 'Pay bills' })).not.toHaveAttribute('aria-disabled', 'true')
  await expect(payer.getByRole('menuitem', { name: /^Rename/ })).toHaveAttribute('aria-disabled', 'true')
})
