/** Computes the change that the form of an account sends. */
import type { AccountUpdate } from '~/core/core'
import { noGroup } from '../groups/noGroup'

export interface AccountEntry {
  referenceId: string
  groupId: string
}

/** Only fields that were edited are sent, so that a colleague's change of the others is kept. */
export const changeOf = (before: AccountEntry, typed: AccountEntry): Omit<AccountUpdate, 'accountNo'> => ({
  ...(typed.referenceId.trim() !== before.referenceId && { referenceId: typed.referenceId.trim() }),
  ...(typed.groupId !== before.groupId && { groupId: typed.groupId === noGroup ? '' : typed.groupId }),
})
