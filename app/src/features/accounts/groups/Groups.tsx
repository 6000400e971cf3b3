/** The groups of the customer's bulk account, with their accounts and the amounts owed. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Group, numberShown, sentence } from '~/core/core'
import { paths } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { List } from '~/kit/list/List'
import { type ChangeOf, useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList, useParsedSearch } from '~/kit/list/useList'
import { useDialogRow } from '~/kit/page/dialogRow'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { AccountsFrame } from '../AccountsFrame'
import { type AccountListSource, useOwnAccounts } from '../accountListSource'
import { GroupDialogs } from './GroupDialogs'
import { type GroupSearch, groupBillsHref, groupHref, groupList, noGroupHref } from './groupList'
import { PayGroup, type Paying, usePayGroup } from './PayGroup'

const route = getRouteApi(paths.groups)

export function Groups() {
  const { t } = useTranslation('groups')
  const language = useLanguage()
  const source = useOwnAccounts(useBulkId())
  const search = useParsedSearch(groupList, route.useSearch())
  const onSearch = useChangeSearch(route.useNavigate())
  const cards = useOptionalRead('GetAccountCards', { id: source.bulkId })
  const groups = useList(groupList, { search, onSearch, of: { id: source.bulkId } })
  const paying = usePayGroup(source.bulkId)
  const menu = useGroupMenu(source, onSearch, paying)
  const found = groups.rows.find(({ groupId }) => groupId === search.group)
  const group = useDialogRow(search.group, found)
  useFocusBack({ open: search.open, row: search.group })
  const create = (
    <Button
      onPress={() => onSearch({ open: 'create' }, true)}
      isDisabled={!source.mayAdd}
      why={source.mayAdd ? undefined : sentence('forbidden', language)}
    >
      {t('create.action')}
    </Button>
  )
  return (
    <AccountsFrame source={source} tab="groups" actions={create}>
      <PayGroup paying={paying} />
      <List
        list={groups}
        menu={menu}
        toolbar={
          <LinkButton href={noGroupHref()}>
            {cards ? t('noGroup.link', { shown: numberShown(cards.withoutGroup) }) : t('noGroup.title')}
          </LinkButton>
        }
        emptyAction={create}
      />
      <GroupDialogs source={source} search={search} group={group} onClose={() => onSearch({ open: undefined, group: undefined })} />
    </AccountsFrame>
  )
}

/** The menu of a group. Actions that are not possible are disabled with a reason. */
function useGroupMenu({ mayUpdate, mayDelete }: AccountListSource, onSearch: ChangeOf<GroupSearch>, { pay, whyNotPay }: Paying) {
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
