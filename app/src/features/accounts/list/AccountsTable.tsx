/** A list of electricity accounts with the actions on ticked accounts. Used by customers, and by staff, who have fewer actions. */
import { type ReactNode, useCallback } from 'react'
import { type Account, sentence } from '~/core/core'
import { List } from '~/kit/list/List'
import type { ChangeOf } from '~/kit/list/useChangeSearch'
import type { ListState } from '~/kit/list/useList'
import { useTicked } from '~/kit/list/useTicked'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { AccountsBar } from './AccountsBar'
import { AccountsDialog } from './AccountsDialog'
import { accountHref, billsHref } from './accountLinks'
import type { AccountDialogSearch } from './accountList'
import { BulkEdit } from './BulkEdit'

interface Props {
  source: AccountListSource
  accounts: ListState<Account>
  search: AccountDialogSearch
  onSearch: ChangeOf<AccountDialogSearch>
  /** The group whose accounts are listed. */
  groupId?: string | undefined
  /** Action to offer when the list is empty. */
  emptyAction?: ReactNode
}

export function AccountsTable({ source, accounts, search, onSearch, groupId, emptyAction }: Props) {
  const { ticked, selection, clear, untick } = useTicked(accounts)
  const menu = useAccountMenu(source, onSearch)
  useFocusBack({ open: search.open, row: search.account })
  const { account } = search
  const mayChange = source.mayUpdate || source.mayDelete
  const close = () => onSearch({ open: undefined, account: undefined })

  if (search.open === 'edit' && !search.account && ticked.size > 0 && source.mayUpdate)
    return (
      <BulkEdit
        source={source}
        accounts={[...ticked.values()]}
        onCancel={close}
        onDone={() => {
          clear()
          close()
        }}
      />
    )
  return (
    <>
      <List
        list={accounts}
        selection={mayChange ? selection : undefined}
        menu={!source.isStaff || mayChange ? menu : undefined}
        emptyAction={emptyAction}
      />
      {mayChange && (
        <AccountsBar
          source={source}
          isInGroup={groupId !== undefined}
          to={search.to}
          accounts={ticked}
          onSearch={onSearch}
          onClear={clear}
        />
      )}
      <AccountsDialog
        source={source}
        groupId={groupId}
        search={search}
        rows={accounts.rows}
        accounts={ticked}
        onClose={close}
        // An account that was removed or changed its group may have left the list, so the bar must not count it.
        onDone={account === undefined ? clear : () => untick([account])}
      />
    </>
  )
}

/** The menu of an account. Actions that are not possible are disabled with a reason. */
function useAccountMenu({ isStaff, mayUpdate, mayDelete }: AccountListSource, onSearch: ChangeOf<AccountDialogSearch>) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  return useCallback(
    ({ accountNo }: Account): MenuItem[] => {
      const open = (dialog: AccountDialogSearch['open']) => () => onSearch({ open: dialog, account: accountNo }, true)
      const whyNot = (may: boolean) => (may ? undefined : sentence('forbidden', language))
      return [
        ...(isStaff
          ? []
          : [
              { id: 'open', label: t('row.open'), href: accountHref(accountNo) },
              { id: 'bills', label: t('row.bills'), href: billsHref(accountNo) },
            ]),
        { id: 'edit', label: t('row.edit'), onAction: open('edit'), whyNot: whyNot(mayUpdate), startsGroup: !isStaff },
        ...(isStaff ? [] : [{ id: 'assign', label: t('row.assign'), onAction: open('assign'), whyNot: whyNot(mayUpdate) }]),
        {
          id: 'remove',
          label: t('row.remove'),
          onAction: open('remove'),
          isDanger: true,
          startsGroup: true,
          whyNot: whyNot(mayDelete),
        },
      ]
    },
    [t, language, isStaff, mayUpdate, mayDelete, onSearch],
  )
}
