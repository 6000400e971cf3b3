/** The payments that wait for the utility's decision. */

import { getRouteApi } from '@tanstack/react-router'
import { amountShown, countShown, dayAt, dayPlusDays } from '../../../core/core'
import { link, paths } from '../../../core/links'
import { useCall } from '../../../kit/call/useCall'
import { Figures } from '../../../kit/figures/Figures'
import { List } from '../../../kit/list/List'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useTitle } from '../../../kit/page/useTitle'
import { useProfile } from '../../../kit/session/useProfile'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Page } from '../../../ui/layout/Page'
import { Stack } from '../../../ui/layout/Stack'
import { StatCard } from '../../../ui/text/StatCard'
import { useTranslation } from '../../../words/useTranslation'
import { pendingPaymentList } from '../paymentList'

const route = getRouteApi(paths.pendingPayments)

export function PendingPayments() {
  const { t } = useTranslation('paymentsStaff')
  const yesterday = dayPlusDays(dayAt(useProfile().now), -1)
  useTitle(t('pending.title'))
  const { data: cards } = useCall('GetAdminPendingPaymentsCards', {})
  const list = useList(pendingPaymentList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  const payments = (count: number | undefined) => t('pending.payments', { count: count ?? 0, shown: countShown(count) })
  return (
    <Page title={t('pending.title')} subtitle={t('pending.lead')}>
      <Stack gap={6}>
        <Figures asOf={cards?.asOf}>
          <StatCard
            label={t('pending.waiting')}
            value={amountShown(cards?.pendingAmount)}
            meta={payments(cards?.pendingApproval)}
            href={link('pendingPayments')}
          />
          <StatCard
            label={t('pending.earlier')}
            value={countShown(cards?.pendingSinceEarlierDays)}
            meta={t('pending.earlierMeta')}
            href={link('pendingPayments', { to: yesterday })}
            tone={cards?.pendingSinceEarlierDays ? 'warning' : undefined}
          />
          <StatCard
            label={t('pending.insufficient')}
            value={countShown(cards?.insufficient)}
            meta={t('pending.insufficientMeta')}
            href={link('allPayments', { status: 'insufficientPending' })}
          />
          <StatCard
            label={t('pending.overpayment')}
            value={countShown(cards?.overpayment)}
            meta={t('pending.overpaymentMeta')}
            href={link('allPayments', { status: 'overpayPending' })}
          />
        </Figures>
        <List list={list} emptyAction={<LinkButton href={link('allPayments')}>{t('all.title')}</LinkButton>} />
      </Stack>
    </Page>
  )
}
