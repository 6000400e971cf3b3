/** The list of late receipts: money that arrived after its payment had ended, or twice; undecided and handled. */

import { amountShown, instantShown, type LateConfirmation } from '~/core/core'
import { link } from '~/core/links'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { view } from '~/kit/list/filters'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'

/** The decision, or the state while it is pending. */
function LateStatus({
  late: { resolved, proposed },
  context: { t, language },
}: {
  late: LateConfirmation
  context: Context<'paymentsStaff'>
}) {
  const decision = resolved ?? proposed
  if (!decision) return <StatusBadge tone="warning">{t('late.waits')}</StatusBadge>
  const by = t('late.by', { who: decision.by, when: instantShown(decision.at, language) })
  return (
    <TwoLines
      first={
        <StatusBadge tone={resolved ? 'good' : 'warning'}>{resolved ? t(`late.done.${resolved.way}`) : t('officers.waits')}</StatusBadge>
      }
      second={by}
    />
  )
}

export const lateList = list('lateConfirmations', 'paymentsStaff', {
  rowKey: ({ lateId }) => lateId,
  rowLabel: ({ transactionNo, bankReference }) => `${transactionNo} ${bankReference}`,
  rowHref: ({ lateId }) => link('lateConfirmation', { lateId }),
  filters: {
    show: view(['waiting', 'dealtWith'], {
      label: 'late.title',
      first: 'waiting',
      whole: 'waiting',
      option: (name, { t }) => t(`late.view.${name}`),
      asks: (name) => name === 'dealtWith',
      caption: { waiting: 'late.count', dealtWith: 'late.doneCount' },
      empty: {
        waiting: { title: 'late.nothing', body: 'late.nothingHint' },
        dealtWith: { title: 'late.nothingDone' },
      },
    }),
  },
  columns: [
    {
      id: 'transaction',
      header: 'late.payment',
      cell: ({ transactionNo, bankReference }) => <TwoLines first={transactionNo} second={bankReference} />,
      width: 11,
      priority: 'title',
      isRowHeader: true,
    },
    {
      id: 'what',
      header: 'alerts.what',
      cell: ({ title, at }, { t, language }) => <TwoLines first={title} second={t('alerts.since', { at: instantShown(at, language) })} />,
      minWidth: 11,
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
      id: 'standing',
      header: 'late.standing',
      cell: (late, context) => <LateStatus late={late} context={context} />,
      width: 14,
      priority: 'status',
      wraps: true,
    },
  ],
  caption: ['late.count'],
  empty: { title: 'late.nothing', body: 'late.nothingHint' },
})
