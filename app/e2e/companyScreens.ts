/** Staff's screens for applications and bulk accounts, for journeys that open every screen. */
import { expect, type Page } from '@playwright/test'
import { bulkIds } from './bills'
import { dialogOpens } from './dialogs'
import { ask } from './people'
import type { Screen } from './screens'
import { pendingRegistration } from './statuses'

interface RegistrationPage {
  items: { registrationId: string; status: number }[]
}

export async function companyScreens(page: Page): Promise<Screen[]> {
  const { items } = await ask<RegistrationPage>(page, '/account-svc/api/v1/BulkRegistration/BulkUserRegistrationTable', {
    recordCount: 1000,
  })
  const perStatus = [...new Map(items.map((one) => [one.status, one])).values()]
  const waiting = items.find(({ status }) => status === pendingRegistration)
  expect(waiting, 'a pending application').toBeDefined()
  const review = `/admin/manageRegistrations/${waiting?.registrationId}`
  const bulk = `/admin/bulkAccounts/${bulkIds.sinar}`
  return [
    { name: 'registrations', address: '/admin/manageRegistrations' },
    { name: 'registrations, filtered', address: '/admin/manageRegistrations?status=pending&business=organisation' },
    { name: 'registrations, nothing matches', address: '/admin/manageRegistrations?search=no%20such%20company' },
    ...perStatus.map(({ status, registrationId }) => ({
      name: `application of status ${status}`,
      address: `/admin/manageRegistrations/${registrationId}`,
    })),
    { name: "application's accounts", address: `${review}?tab=accounts` },
    { name: "application's log", address: `${review}?tab=log` },
    { name: 'an unknown application', address: '/admin/manageRegistrations/not-there' },
    { name: 'approving', address: `${review}?decide=approve`, prepare: dialogOpens },
    { name: 'requesting information', address: `${review}?decide=requestForInfo`, prepare: dialogOpens },
    {
      name: 'rejecting, refused',
      address: `${review}?decide=reject`,
      prepare: async (page) => {
        await page.locator('#typed').fill(waiting?.registrationId.slice(0, 8) ?? '')
        await page.locator('button[type=submit]').click()
        await expect(page.getByRole('alert')).toBeFocused()
      },
    },
    { name: 'bulk accounts', address: '/admin/bulkAccounts' },
    { name: 'bulk accounts, filtered', address: '/admin/bulkAccounts?search=sinar&business=organisation' },
    { name: 'customer view', address: '/admin/bulkAccounts/customerView' },
    { name: 'customer view, found', address: '/admin/bulkAccounts/customerView?search=sinar' },
    { name: 'search for accounts', address: '/admin/bulkAccounts/search' },
    { name: 'search for accounts, found', address: '/admin/bulkAccounts/search?search=sinar&by=companyName' },
    { name: 'search for accounts, nothing found', address: '/admin/bulkAccounts/search?search=210000000000' },
    { name: 'failed accounts of all customers', address: '/admin/bulkAccounts/pendingBulkCA' },
    { name: "bulk account's accounts", address: bulk },
    { name: "bulk account's failed accounts", address: `${bulk}/pending` },
    { name: "bulk account's company", address: `${bulk}/profile` },
    { name: "editing a bulk account's company", address: `${bulk}/profile/edit` },
    { name: 'adding accounts to a bulk account', address: `${bulk}/add` },
    { name: 'an unknown bulk account', address: '/admin/bulkAccounts/3099999999' },
  ]
}
