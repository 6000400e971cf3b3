/** Adds the ticked accounts to a group that was chosen beforehand, without a dialogue, then opens the group. */
import { useRouter } from '@tanstack/react-router'
import { type Account, numberShown } from '../../../core/core'
import { useGroupNames } from '../../../kit/accounts/useGroups'
import { useFrozen } from '../../../kit/announcements/frozen'
import { messageOf } from '../../../kit/call/api'
import { useWrite } from '../../../kit/call/write'
import { useUndo } from '../../../kit/form/useUndo'
import { toasts } from '../../../ui/feedback/toastQueue'
import { useTranslation } from '../../../words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { groupHref } from './groupList'
import { regroup } from './regroup'

export interface AddTo {
  label: string
  add: () => void
  isPending: boolean
  whyNot: string | undefined
}

/** Returns undefined if no group was chosen, or if an account would leave another group: the dialogue asks about that first. */
export function useAddTo(
  source: AccountListSource,
  groupId: string | undefined,
  accounts: readonly Account[],
  onDone: () => void,
): AddTo | undefined {
  const { t } = useTranslation('groups')
  const router = useRouter()
  const isWanted = groupId !== undefined && source.mayUpdate && !source.isStaff
  const group = useGroupNames(source.bulkId, isWanted)(groupId ?? '')
  const assign = useWrite('AssignAccounts')
  const whyNot = useFrozen('AssignAccounts')
  const offerUndo = useUndo()
  if (!isWanted || accounts.some((account) => account.groupId !== null)) return undefined
  const said = { count: accounts.length, shown: numberShown(accounts.length), group }
  function add() {
    if (groupId === undefined) return
    assign.mutate(
      { groupId, accountNumbers: accounts.map(({ accountNo }) => accountNo) },
      {
        onSuccess: () => {
          onDone()
          offerUndo(t('assign.done', said), () => regroup(accounts, groupId))
          void router.navigate({ href: groupHref(groupId) })
        },
        onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }),
      },
    )
  }
  return { label: t('assign.addTo', said), add, isPending: assign.isPending, whyNot }
}
