/** The users and screens of each guided tour, and the action that starts a tour. */
import { expect, type Page } from '@playwright/test'
import { bulkIds } from './bills'
import { ask, people } from './people'
import { findOrOpenQuery } from './queries'
import { type Language, tourWords } from './tourWords'

const account = async (page: Page) => {
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.sinar}`, {
    recordCount: 1,
  })
  return `/manageAccount/accounts/${items[0]?.accountNo}`
}
/** Makes sure that the list has a row, because the demo has no queries. */
async function queries(page: Page) {
  await findOrOpenQuery(page)
  return '/billPayment/queries'
}
const ofBulk = `/admin/bulkAccounts/${bulkIds.sinar}`

/** The tours of each user, with the screen of each tour. */
export const walks: Record<string, Record<string, string | ((page: Page) => Promise<string>)>> = {
  [people.master]: {
    home: '/home',
    billPayment: '/billPayment',
    findings: '/billPayment/findings',
    queries,
    payments: '/billPayment/transactions',
    masterAccount: '/manageAccount',
    editAccount: account,
    addAccount: '/manageAccount/add',
    masterAccountGroup: '/manageAccount/groups',
    masterManageUser: '/manageUsers',
    profile: '/myProfile',
  },
  [people.payer]: { paymentMemberAccountGroup: '/manageAccount/groups', nonMasterManageUser: '/myProfile' },
  [people.keeper]: { accountMemberAccountGroup: '/manageAccount/groups' },
  [people.viewer]: { viewerAccount: '/manageAccount', account, viewerAccountGroup: '/manageAccount/groups' },
  [people.pccr]: {
    adminPayment: '/admin/payments/pending',
    adminBulkAccounts: '/admin/bulkAccounts',
    adminManageBulkAccounts: `${ofBulk}/profile`,
    adminManageElectricityAccTutorialPCCR: ofBulk,
    manageUserPCCR: `${ofBulk}/users`,
    adminProfile: '/admin/myProfile',
  },
  [people.glb]: { adminManageElectricityAccTutorialGLB: ofBulk, manageUserGLB: `${ofBulk}/users` },
  [people.ict]: { adminManageTNBUser: '/admin/manageTnbUsers' },
}

export const panel = (page: Page) => page.locator('[data-tour-panel]')

export async function startFromHelp(page: Page, id: string, language: Language) {
  await page.locator('[data-tour=help] button').click()
  const words = tourWords[language]
  await page
    .getByRole('menuitem')
    .filter({ hasText: words.again })
    .filter({ hasText: words.names[id] ?? '' })
    .click()
  await expect(panel(page)).toBeVisible()
}
