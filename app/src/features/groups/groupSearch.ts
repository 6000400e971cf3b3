/** What the list of groups, or one group, shows and which dialogue stands over it, as its address says it. */
import { textOf } from '../accounts/textOf'

const dialogs = ['create', 'rename', 'delete'] as const

export interface GroupSearch {
  search?: string | undefined
  open?: (typeof dialogs)[number] | undefined
  /** The group that the dialogue is about. */
  group?: string | undefined
}

export const readGroupSearch = (raw: Record<string, unknown>): GroupSearch => ({
  search: textOf(raw.search),
  open: dialogs.find((one) => one === raw.open),
  group: textOf(raw.group),
})

/** The group's own screen. */
export const groupHref = (groupId: string) => `/manageAccount/groups/${groupId}`
/** The accounts in no group; `to` is the group that some of them are to go into. */
export const noGroupHref = (to?: string) => (to ? `/manageAccount/notInGroup?to=${to}` : '/manageAccount/notInGroup')
/** The group's unpaid bills. */
export const groupBillsHref = (groupId: string) => `/billPayment/outstanding?group=${groupId}`
