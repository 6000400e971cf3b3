/** The bar under a list of accounts: the number of ticked accounts and the actions for all of them. */
import { Ellipsis } from 'lucide-react'
import { type Account, numberShown } from '../../../core/core'
import type { ChangeOf } from '../../../kit/list/useChangeSearch'
import type { Ticked } from '../../../kit/list/useTicked'
import { Button } from '../../../ui/button/Button'
import { Menu, type MenuItem } from '../../../ui/overlay/Menu'
import { SelectionBar } from '../../../ui/table/SelectionBar'
import { useTranslation } from '../../../words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { useAddTo } from '../groups/useAddTo'
import type { AccountDialogSearch } from './accountList'

interface Props {
  source: AccountListSource
  isInGroup: boolean
  /** The group that accounts are being chosen for. */
  to?: string | undefined
  accounts: Ticked<Account>
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
