/** The list of events of a webhook, with the last answer to each. */
import { instantShown, numberShown, type WebhookDelivery } from '~/core/core'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { choice } from '~/kit/list/filters'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { Breakable } from '~/ui/text/Breakable'
import { TwoLines } from '~/ui/text/TwoLines'

const tones = { waiting: 'progress', delivered: 'good', failed: 'bad' } as const satisfies Record<WebhookDelivery['state'], Tone>

function answerOf({ status, failure }: WebhookDelivery, { t }: Context<'webhooks'>): string {
  if (failure !== null) return t(`failure.${failure}`)
  return status === null ? t('list.none') : t('list.status', { status })
}

export const webhookDeliveryList = list('webhookDeliveries', 'webhooks', {
  filters: {
    show: choice(['waiting', 'delivered', 'failed'], {
      label: 'list.state',
      any: 'list.anyState',
      option: (state, { t }) => t(`eventState.${state}`),
    }),
  },
  rowKey: ({ eventId }) => eventId,
  rowLabel: ({ eventType, eventId }, { t }) => t('list.row', { event: eventType, id: eventId }),
  columns: [
    {
      id: 'event',
      header: 'list.event',
      priority: 'title',
      isRowHeader: true,
      minWidth: 13,
      wraps: true,
      cell: ({ eventType, objectIds }) => (
        <TwoLines first={<Breakable>{eventType}</Breakable>} second={<Breakable>{objectIds}</Breakable>} />
      ),
    },
    {
      id: 'state',
      header: 'list.state',
      width: 9,
      priority: 'status',
      cell: ({ state }, { t }) =>
        state === 'delivered' ? t('eventState.delivered') : <StatusBadge tone={tones[state]}>{t(`eventState.${state}`)}</StatusBadge>,
    },
    {
      id: 'answer',
      header: 'list.answer',
      minWidth: 10,
      worth: 4,
      wraps: true,
      cell: (row, context) => (
        <TwoLines
          first={answerOf(row, context)}
          second={
            row.answer === null ? row.milliseconds !== null && context.t('list.time', { time: numberShown(row.milliseconds) }) : row.answer
          }
        />
      ),
    },
    { id: 'attempts', header: 'list.attempts', width: 6.5, align: 'end', worth: 1, cell: ({ attempts }) => numberShown(attempts) },
    {
      id: 'when',
      header: 'list.when',
      width: 11,
      isDate: true,
      worth: 3,
      cell: ({ createdAt }, { language }) => instantShown(createdAt, language),
    },
    {
      id: 'next',
      header: 'list.next',
      width: 11,
      isDate: true,
      worth: 2,
      cell: ({ nextAttemptAt }, { language }) => nextAttemptAt && instantShown(nextAttemptAt, language),
    },
  ],
  caption: ['list.count'],
  empty: { title: 'list.empty', body: 'list.emptyBody' },
})
