/** A bulk account's electricity accounts as its people reach them, or as staff do: the same pieces over two sets of calls. */
import { useMutation } from '@tanstack/react-query'
import { call, type EndpointName, type RequestOf } from '../../api'
import { bringUpToDate } from '../../live'
import { queries } from '../../session'
import { useMay } from '../../useProfile'
import { focusRowOrTitle } from '../team/useFocusBack'

const own = {
  cards: 'GetAccountCards',
  table: 'GetAccounts',
  add: 'AddAccounts',
  validate: 'ChildAccountValidation',
  remove: 'RemoveChildAccount',
  progress: 'GetTaggingProgress',
  pending: 'GetBulkChildAccountError',
  submit: 'PendingSubmit',
  forget: 'RemoveFromPending',
  profile: 'GetProfile',
  updateProfile: 'UpdateProfile',
  profileHistory: 'GetProfileHistory',
} as const satisfies Record<string, EndpointName>

const byStaff = {
  cards: 'GetElectricityAccountsCard',
  table: 'GetAccountsForAdmin',
  add: 'AddAccountsForAdmin',
  validate: 'ValidateForAdmin',
  remove: 'RemoveAccountForAdmin',
  // Staff read from the figures how much still waits.
  progress: 'GetElectricityAccountsCard',
  pending: 'GetBulkChildAccountErrorForAdmin',
  submit: 'PendingSubmitForAdmin',
  forget: 'RemoveFromPendingForAdmin',
  profile: 'GetProfileForAdmin',
  updateProfile: 'UpdateProfileForAdmin',
  profileHistory: 'GetProfileHistoryForAdmin',
} as const satisfies Record<string, EndpointName>

export interface PendingSource {
  /** Whose accounts they are; without it those of all customers, for staff. */
  bulkId?: string | undefined
  isStaff: boolean
  calls: typeof own | typeof byStaff
  mayAdd: boolean
  mayUpdate: boolean
  mayDelete: boolean
}

export interface Source extends PendingSource {
  bulkId: string
  /** The address of the list. */
  href: string
  /** Where accounts are added. */
  addHref: string
  /** Where accounts stand that wait or could not be taken. */
  pendingHref: string
  /** The company's address and contacts. */
  mayEditCompany: boolean
}

/** The own bulk account's. */
export function useOwnAccounts(bulkId: string): Source {
  return {
    bulkId,
    href: '/manageAccount',
    addHref: '/manageAccount/add',
    pendingHref: '/manageAccount/pending',
    isStaff: false,
    calls: own,
    mayAdd: useMay('account', 'add'),
    mayUpdate: useMay('account', 'update'),
    mayDelete: useMay('account', 'delete'),
    mayEditCompany: useMay('manageUser', 'update'),
  }
}

/** Those of a bulk account, or of all, for staff. */
export function usePendingOfAll(): PendingSource {
  return {
    isStaff: true,
    calls: byStaff,
    mayAdd: useMay('manageBulkAccounts', 'add'),
    mayUpdate: useMay('manageBulkAccounts', 'update'),
    mayDelete: useMay('manageBulkAccounts', 'delete'),
  }
}

/** Any bulk account's, for staff. */
export function useAccountsOf(bulkId: string): Source {
  const href = `/admin/bulkAccounts/${bulkId}`
  return {
    ...usePendingOfAll(),
    bulkId,
    href,
    addHref: `${href}/add`,
    pendingHref: `${href}/pending`,
    mayEditCompany: useMay('manageBulkAccounts', 'update'),
  }
}

/** Figures, lists and records of accounts, groups and companies. */
const shownIn = /^Get(Account|ElectricityAccountsCard|Bulk|Group|Tagging|Profile)/

/**
 * Asks again for whatever is shown of accounts, and of the bills that come and go with them. When the row that had the focus
 * is gone by that, the title takes it.
 */
export async function showAccountsAnew() {
  const read = () => queries.invalidateQueries({ predicate: ({ queryKey }) => shownIn.test(String(queryKey[0])) })
  bringUpToDate()
  await read()
  requestAnimationFrame(() => focusRowOrTitle())
  // A job that was quick was done while the lists were read, and nothing waits that would tell of it.
  setTimeout(() => void read(), 1_000)
}

/** Nobody waits for the lists: the dialogue may be about accounts that are gone from them. */
const onSettled = () => void showAccountsAnew()

/** A call that changes accounts or groups: whatever came of it is shown. */
export function useChange<Name extends EndpointName>(name: Name) {
  return useMutation({ mutationFn: (request: RequestOf<Name>) => call(name, request), onSettled })
}
