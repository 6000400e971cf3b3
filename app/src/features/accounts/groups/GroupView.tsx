/** One group: what is owed on it, and its accounts. */

import { getRouteApi } from '@tanstack/react-router'
import { amountShown, compareAmounts, countShown } from '../../../core/core'
import { link, paths } from '../../../core/links'
import { useCall } from '../../../kit/call/useCall'
import { Figures } from '../../../kit/figures/Figures'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { Loaded } from '../../../kit/page/Loaded'
import { useTitle } from '../../../kit/page/useTitle'
import { useBulkId } from '../../../kit/session/useProfile'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Page } from '../../../ui/layout/Page'
import { Stack } from '../../../ui/layout/Stack'
import { StatCard } from '../../../ui/text/StatCard'
import { useTranslation } from '../../../words/useTranslation'
import { AccountsTable } from '../AccountsTable'
import { accountListOfGroup } from '../accountList'
import { ProgressNotice } from '../ProgressNotice'
import { useOwnAccounts } from '../source'
import { GroupActions } from './GroupActions'
import { GroupDialogs } from './GroupDialogs'
import { groupBillsHref, noGroupHref } from './groupList'
import { PayGroup } from './PayGroup'
import { usePayGroup } from './usePayGroup'

const route = getRouteApi(paths.group)

export function GroupView() {
  const { groupId } = route.useParams()
  // Another group is another screen: nothing ticked in the one before stays.
  return <View key={groupId} groupId={groupId} />
}

function View({ groupId }: { groupId: string }) {
  const { t } = useTranslation('groups')
  const source = useOwnAccounts(useBulkId())
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = useChangeSearch(navigate)
  const accounts = useList(accountListOfGroup, { search, onSearch, of: { groupId } })
  const query = useCall('GetGroupDetails', { groupId })
  const group = query.data
  const paying = usePayGroup(source.bulkId)
  const title = group?.groupName ?? t('one')
  useTitle(title)
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: t('accounts:title'), href: source.href },
        { label: t('accounts:tabs.groups'), href: link('groups') },
      ]}
      actions={group && <GroupActions source={source} group={group} paying={paying} onDialog={(dialog) => onSearch({ dialog }, true)} />}
    >
      <ProgressNotice source={source} />
      <PayGroup paying={paying} />
      <Loaded query={query}>
        {(found) => (
          <Stack gap={6}>
            <Figures asOf={undefined}>
              <StatCard
                label={t('columns.bills')}
                value={countShown(found.unpaidBills)}
                href={groupBillsHref(groupId)}
                meta={t('view.billsMeta')}
              />
              <StatCard
                label={t('columns.amount')}
                value={amountShown(found.amountPayable)}
                href={groupBillsHref(groupId)}
                meta={
                  compareAmounts(found.amountInPayment, '0.00') > 0
                    ? t('inPayment', { amount: amountShown(found.amountInPayment) })
                    : t('view.billsMeta')
                }
              />
            </Figures>
            <AccountsTable
              source={source}
              accounts={accounts}
              groupId={groupId}
              search={search}
              onSearch={onSearch}
              emptyAction={source.mayUpdate && <LinkButton href={noGroupHref(groupId)}>{t('view.add')}</LinkButton>}
            />
          </Stack>
        )}
      </Loaded>
      <GroupDialogs
        source={source}
        search={{ open: search.dialog }}
        group={group}
        onClose={() => onSearch({ dialog: undefined })}
        onDeleted={() => void navigate({ to: paths.groups, replace: true })}
      />
    </Page>
  )
}
