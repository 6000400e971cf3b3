/** Screens of electricity accounts, groups and the company, for journeys that open every screen. */
import { expect, type Page } from '@playwright/test'
import { bulkIds } from './bills'
import { dialogOpens } from './dialogs'
import { ask } from './people'
import type { Screen } from './screens'

interface AccountPage {
  items: { accountNo: string; groupId: string }[]
}

const listAccounts = (page: Page, count: number) =>
  ask<AccountPage>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.sinar}`, { recordCount: count })
const tick = async (page: Page) => page.getByRole('main').getByRole('checkbox').nth(1).check()

/** Screens that every user of a bulk account may open. */
export async function accountScreens(page: Page): Promise<Screen[]> {
  const [account] = (await listAccounts(page, 1)).items
  return [
    { name: 'accounts', address: '/manageAccount' },
    { name: 'accounts, filtered', address: '/manageAccount?active=true&state=Johor,Perak&sort=referenceId&descending=true' },
    { name: 'accounts, nothing matches', address: '/manageAccount?search=no%20such%20account' },
    { name: 'account', address: `/manageAccount/accounts/${account?.accountNo}` },
    { name: 'an unknown account', address: '/manageAccount/accounts/210000000000' },
    { name: 'groups', address: '/manageAccount/groups' },
    { name: 'groups, nothing matches', address: '/manageAccount/groups?search=no%20such%20group' },
    { name: 'group', address: `/manageAccount/groups/${account?.groupId}` },
    { name: 'accounts in no group', address: '/manageAccount/notInGroup' },
    { name: 'cost centres', address: '/manageAccount/costCentres' },
    { name: 'cost centres, nothing matches', address: '/manageAccount/costCentres?search=no%20such%20centre' },
    { name: 'accounts without cost centre', address: '/manageAccount/costCentres/uncoded' },
    { name: 'default cost centres of groups', address: '/manageAccount/costCentres/groups' },
    { name: 'report by cost centre', address: '/manageAccount/costCentres/report' },
    { name: 'report without bills', address: '/manageAccount/costCentres/report?from=2020-01-01&to=2020-02-01' },
    { name: 'emissions', address: '/manageAccount/emissions?by=account' },
    { name: 'emissions without use', address: '/manageAccount/emissions?from=2020-01-01&to=2020-02-01' },
    { name: 'deposits', address: '/manageAccount/deposits' },
    { name: 'deposits, the first guarantee to end first', address: '/manageAccount/deposits?sort=expiresOn' },
    { name: 'accounting', address: '/manageAccount/accounting' },
    { name: 'exports to accounting', address: '/manageAccount/accounting/runs' },
    { name: 'exported documents', address: '/manageAccount/accounting/documents' },
    { name: 'exported documents, nothing matches', address: '/manageAccount/accounting/documents?search=no%20such%20document' },
    { name: 'an unknown profile', address: '/manageAccount/accounting/profiles/00000000-0000-0000-0000-000000000000' },
    { name: 'an unknown export', address: '/manageAccount/accounting/profiles/00000000-0000-0000-0000-000000000000/runs/1' },
    { name: 'accounts pending', address: '/manageAccount/pending' },
    { name: 'company', address: '/manageAccount/profile' },
    { name: 'adding accounts, not allowed', address: '/manageAccount/add' },
    { name: 'bills of a group', address: `/billPayment/outstanding?group=${account?.groupId}` },
  ]
}

/** Dialogues for users who may change accounts. */
export async function accountActions(page: Page): Promise<Screen[]> {
  const [account] = (await listAccounts(page, 1)).items
  const [no, group] = [account?.accountNo, account?.groupId]
  const over = (name: string, address: string): Screen => ({ name, address: `/manageAccount${address}`, prepare: dialogOpens })
  return [
    { name: 'accounts, some selected', address: '/manageAccount', prepare: tick },
    {
      name: 'accounts: filters',
      address: '/manageAccount',
      prepare: async (page) => {
        await page.locator('main [aria-haspopup=dialog], main button[aria-expanded]').first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
    {
      name: 'editing many accounts',
      address: '/manageAccount',
      prepare: async (page) => {
        await tick(page)
        await page.getByRole('button', { name: /^(Edit|Sunting)$/ }).click()
        await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
      },
    },
    over('editing an account', `/accounts/${no}?open=edit`),
    over('removing an account', `/accounts/${no}?open=remove`),
    over('assigning an account', `?open=assign&account=${no}`),
    over('creating a group', '/groups?open=create'),
    over('renaming a group', `/groups?open=rename&group=${group}`),
    over('deleting a group', `/groups?open=delete&group=${group}`),
    over('adding a cost centre', '/costCentres?open=add'),
    { name: 'a new profile for accounting', address: '/manageAccount/accounting/new?preset=sqlAccount' },
    {
      name: 'a new profile for accounting, refused',
      address: '/manageAccount/accounting/new',
      prepare: async (page) => {
        await page.locator('button[type=submit]').click()
        await expect(page.getByRole('alert').first()).toBeFocused()
      },
    },
    { name: 'importing document numbers', address: '/manageAccount/accounting/documents?open=numbers', prepare: dialogOpens },
    { name: 'adding accounts', address: '/manageAccount/add' },
    {
      name: 'adding accounts, refused',
      address: '/manageAccount/add',
      prepare: async (page) => {
        await page.locator('#accountNo-0').fill('2312')
        await page.locator('#accountNo-1').fill(no ?? '')
        await page.locator('button[type=submit]').click()
        await expect(page.getByRole('alert')).toBeFocused()
      },
    },
    { name: 'adding accounts from a workbook', address: '/manageAccount/add?by=workbook' },
    {
      name: 'editing the company, refused',
      address: '/manageAccount/profile/edit',
      prepare: async (page) => {
        await page.locator('[id="mailingAddress.postalCode"]').fill('12')
        await page.locator('button[type=submit]').click()
        await expect(page.getByRole('alert')).toBeFocused()
      },
    },
  ]
}
