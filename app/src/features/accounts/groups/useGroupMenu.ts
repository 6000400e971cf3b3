/** What can be done with a group; why not, where it cannot. */
import { useCallback } from 'react'
import { type Group, sentence } from '../../../core/core'
import type { ChangeOf } from '../../../kit/list/useChangeSearch'
import type { MenuItem } from '../../../ui/overlay/Menu'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import type { Source } from '../source'
import { type GroupSearch, groupBillsHref, groupHref } from './groupList'
import type { Paying } from './usePayGroup'

export function useGroupMenu({ mayUpdate, mayDelete }: Source, onSearch: ChangeOf<GroupSearch>, { pay, whyNotPay }: Paying) {
  const { t } = useTranslation('groups')
  const language = useLanguage()
  return useCallback(
    (group: Group): MenuItem[] => {
      const whyNot = (may: boolean) => (may ? undefined : sentence('forbidden', language))
      const open = (dialog: GroupSearch['open']) => () => onSearch({ open: dialog, group: group.groupId }, true)
      return [
        { id: 'open', label: t('row.open'), href: groupHref(group.groupId) },
        { id: 'bills', label: t('row.bills'), href: groupBillsHref(group.groupId) },
        { id: 'pay', label: t('pay.action'), onAction: () => pay(group), whyNot: whyNotPay(group) },
        { id: 'rename', label: t('rename.action'), onAction: open('rename'), whyNot: whyNot(mayUpdate), startsGroup: true },
        { id: 'delete', label: t('delete.action'), onAction: open('delete'), isDanger: true, startsGroup: true, whyNot: whyNot(mayDelete) },
      ]
    },
    [t, language, mayUpdate, mayDelete, onSearch, pay, whyNotPay],
  )
}
