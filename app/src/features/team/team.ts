/** A bulk account's people, for their Master or for staff: the address of the list, and what may be changed. */
import type { AddMemberRequest } from '../../core/core'
import { link } from '../../core/links'
import { call } from '../../kit/call/api'
import { useAct, useWrite } from '../../kit/call/write'
import { useMay } from '../../kit/session/useProfile'

export interface Team {
  bulkId: string
  /** The address of the list, of all people or of one activity. */
  hrefOf: (activity?: 'active' | 'inactive' | 'pending') => string
  isStaff: boolean
  mayAdd: boolean
  mayUpdate: boolean
  mayDelete: boolean
}

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

export function useTeamOf(bulkId: string): Team {
  return {
    bulkId,
    hrefOf: (activity) => link('bulkUsers', { bulkId, activity }),
    isStaff: true,
    mayAdd: useMay('manageBulkAccounts', 'add'),
    mayUpdate: useMay('manageBulkAccounts', 'update'),
    mayDelete: useMay('manageBulkAccounts', 'delete'),
  }
}

/** Invites somebody. */
export const useAdd = (team: Team) => useAct((member: AddMemberRequest) => call('AddBulkUser', { ...member, id: team.bulkId }))

/** Nothing is read afterwards: a Master's own session is over. */
export const useTransfer = (team: Team) => useWrite('TransferMasterBulkUser', { isLast: !team.isStaff })
