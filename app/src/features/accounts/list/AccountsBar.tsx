/** The bar under a list of accounts: the number of ticked accounts and the actions for all of them. */
import { useRouter } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { type Account, numberShown } from '~/core/core'
import { useGroupNames } from '~/kit/accounts/useGroups'
import { useFrozen } from '~/kit/announcements/frozen'
import { messageOf } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { useUndo } from '~/kit/form/useUndo'
import type { TickedRows } from '~/kit/list/ticks'
import type { ChangeOf } from '~/kit/list/useChangeSearch'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Menu } from '~/ui/overlay/Menu'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { SelectionBar } from '~/ui/table/SelectionBar'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { groupHref } from '../groups/groupList'
import { regroup } from '../groups/regroup'
import type { AccountDialogSearch } from './accountList'

interface Props {
  source: AccountListSource
  isInGroup: boolean
  /** The group that accounts are being chosen for. */
  to?: string | undefined
  accounts: TickedRows<Account>
  onSearch: ChangeOf<AccountDialogSearch>
  onClear: () => void
}

export function AccountsBar({ source, isInGroup, to, accounts, onSearch, onClear }: Props) {
  const { t } = useTranslation('accounts')
  const addTo = useAddTo(source, to, [...accounts.values()], onClear)
  const open = (dialog: AccountDialogSearch['open']) => () => onSearch({ open: dialog, account: undefined }, true)
  const more: MenuItem[] = [
    ...(addTo ? [{ id: 'assign', label: t('bar.assign'), onAction: open('assign') }] : []),
    ...(isInGroup ? [{ id: 'takeOut', label: t('bar.takeOut'), onAction: open('takeOut') }] : []),
    ...(source.mayDelete
      ? [{ id: 'remove', label: t('bar.remove'), onAction: open('remove'), isDanger: true, startsGroup: isInGroup }]
      : []),
  ]
  return (
    <SelectionBar
      isShown={accounts.size > 0}
      text={t('bar.text', { count: accounts.size, shown: numberShown(accounts.size) })}
      onClear={onClear}
      actions={
        source.isStaff ? (
          <>
            {source.mayDelete && (
              <Button mode="danger" onPress={open('remove')}>
                {t('bar.remove')}
              </Button>
            )}
            {source.mayUpdate && <Button onPress={open('edit')}>{t('row.edit')}</Button>}
          </>
        ) : (
          <>
            {more.length > 0 && <Menu label={t('bar.more')} trigger={<Button icon={<Ellipsis />} label={t('bar.more')} />} items={more} />}
            <Button onPress={open('edit')}>{t('row.edit')}</Button>
            {addTo ? (
              <Button
                mode="primary"
                onPress={addTo.add}
                isLoading={addTo.isPending}
                isDisabled={addTo.whyNot !== undefined}
                why={addTo.whyNot}
              >
                {addTo.label}
              </Button>
            ) : (
              <Button mode="primary" onPress={open('assign')}>
                {isInGroup ? t('bar.reassign') : t('bar.assign')}
              </Button>
            )}
          </>
        )
      }
    />
  )
}

interface AddTo {
  label: string
  add: () => void
  isPending: boolean
  whyNot: string | undefined
}

/**
 * Adds the ticked accounts to a group that was chosen beforehand, without a dialogue, then opens the group. Returns undefined if no
 * group was chosen, or if an account would leave another group: the dialogue asks about that first.
 */
function useAddTo(
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
