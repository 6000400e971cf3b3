/** The source of a list of electricity accounts, for customers or staff: the pages, calls and permissions that apply. */
import { link } from '~/core/links'
import { useMay } from '~/kit/session/useProfile'

export interface PendingSource {
  /** The bulk account. Without it, staff see the accounts of all customers. */
  bulkId?: string | undefined
  isStaff: boolean
  /** The call that checks whether an account can be added. Its answer tells staff which bulk account already has it. */
  validate: 'ChildAccountValidation' | 'ValidateForAdmin'
  mayAdd: boolean
  mayUpdate: boolean
  mayDelete: boolean
}

export interface AccountListSource extends PendingSource {
  bulkId: string
  /** The address of the list. */
  href: string
  /** The address of the list with these filters. */
  filteredHref: (filters: { active?: boolean; ungrouped?: boolean }) => string
  /** The address of the screen that adds accounts. */
  addHref: string
  /** The address of the list of accounts that are queued or could not be added. */
  pendingHref: string
  /** Whether the user may edit the company's address and contacts. */
  mayEditCompany: boolean
}

/** The source for the customer's own bulk account. */
export function useOwnAccounts(bulkId: string): AccountListSource {
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

/** The source for staff, across all bulk accounts. */
export function usePendingOfAll(): PendingSource {
  return {
    isStaff: true,
    validate: 'ValidateForAdmin',
    mayAdd: useMay('manageBulkAccounts', 'add'),
    mayUpdate: useMay('manageBulkAccounts', 'update'),
    mayDelete: useMay('manageBulkAccounts', 'delete'),
  }
}

/** The source for staff, for one bulk account. */
export function useAccountsOf(bulkId: string): AccountListSource {
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
