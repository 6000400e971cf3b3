/** One electricity account: what is known of it, its bills, and what was done with it. */

import { getRouteApi } from '@tanstack/react-router'
import {
  type Account,
  type AccountDetails,
  amountShown,
  compareAmounts,
  countShown,
  instantShown,
  sectorName,
  sentence,
} from '../../../core/core'
import { paths } from '../../../core/links'
import { useCall } from '../../../kit/call/useCall'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import bills from '../../../kit/page/Cards.module.css'
import { Loaded } from '../../../kit/page/Loaded'
import { useTitle } from '../../../kit/page/useTitle'
import { useBulkId, useMay } from '../../../kit/session/useProfile'
import { Button } from '../../../ui/button/Button'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Card } from '../../../ui/layout/Card'
import { Page } from '../../../ui/layout/Page'
import { Description } from '../../../ui/text/Description'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { AccountsDialog } from '../AccountsDialog'
import { AccountStatus } from '../accountList'
import { groupHref } from '../groups/groupList'
import { ProgressNotice } from '../ProgressNotice'
import { type Source, useOwnAccounts } from '../source'
import { billsHref } from '../useAccountMenu'
import { AccountHistory } from './AccountHistory'

const route = getRouteApi(paths.account)

export function AccountView() {
  const { accountNo } = route.useParams()
  // Another account is another screen.
  return <View key={accountNo} accountNo={accountNo} />
}

function View({ accountNo }: { accountNo: string }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const source = useOwnAccounts(useBulkId())
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = useChangeSearch(navigate)
  const query = useCall('GetAccountDetails', { accountNo })
  const title = t('view.title', { account: accountNo })
  useTitle(title)
  const whyNot = (may: boolean) => (may && query.data ? undefined : sentence('forbidden', language))
  const [whyNotEdit, whyNotRemove] = [whyNot(source.mayUpdate), whyNot(source.mayDelete)]
  return (
    <Page
      title={title}
      subtitle={query.data?.account.referenceId ?? undefined}
      breadcrumbs={[{ label: t('title'), href: source.href }]}
      status={query.data && <AccountStatus t={t} isActive={query.data.account.isActive} />}
      width="reading"
      actions={
        query.data && (
          <>
            <Button onPress={() => onSearch({ open: 'remove' }, true)} isDisabled={whyNotRemove !== undefined} why={whyNotRemove}>
              {t('row.remove')}
            </Button>
            <Button mode="primary" onPress={() => onSearch({ open: 'edit' }, true)} isDisabled={whyNotEdit !== undefined} why={whyNotEdit}>
              {t('row.edit')}
            </Button>
          </>
        )
      }
    >
      <ProgressNotice source={source} />
      <Loaded query={query}>
        {(details) => (
          <>
            <Facts source={source} details={details} />
            <AccountsDialog
              source={source}
              search={{ open, account: accountNo }}
              rows={[details.account]}
              accounts={new Map()}
              onClose={() => onSearch({ open: undefined })}
              onDone={() => undefined}
              onGone={() => void navigate({ to: paths.accounts, replace: true })}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const placeOf = ({ postalCode, city, state }: Account) => [[postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')

function Facts({ source, details }: { source: Source; details: AccountDetails }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const seesBills = useMay('bill', 'view')
  const { account, companyName, unpaidBills, amountInPayment, creditAmount, history } = details
  return (
    <div className={bills.cards}>
      <div className={bills.column}>
        <Card title={t('view.account')}>
          <Description
            items={[
              { id: 'no', label: t('columns.account'), value: account.accountNo },
              { id: 'reference', label: t('columns.reference'), value: account.referenceId },
              {
                id: 'group',
                label: t('columns.group'),
                value: account.groupId && <a href={groupHref(account.groupId)}>{account.groupName}</a>,
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
      </div>
      <div className={bills.column}>
        <Card
          title={t('view.bills')}
          actions={
            seesBills && (
              <LinkButton size="small" href={billsHref(account.accountNo)}>
                {t('row.bills')}
              </LinkButton>
            )
          }
        >
          <Description
            items={[
              { id: 'unpaid', label: t('view.unpaid'), value: countShown(unpaidBills) },
              { id: 'owed', label: t('columns.owed'), value: amountShown(account.amountPayable) },
              ...(compareAmounts(amountInPayment, '0.00') > 0
                ? [{ id: 'inPayment', label: t('view.inPayment'), value: amountShown(amountInPayment) }]
                : []),
              ...(compareAmounts(creditAmount, '0.00') > 0
                ? [{ id: 'credit', label: t('view.credit'), value: amountShown(creditAmount) }]
                : []),
            ]}
          />
        </Card>
        <Card title={t('history.title')}>
          <AccountHistory events={history} />
        </Card>
      </div>
    </div>
  )
}
