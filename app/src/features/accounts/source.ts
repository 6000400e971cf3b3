/** A bulk account's electricity accounts, for its people or for staff: where their pages are, and what they may do. */
import { link } from '../../core/links'
import { useMay } from '../../kit/session/useProfile'

export interface PendingSource {
  /** Whose accounts they are; without it those of all customers, for staff. */
  bulkId?: string | undefined
  isStaff: boolean
  /** The call that says whether an account can be added; staff are told which bulk account has it already. */
  validate: 'ChildAccountValidation' | 'ValidateForAdmin'
  mayAdd: boolean
  mayUpdate: boolean
  mayDelete: boolean
}

export interface Source extends PendingSource {
  bulkId: string
  /** The address of the list. */
  href: string
  /** The address of the list with these filters. */
  filteredHref: (filters: { active?: boolean; ungrouped?: boolean }) => string
  /** Where accounts are added. */
  addHref: string
  /** Where the accounts are that wait or could not be added. */
  pendingHref: string
  /** The company's address and contacts. */
  mayEditCompany: boolean
}

/** The own bulk account's. */
export function useOwnAccounts(bulkId: string): Source {
  return {
    bulkId,
    href: link('accounts'),
    filteredHref: (filters) => link('accounts', filters),
    addHref: link('addAccounts'),
    pendingHref: link('pendingAccounts'),
    isStaff: false,
    validate: 'ChildAccountValidation',
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
    validate: 'ValidateForAdmin',
    mayAdd: useMay('manageBulkAccounts', 'add'),
    mayUpdate: useMay('manageBulkAccounts', 'update'),
    mayDelete: useMay('manageBulkAccounts', 'delete'),
  }
}

/** Any bulk account's, for staff. */
export function useAccountsOf(bulkId: string): Source {
  return {
    ...usePendingOfAll(),
    bulkId,
    href: link('bulkAccount', { bulkId }),
    filteredHref: (filters) => link('bulkAccount', { bulkId, ...filters }),
    addHref: link('addBulkAccounts', { bulkId }),
    pendingHref: link('bulkPending', { bulkId }),
    mayEditCompany: useMay('manageBulkAccounts', 'update'),
  }
}
