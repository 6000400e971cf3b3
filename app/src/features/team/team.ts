/** A bulk account's people as their Master reaches them, or as staff do: the same screens over two sets of calls. */
import { useMutation } from '@tanstack/react-query'
import { call, type EndpointName, type RequestOf } from '../../api'
import type { AddMemberRequest } from '../../core'
import { focusWhenRead } from '../../useChange'
import { useMay } from '../../useProfile'

const own = {
  cards: 'GetManageUsersCards',
  table: 'GetManageUsersTable',
  update: 'UpdateBulkUser',
  remove: 'DeleteBulkUser',
  transfer: 'TransferMasterBulkUser',
  resend: 'ResendInvitation',
} as const satisfies Record<string, EndpointName>

const byStaff = {
  cards: 'GetManageUsersCardsByBulkId',
  table: 'GetManageUsersTableByBulkId',
  update: 'AdminUpdateBulkUser',
  remove: 'AdminDeleteBulkUser',
  transfer: 'AdminTransferMasterBulkUser',
  resend: 'AdminResendInvitation',
} as const satisfies Record<string, EndpointName>

export interface Team {
  bulkId: string
  /** The address of the list. */
  href: string
  isStaff: boolean
  calls: typeof own | typeof byStaff
  add: (member: AddMemberRequest) => Promise<unknown>
  mayAdd: boolean
  mayUpdate: boolean
  mayDelete: boolean
}

export function useOwnTeam(bulkId: string): Team {
  return {
    bulkId,
    href: '/manageUsers',
    isStaff: false,
    calls: own,
    add: (member) => call('AddBulkUser', member),
    mayAdd: useMay('manageUser', 'add'),
    mayUpdate: useMay('manageUser', 'update'),
    mayDelete: useMay('manageUser', 'delete'),
  }
}

export function useTeamOf(bulkId: string): Team {
  return {
    bulkId,
    href: `/admin/bulkAccounts/${bulkId}/users`,
    isStaff: true,
    calls: byStaff,
    add: (member) => call('AddBulkUserByBulkId', { id: bulkId, ...member }),
    mayAdd: useMay('manageBulkAccounts', 'add'),
    mayUpdate: useMay('manageBulkAccounts', 'update'),
    mayDelete: useMay('manageBulkAccounts', 'delete'),
  }
}

/** Somebody new; shown whatever came of it. */
export const useAdd = (team: Team) => useMutation({ mutationFn: team.add, onSettled: focusWhenRead })

/** Nothing is asked for afterwards: the own session may be over. */
export const useTransfer = (team: Team) =>
  useMutation({
    mutationFn: (request: RequestOf<'TransferMasterBulkUser'>) => call(team.calls.transfer, request, { isLast: !team.isStaff }),
  })
