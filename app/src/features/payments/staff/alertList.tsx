/** The list of FPX payments that need attention by staff. Each links to its record. */

import { amountShown, instantShown } from '~/core/core'
import { link } from '~/core/links'
import { list } from '~/kit/list/declare'
import { TwoLines } from '~/ui/text/TwoLines'
import { PaymentStatus } from '../StatusBadges'

export const alertList = list('alerts', 'paymentsStaff', {
  rowKey: ({ alertId }) => alertId,
  rowLabel: ({ merchantTranId, title }) => `${merchantTranId} ${title}`,
  rowHref: ({ merchantTranId }) => link('gatewayQuery', { merchantTranId }),
  columns: [
    {
      id: 'order',
      header: 'gateway.order',
      cell: ({ merchantTranId, at }, { t, language }) => (
        <TwoLines first={merchantTranId} second={t('alerts.since', { at: instantShown(at, language) })} />
      ),
      width: 10.5,
      priority: 'title',
      isRowHeader: true,
    },
    {
      id: 'what',
      header: 'alerts.what',
      cell: ({ title, description }) => <TwoLines first={title} second={description} />,
      minWidth: 14,
      worth: 2,
      wraps: true,
    },
    {
      id: 'company',
      header: 'alerts.company',
      cell: ({ companyName, bulkId }) => <TwoLines first={companyName} second={bulkId} />,
      minWidth: 8,
      worth: 1,
    },
    { id: 'amount', header: 'alerts.amount', cell: ({ amount }) => amountShown(amount), align: 'end', width: 9, priority: 'amount' },
    {
      id: 'status',
      header: 'alerts.status',
      cell: ({ status }) => <PaymentStatus status={status} audience="staff" />,
      width: 11,
      priority: 'status',
    },
  ],
  caption: ['alerts.count'],
  empty: { title: 'alerts.nothing', body: 'alerts.nothingHint' },
})
