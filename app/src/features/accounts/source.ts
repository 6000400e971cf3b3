/** A bulk account's electricity accounts as its people reach them, or as staff do: the same pieces over two sets of calls. */
import type { EndpointName } from '../../api'
import { useMay } from '../../useProfile'

const own = {
  cards: 'GetAccountCards',
  table: 'GetAccounts',
  add: 'AddAccounts',
  validate: 'ChildAccountValidation',
  remove: 'RemoveChildAccounts',
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
  remove: 'RemoveAccountsForAdmin',
  // Staff read from the figures how much still waits.
  progress: 'GetElectricityAccountsCard',
  pending: 'GetBulkChildAccountErrorForAdmin',
  submit: 'PendingSubmitForAdmin',
  forget: 'RemoveFromPending',
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
