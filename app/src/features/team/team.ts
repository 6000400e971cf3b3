/** A bulk account whose users are managed, by its Master or by staff: the address of its list, and the user's permissions. */
import type { AddMemberRequest } from '~/core/core'
import { link } from '~/core/links'
import { call } from '~/kit/call/api'
import { useAction, useWrite } from '~/kit/call/write'
import { useMay } from '~/kit/session/useProfile'

export interface Team {
  bulkId: string
  /** Returns the address of the list, optionally filtered by activity. */
  hrefOf: (activity?: 'active' | 'inactive' | 'pending') => string
  isStaff: boolean
  mayAdd: boolean
  mayUpdate: boolean
  mayDelete: boolean
}

/** For the Master. */
export function useOwnTeam(bulkId: string): Team {
  return {
    bulkId,
    hrefOf: (activity) => link('users', { activity }),
    isStaff: false,
    mayAdd: useMay('manageUser', 'add'),
    mayUpdate: useMay('manageUser', 'update'),
    mayDelete: useMay('manageUser', 'delete'),
  }
}

/** For staff. */
export function useCustomerTeam(bulkId: string): Team {
  return {
    bulkId,
    hrefOf: (activity) => link('bulkUsers', { bulkId, activity }),
    isStaff: true,
    mayAdd: useMay('manageBulkAccounts', 'add'),
    mayUpdate: useMay('manageBulkAccounts', 'update'),
    mayDelete: useMay('manageBulkAccounts', 'delete'),
  }
}

export const useAddMember = (team: Team) => useAction((member: AddMemberRequest) => call('AddBulkUser', { ...member, id: team.bulkId }))

/** Skips the refetch if the Master transfers their own role, because that ends their session. */
export const useTransferMaster = (team: Team) => useWrite('TransferMasterBulkUser', { skipsRefetch: !team.isStaff })
