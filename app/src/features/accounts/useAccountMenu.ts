/** What can be done with an account in a list; why not, where it cannot. */

import { useCallback } from 'react'
import { type Account, sentence } from '../../core/core'
import { link } from '../../core/links'
import type { ChangeOf } from '../../kit/list/useChangeSearch'
import type { MenuItem } from '../../ui/overlay/Menu'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { type AccountDialogSearch, accountHref } from './accountList'
import type { Source } from './source'

export const billsHref = (accountNo: string) => link('outstandingBills', { search: accountNo })

export function useAccountMenu({ isStaff, mayUpdate, mayDelete }: Source, onSearch: ChangeOf<AccountDialogSearch>) {
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
              { id: 'edit', label: t('row.edit'), onAction: open('edit'), whyNot: whyNot(mayUpdate), startsGroup: true },
              { id: 'assign', label: t('row.assign'), onAction: open('assign'), whyNot: whyNot(mayUpdate) },
            ]),
        {
          id: 'remove',
          label: t('row.remove'),
          onAction: open('remove'),
          isDanger: true,
          startsGroup: !isStaff,
          whyNot: whyNot(mayDelete),
        },
      ]
    },
    [t, language, isStaff, mayUpdate, mayDelete, onSearch],
  )
}
