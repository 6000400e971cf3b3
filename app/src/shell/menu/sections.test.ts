import { expect, test } from 'vitest'
import { audienceOf, type Profile } from '~/core/core'
import { paths, type ScreenName } from '~/core/links'
import shell from '~/words/en/shell.json'
import { customerScreens, staffScreens } from '../commands/screens'
import { allSections, pageAt, sectionAt, sectionsFor } from './sections'

/** Screens that are reached from another screen, or from the header. */
const notInMenu: readonly ScreenName[] = [
  'auditSettings',
  'approvalPolicy',
  'accountsInNoGroup',
  'newAccountingProfile',
  'addAccounts',
  'notifications',
  'activity',
  'profile',
  'ownData',
  'staffNotifications',
  'staffActivity',
  'staffProfile',
  'staffOwnData',
]

const both = [
  ['customer', customerScreens],
  ['staff', staffScreens],
] as const

test('the menu leads to every screen that is not reached from another, in at most five tabs of a section', () => {
  for (const [side, screens] of both) {
    const pages = allSections[side].flatMap(({ tabs }) => tabs.flatMap(({ pages }) => pages))
    expect([...pages].sort()).toEqual(screens.filter((screen) => !notInMenu.includes(screen)).sort())
    for (const page of pages) expect(audienceOf(paths[page])).toBe(side)
    for (const { tabs } of allSections[side]) expect(tabs.length).toBeLessThanOrEqual(5)
  }
})

test('a tab has a name if its section has several, and a page if its tab has several', () => {
  const sections = both.flatMap(([side]) => allSections[side])
  const tabs = sections.flatMap(({ tabs }) => (tabs.length > 1 ? tabs : []))
  const named = Object.entries(shell.menu.tabs).flatMap(([side, ofSide]) =>
    Object.entries(ofSide).flatMap(([section, names]) => Object.keys(names).map((tab) => `${side}.${section}.${tab}`)),
  )
  expect(named.sort()).toEqual(tabs.map(({ key }) => key).sort())
  const pages = tabs.flatMap(({ pages }) => (pages.length > 1 ? pages : []))
  expect(Object.keys(shell.menu.pages).sort()).toEqual([...pages].sort())
})

const profile = (given: object) => ({ viewedBy: null, hasValidContractAccount: true, bulkId: '3010000017', ...given }) as unknown as Profile
const permissions = { makePayments: false, manageAccounts: false }
const pagesOf = (one: Profile) => sectionsFor(one).flatMap(({ tabs }) => tabs.flatMap(({ pages }) => pages))

test('the menu has only what the user may open', () => {
  const master = profile({ role: 'master', permissions })
  expect(sectionsFor(master).map(({ id }) => id)).toEqual(['home', 'bills', 'checks', 'payments', 'accounts', 'reports', 'settings'])
  expect(pagesOf(profile({ role: 'viewer', permissions })).filter((page) => !pagesOf(master).includes(page))).toEqual([])
  expect(pagesOf(profile({ role: 'viewer', permissions }))).not.toContain('users')
  expect(pagesOf(profile({ role: null, permissions, bulkId: null }))).toEqual(['home', 'registration'])
  // Without a usable account, bills, payments and users would show only a notice.
  const closed = pagesOf(profile({ role: 'master', permissions, hasValidContractAccount: false }))
  expect(closed).toContain('accounts')
  expect(closed).not.toContain('batches')
})

test('an address belongs to the section of the page above it, and tabs are only on a page of the menu', () => {
  const { customer, staff } = allSections
  expect(sectionAt('/billPayment/bills/100000000001', customer)).toBe('bills')
  expect(sectionAt('/billPayment/findings/settings', customer)).toBe('checks')
  expect(sectionAt('/billPayment/transactions/P0000000000005', customer)).toBe('payments')
  expect(sectionAt('/manageAccount/profile/edit', customer)).toBe('settings')
  expect(sectionAt('/manageAccount/costCentres/report', customer)).toBe('reports')
  expect(sectionAt('/manageAccount/costCentres/uncoded', customer)).toBe('accounts')
  expect(sectionAt('/bulkAccount/register', customer)).toBe('registration')
  expect(sectionAt('/myProfile', customer)).toBeUndefined()
  expect(sectionAt('/admin', staff)).toBe('home')
  expect(sectionAt('/admin/activityLog', staff)).toBeUndefined()
  expect(sectionAt('/admin/payments/P0000000000005', staff)).toBe('payments')
  expect(sectionAt('/admin/payments/batches', staff)).toBe('bills')
  expect(pageAt('/billPayment/history', customer)?.tab.key).toBe('customer.bills.history')
  expect(pageAt('/billPayment/bills/100000000001', customer)).toBeUndefined()
})
