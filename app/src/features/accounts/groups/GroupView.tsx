/** One group with the amount owed and its accounts; and the screen of the accounts in no group. */
import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { amountShown, compareAmounts, type Group, numberShown, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { useGroupNames } from '~/kit/accounts/useGroups'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList, useParsedSearch } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useAddRecent } from '~/kit/session/recent'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Menu } from '~/ui/overlay/Menu'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type AccountListSource, useOwnAccounts } from '../accountListSource'
import { LastBills } from '../LastBills'
import { AccountsTable } from '../list/AccountsTable'
import { accountListOfGroup, accountListOfNoGroup } from '../list/accountList'
import { Overview } from '../Overview'
import { ProgressNotice } from '../ProgressNotice'
import { GroupDialogs } from './GroupDialogs'
import { groupBillsHref, noGroupHref } from './groupList'
import { PayGroup, type Paying, usePayGroup } from './PayGroup'

const route = getRouteApi(paths.group)
const routeOfNoGroup = getRouteApi(paths.accountsInNoGroup)

export function GroupView() {
  const { groupId } = route.useParams()
  // The key remounts the screen for another group, so that ticks do not carry over.
  return <View key={groupId} groupId={groupId} />
}

function View({ groupId }: { groupId: string }) {
  const { t } = useTranslation(['groups', 'accounts'])
  const source = useOwnAccounts(useBulkId())
  const search = useParsedSearch(accountListOfGroup, route.useSearch())
  const navigate = route.useNavigate()
  const onSearch = useChangeSearch(navigate)
  const accounts = useList(accountListOfGroup, { search, onSearch, of: { groupId } })
  // For the title and the actions only. The boundary below shows any error.
  const group = useOptionalRead('GetGroupDetails', { groupId })
  const paying = usePayGroup(source.bulkId)
  const title = group?.groupName ?? t('one')
  useTitle(title)
  useAddRecent({ kind: 'group', href: link('group', { groupId }), label: title }, group !== undefined)
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
      <Boundary of={groupId}>
        <Stack gap={3}>
          <GroupBills bulkId={source.bulkId} groupId={groupId} />
          <AccountsTable
            source={source}
            accounts={accounts}
            groupId={groupId}
            search={search}
            onSearch={onSearch}
            emptyAction={source.mayUpdate && <LinkButton href={noGroupHref(groupId)}>{t('view.add')}</LinkButton>}
          />
        </Stack>
      </Boundary>
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

function GroupBills({ bulkId, groupId }: { bulkId: string; groupId: string }) {
  const { t } = useTranslation(['groups', 'accounts'])
  const seesBills = useMay('bill', 'view')
  const { unpaidBills, amountPayable, amountInPayment } = useRead('GetGroupDetails', { groupId })
  const hasInPayment = compareAmounts(amountInPayment, '0.00') > 0
  return (
    <Overview of={{ id: bulkId, groupId }}>
      <Card title={t('accounts:view.bills')}>
        <Description
          columns={2}
          items={[
            { id: 'owed', label: t('columns.amount'), value: <Link href={groupBillsHref(groupId)}>{amountShown(amountPayable)}</Link> },
            {
              id: 'unpaid',
              label: t('columns.bills'),
              value: <Link href={groupBillsHref(groupId, 'all')}>{numberShown(unpaidBills)}</Link>,
            },
            ...(hasInPayment ? [{ id: 'inPayment', label: t('accounts:view.inPayment'), value: amountShown(amountInPayment) }] : []),
          ]}
        />
        {seesBills && <LastBills bulkId={bulkId} of={{ groupId }} />}
      </Card>
    </Overview>
  )
}

export function NotInGroup() {
  const { t } = useTranslation(['groups', 'accounts'])
  const source = useOwnAccounts(useBulkId())
  const search = useParsedSearch(accountListOfNoGroup, routeOfNoGroup.useSearch())
  const onSearch = useChangeSearch(routeOfNoGroup.useNavigate())
  const accounts = useList(accountListOfNoGroup, { search, onSearch, of: { id: source.bulkId } })
  const nameOf = useGroupNames(source.bulkId, search.to !== undefined)
  useTitle(t('noGroup.title'))
  return (
    <Page
      title={t('noGroup.title')}
      subtitle={search.to ? t('noGroup.leadTo', { group: nameOf(search.to) }) : t('noGroup.lead')}
      breadcrumbs={[
        { label: t('accounts:title'), href: source.href },
        { label: t('accounts:tabs.groups'), href: link('groups') },
      ]}
    >
      <ProgressNotice source={source} />
      <AccountsTable source={source} accounts={accounts} search={search} onSearch={onSearch} />
    </Page>
  )
}

interface GroupActionsProps {
  source: AccountListSource
  group: Group
  paying: Paying
  onDialog: (dialog: 'rename' | 'delete') => void
}

/** The actions for a group's page, disabled with a reason where they are not possible. */
function GroupActions({ source, group, paying, onDialog }: GroupActionsProps) {
  const { t } = useTranslation('groups')
  const language = useLanguage()
  const forbidden = sentence('forbidden', language)
  const whyNotPay = paying.whyNotPay(group)
  return (
    <>
      <Menu
        label={t('view.more')}
        trigger={<Button icon={<Ellipsis />} label={t('view.more')} />}
        items={[
          { id: 'statement', label: t('view.statement'), href: link('statements', { open: 'combined', group: group.groupId }) },
          {
            id: 'rename',
            label: t('rename.action'),
            onAction: () => onDialog('rename'),
            startsGroup: true,
            whyNot: source.mayUpdate ? undefined : forbidden,
          },
          {
            id: 'delete',
            label: t('delete.action'),
            onAction: () => onDialog('delete'),
            isDanger: true,
            startsGroup: true,
            whyNot: source.mayDelete ? undefined : forbidden,
          },
        ]}
      />
      {source.mayUpdate ? (
        <LinkButton href={noGroupHref(group.groupId)}>{t('view.add')}</LinkButton>
      ) : (
        <Button isDisabled why={forbidden}>
          {t('view.add')}
        </Button>
      )}
      <Button
        mode="primary"
        onPress={() => paying.pay(group)}
        isDisabled={whyNotPay !== undefined}
        why={whyNotPay}
        isLoading={paying.isPending}
      >
        {t('pay.action')}
      </Button>
    </>
  )
}
