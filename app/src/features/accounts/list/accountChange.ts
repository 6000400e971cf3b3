/** What the form of an account changes. */
import type { AccountUpdate } from '../../../core/core'
import { noGroup } from '../groups/noGroup'

export interface AccountEntry {
  referenceId: string
  groupId: string
}

/** Only what was changed in the form: a colleague's change of the rest stays. */
export const changeOf = (before: AccountEntry, typed: AccountEntry): Omit<AccountUpdate, 'accountNo'> => ({
  ...(typed.referenceId.trim() !== before.referenceId && { referenceId: typed.referenceId.trim() }),
  ...(typed.groupId !== before.groupId && { groupId: typed.groupId === noGroup ? '' : typed.groupId }),
})
