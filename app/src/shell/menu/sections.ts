/** The sections of the main menu, their tabs, and the pages of each tab. Core decides which of them a user may open. */
import { needsAccount, opensFor, type Profile } from '~/core/core'
import { paths, type ScreenName } from '~/core/links'
import { isStaffRole, visitorOf } from '~/kit/session/useProfile'

/** The pages by section and tab, in the order of the menu. A section has at most five tabs. */
const customers = {
  home: { home: ['home'] },
  registration: { registration: ['registration'] },
  bills: {
    unpaid: ['outstandingBills'],
    batches: ['batches'],
    history: ['billHistory'],
    calendar: ['dueCalendar'],
    charges: ['outstandingCharges'],
  },
  checks: { findings: ['findings'], queries: ['queries'] },
  payments: { payments: ['payments'], approvals: ['proposals'], elsewhere: ['settlements'], statements: ['statements'] },
  accounts: {
    accounts: ['accounts'],
    groups: ['groups'],
    pending: ['pendingAccounts'],
    deposits: ['deposits'],
    costCentres: ['costCentres', 'uncodedAccounts', 'groupCodings'],
  },
  reports: {
    cost: ['costReport'],
    emissions: ['carbonReport'],
    accounting: ['accounting', 'accountingRuns', 'accountingDocuments'],
  },
  // Users are the setting that a Master changes most often. Other users may open the company only.
  settings: {
    users: ['users'],
    company: ['company', 'mailboxes'],
    security: ['factorPolicy', 'ssoSettings'],
    developers: ['webhooks', 'apiTokens'],
  },
} as const satisfies Record<string, Record<string, readonly ScreenName[]>>

const staff = {
  home: { home: ['staffHome'] },
  payments: {
    pending: ['pendingPayments'],
    all: ['allPayments'],
    bank: ['bankStatements'],
    unmatched: ['unmatchedSettlements'],
    gateway: ['gatewayQuery', 'lateConfirmations'],
  },
  bills: { batches: ['batchReviews'], queries: ['queryQueue'], answers: ['queryService'] },
  customers: {
    bulkAccounts: ['bulkAccounts'],
    registrations: ['registrations'],
    pending: ['allPendingAccounts'],
    search: ['searchAccounts'],
    view: ['customerView'],
  },
  people: { staff: ['staffUsers'], business: ['businessUsers'], data: ['dataRequests'], breaches: ['breaches'] },
  operations: {
    jobs: ['jobs'],
    emails: ['outbox'],
    feed: ['feedImports'],
    announcements: ['announcements'],
    settings: ['operationSettings'],
  },
} as const satisfies Record<string, Record<string, readonly ScreenName[]>>

type PagesIn<Sections extends Record<string, object>> = { [Id in keyof Sections]: Sections[Id][keyof Sections[Id]] }[keyof Sections]

export type SectionId = keyof typeof customers | keyof typeof staff
export type PageName = (PagesIn<typeof customers> | PagesIn<typeof staff>)[number]

export interface Tab {
  /** The key of its name, for example `customer.bills.unpaid`. */
  key: string
  pages: readonly PageName[]
}

export interface Section {
  id: SectionId
  tabs: readonly Tab[]
}

const sectionsOf = (side: 'customer' | 'staff'): Section[] =>
  Object.entries(side === 'staff' ? staff : customers).map(([id, tabs]) => ({
    id: id as SectionId,
    tabs: Object.entries(tabs).map(([tab, pages]) => ({ key: `${side}.${id}.${tab}`, pages: pages as readonly PageName[] })),
  }))

export const allSections = { customer: sectionsOf('customer'), staff: sectionsOf('staff') } as const

/** The screens that belong to a page although their addresses are not below its address. */
const elsewhere: Partial<Record<ScreenName, PageName>> = {
  staffPayments: 'allPayments',
  registerCompany: 'registration',
  accountsNeeded: 'registration',
}

/** Returns whether the user may open a screen and it would show more than a notice. */
export function openable(profile: Profile): (screen: ScreenName) => boolean {
  const isStaff = isStaffRole(profile.role)
  const visitor = visitorOf(profile)
  const isNewcomer = profile.bulkId === null
  // Only users without a bulk account can register. Without a usable account some screens would show only a notice.
  const isClosed = (screen: ScreenName) =>
    !isStaff && (screen === 'registration' ? !isNewcomer : !isNewcomer && !profile.hasValidContractAccount && needsAccount(paths[screen]))
  return (screen) => opensFor(paths[screen], visitor) && !isClosed(screen)
}

/** Returns the sections with the tabs and pages that the user may open now. */
export function sectionsFor(profile: Profile): Section[] {
  const opens = openable(profile)
  const narrow = ({ id, tabs }: Section): Section => ({
    id,
    tabs: tabs.map((tab) => ({ ...tab, pages: tab.pages.filter(opens) })).filter(({ pages }) => pages.length > 0),
  })
  return allSections[isStaffRole(profile.role) ? 'staff' : 'customer'].map(narrow).filter(({ tabs }) => tabs.length > 0)
}

export interface Place {
  section: Section
  tab: Tab
  page: PageName
}

/** Returns the place of a page. */
export function placeOf(page: ScreenName, sections: readonly Section[]): Place | undefined {
  for (const section of sections)
    for (const tab of section.tabs) {
      const found = tab.pages.find((one) => one === page)
      if (found) return { section, tab, page: found }
    }
  return
}

/** Returns the page at an address. */
export const pageAt = (path: string, sections: readonly Section[]): Place | undefined => {
  const page = pagesIn(sections).find((page) => paths[page] === path)
  return page && placeOf(page, sections)
}

const pagesIn = (sections: readonly Section[]) => sections.flatMap(({ tabs }) => tabs.flatMap(({ pages }) => pages))

/** Returns the section of an address. A record belongs to the page whose address is the longest that its own begins with. */
export function sectionAt(path: string, sections: readonly Section[]): SectionId | undefined {
  const covers = (screen: ScreenName) => path === paths[screen] || (screen !== 'staffHome' && path.startsWith(`${paths[screen]}/`))
  const covering = [...pagesIn(sections), ...(Object.keys(elsewhere) as ScreenName[])].filter(covers)
  const [closest] = covering.sort((one, other) => paths[other].length - paths[one].length)
  return closest && placeOf(elsewhere[closest] ?? closest, sections)?.section.id
}
