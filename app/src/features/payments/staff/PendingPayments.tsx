/** The payments that wait for the utility's decision. */

import { getRouteApi } from '@tanstack/react-router'
import { amountShown, countShown, dayPlusDays, numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { callQuery } from '~/kit/call/read'
import { useViewMenu } from '~/kit/company/ViewAs'
import { FiguresOf } from '~/kit/figures/Figures'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTitle } from '~/kit/page/useTitle'
import { useQueued } from '~/kit/queue/origin'
import { useMay } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { LinkButton } from '~/ui/button/LinkButton'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { pendingPaymentList } from '../paymentList'

const route = getRouteApi(paths.pendingPayments)

export function PendingPayments() {
  const { t } = useTranslation('paymentsStaff')
  const yesterday = dayPlusDays(useToday(), -1)
  const mayDecide = useMay('pendingApproval', 'update')
  useTitle(t('pending.title'))
  const list = useList(pendingPaymentList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <Page
      title={t('pending.title')}
      about={t('pending.lead')}
      actions={mayDecide && <LinkButton href={link('bankStatements')}>{t('pending.byStatement')}</LinkButton>}
    >
      <Stack gap={3}>
        <FiguresOf
          of={callQuery('GetAdminPendingPaymentsCards', {})}
          figures={[
            {
              label: t('pending.waiting'),
              href: link('pendingPayments'),
              value: ({ pendingAmount }) => amountShown(pendingAmount),
              meta: ({ pendingApproval: count }) => t('pending.payments', { count, shown: numberShown(count) }),
            },
            {
              label: t('pending.earlier'),
              href: link('pendingPayments', { to: yesterday }),
              value: ({ pendingSinceEarlierDays }) => countShown(pendingSinceEarlierDays),
              meta: t('pending.earlierMeta'),
              tone: ({ pendingSinceEarlierDays }) => (pendingSinceEarlierDays > 0 ? 'warning' : undefined),
            },
            {
              label: t('pending.second'),
              href: link('pendingPayments', { second: true }),
              value: ({ awaitingSecondOfficer }) => countShown(awaitingSecondOfficer),
              meta: t('pending.secondMeta'),
            },
            {
              label: t('pending.insufficient'),
              href: link('allPayments', { status: 'insufficientPending' }),
              value: ({ insufficient }) => countShown(insufficient),
              meta: t('pending.insufficientMeta'),
            },
            {
              label: t('pending.overpayment'),
              href: link('allPayments', { status: 'overpayPending' }),
              value: ({ overpayment }) => countShown(overpayment),
              meta: t('pending.overpaymentMeta'),
            },
          ]}
        />
        <List
          list={useQueued(list)}
          menu={useViewMenu()}
          emptyAction={<LinkButton href={link('allPayments')}>{t('all.title')}</LinkButton>}
        />
      </Stack>
    </Page>
  )
}
