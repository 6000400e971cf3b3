/** One electricity account: details, bills and history. */
import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { accountError, amountShown, compareAmounts, instantShown, numberShown, sectorName, sentence, type TaggingEvent } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useParsedSearch } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import cards from '~/kit/page/Cards.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { useAddRecent } from '~/kit/session/recent'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Menu } from '~/ui/overlay/Menu'
import { Description } from '~/ui/text/Description'
import { Timeline } from '~/ui/text/Timeline'
import { withWords } from '~/words/store'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type AccountListSource, useOwnAccounts } from '../accountListSource'
import historyStyles from '../company/CompanyHistory.module.css'
import { CodingCard } from '../costs/CodingCard'
import { groupHref } from '../groups/groupList'
import { PayGroup, usePayAccount } from '../groups/PayGroup'
import { LastBills } from '../LastBills'
import { AccountStatus } from '../list/AccountStatus'
import { AccountsDialog } from '../list/AccountsDialog'
import { billsHref } from '../list/accountLinks'
import { accountList } from '../list/accountList'
import { Overview } from '../Overview'
import { ProgressNotice } from '../ProgressNotice'
import { placeOf } from './placeOf'

const Deposit = deferComponent(withWords(['deposits'], async () => (await import('../deposits/DepositCard')).DepositCard))
const Findings = deferComponent(withWords(['findings'], async () => (await import('./AccountFindings')).AccountFindings))

const route = getRouteApi(paths.account)

export function AccountView() {
  const { accountNo } = route.useParams()
  // The key remounts the screen for another account.
  return <View key={accountNo} accountNo={accountNo} />
}

function View({ accountNo }: { accountNo: string }) {
  const { t } = useTranslation(['accounts', 'groups'])
  const language = useLanguage()
  const source = useOwnAccounts(useBulkId())
  const { open } = useParsedSearch(accountList, route.useSearch())
  const navigate = route.useNavigate()
  const onSearch = useChangeSearch(navigate)
  // For the header only. The boundary below shows any error.
  const account = useOptionalRead('GetAccountDetails', { accountNo })?.account
  const title = t('view.title', { account: accountNo })
  useTitle(title)
  const description = account?.referenceId ?? undefined
  useAddRecent({ kind: 'account', href: link('account', { accountNo }), label: accountNo, description }, account !== undefined)
  const whyNot = (may: boolean) => (may ? undefined : sentence('forbidden', language))
  const paying = usePayAccount(source.bulkId)
  const whyNotPay = account && paying.whyNotPay(account)
  const actions = account && (
    <>
      <Menu
        label={t('view.more')}
        trigger={<Button icon={<Ellipsis />} label={t('view.more')} />}
        items={[
          { id: 'edit', label: t('row.edit'), onAction: () => onSearch({ open: 'edit' }, true), whyNot: whyNot(source.mayUpdate) },
          {
            id: 'remove',
            label: t('row.remove'),
            onAction: () => onSearch({ open: 'remove' }, true),
            isDanger: true,
            startsGroup: true,
            whyNot: whyNot(source.mayDelete),
          },
        ]}
      />
      <Button
        mode="primary"
        onPress={() => paying.pay(account)}
        isDisabled={whyNotPay !== undefined}
        why={whyNotPay}
        isLoading={paying.isPending}
      >
        {t('groups:pay.action')}
      </Button>
    </>
  )
  return (
    <Page
      title={title}
      subtitle={account?.referenceId ?? undefined}
      breadcrumbs={[{ label: t('title'), href: source.href }]}
      status={account && !account.isActive && <AccountStatus t={t} isActive={account.isActive} />}
      actions={actions}
    >
      <ProgressNotice source={source} />
      <PayGroup paying={paying} />
      <Boundary of={accountNo}>
        <Facts source={source} accountNo={accountNo} />
      </Boundary>
      {account && (
        <AccountsDialog
          source={source}
          search={{ open, account: accountNo }}
          rows={[account]}
          accounts={new Map()}
          onClose={() => onSearch({ open: undefined })}
          onDone={() => undefined}
          onGone={() => void navigate({ to: paths.accounts, replace: true })}
        />
      )}
    </Page>
  )
}

function Facts({ source, accountNo }: { source: AccountListSource; accountNo: string }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const seesBills = useMay('bill', 'view')
  const { account, companyName, unpaidBills, amountInPayment, creditAmount, history } = useRead('GetAccountDetails', { accountNo })
  return (
    <>
      <Overview of={{ id: source.bulkId, accountNo }}>
        <Card
          title={t('view.bills')}
          tour="owed"
          actions={
            seesBills && (
              <LinkButton size="small" href={link('statements', { open: 'request', account: account.accountNo })}>
                {t('row.statement')}
              </LinkButton>
            )
          }
        >
          <Description
            columns={2}
            items={[
              { id: 'owed', label: t('columns.owed'), value: amountShown(account.amountPayable) },
              {
                id: 'unpaid',
                label: t('view.unpaid'),
                value: unpaidBills > 0 ? <Link href={billsHref(accountNo)}>{numberShown(unpaidBills)}</Link> : numberShown(unpaidBills),
              },
              ...(compareAmounts(amountInPayment, '0.00') > 0
                ? [{ id: 'inPayment', label: t('view.inPayment'), value: amountShown(amountInPayment) }]
                : []),
              ...(compareAmounts(creditAmount, '0.00') > 0
                ? [{ id: 'credit', label: t('view.credit'), value: amountShown(creditAmount) }]
                : []),
            ]}
          />
          {seesBills && <LastBills bulkId={source.bulkId} of={{ accountNo }} />}
        </Card>
      </Overview>
      <Stack gap={4}>
        {seesBills && (
          <Boundary isPart of={accountNo} waiting={null}>
            <Findings bulkId={source.bulkId} accountNo={accountNo} />
          </Boundary>
        )}
        <div className={cards.cards}>
          <Card title={t('view.account')} tour="facts">
            <Description
              items={[
                { id: 'no', label: t('columns.account'), value: account.accountNo },
                { id: 'reference', label: t('columns.reference'), value: account.referenceId },
                {
                  id: 'group',
                  label: t('columns.group'),
                  value: account.groupId && <Link href={groupHref(account.groupId)}>{account.groupName}</Link>,
                },
                { id: 'company', label: t('view.company'), value: companyName },
                { id: 'premises', label: t('columns.premises'), value: account.premisesAddress },
                { id: 'place', label: t('view.place'), value: placeOf(account) },
                { id: 'sector', label: t('view.sector'), value: sectorName(account.sector, language) },
                { id: 'tariff', label: t('view.tariff'), value: account.tariff },
                { id: 'since', label: t('view.since'), value: instantShown(account.taggedAt, language) },
                { id: 'bulk', label: t('company.bulkId'), value: source.bulkId },
              ]}
            />
          </Card>
          <Boundary isPart of={accountNo} waiting={null}>
            <CodingCard bulkId={source.bulkId} accountNo={accountNo} />
          </Boundary>
          <Boundary isPart of={accountNo} waiting={null}>
            <Deposit bulkId={source.bulkId} accountNo={accountNo} />
          </Boundary>
          <Card title={t('history.title')}>
            <History events={history} />
          </Card>
        </div>
      </Stack>
    </>
  )
}

/** History of the account: added, removed or renamed, with user and outcome. */
function History({ events }: { events: readonly TaggingEvent[] }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  if (events.length === 0) return <p className={historyStyles.none}>{t('history.none')}</p>
  return (
    <Timeline
      label={t('history.title')}
      items={events.map(({ action, requestedAt, requestedBy, doneAt, errorType, referenceId }) => ({
        id: `${requestedAt} ${action}`,
        tone: errorType ? 'bad' : doneAt ? 'good' : 'progress',
        title: t(errorType ? `history.failed.${action}` : doneAt ? `history.done.${action}` : `history.asked.${action}`),
        meta: t('history.by', { who: requestedBy, when: instantShown(requestedAt, language) }),
        children: (
          <>
            {errorType && <p>{accountError(errorType, language)}</p>}
            {action === 3 && <p>{referenceId ? t('history.reference', { reference: referenceId }) : t('history.noReference')}</p>}
          </>
        ),
      }))}
    />
  )
}
