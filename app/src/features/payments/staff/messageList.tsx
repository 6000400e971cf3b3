/** The list of messages exchanged with FPX about a payment, with the result of each signature check. */

import { amountShown, type FpxMessage, instantShown } from '~/core/core'
import { list } from '~/kit/list/declare'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'
import { MessageFields } from './MessageFields'

const tones: Record<FpxMessage['signature'], Tone> = { ours: 'neutral', good: 'good', bad: 'bad', unsigned: 'neutral' }

export const messageList = list('fpxMessages', 'paymentsStaff', {
  rowKey: ({ messageId }) => String(messageId),
  rowLabel: ({ at }, { language }) => instantShown(at, language),
  columns: [
    {
      id: 'at',
      header: 'messages.at',
      cell: ({ at, way }, { t, language }) => <TwoLines first={instantShown(at, language)} second={t(`messages.way.${way}`)} />,
      width: 11,
      priority: 'title',
      isRowHeader: true,
    },
    {
      id: 'outcome',
      header: 'messages.outcome',
      cell: ({ outcome, code }, { t }) => (
        <TwoLines first={t(`messages.outcomes.${outcome}`)} second={code === null ? undefined : t('messages.code', { code })} />
      ),
      minWidth: 11,
      worth: 2,
      wraps: true,
    },
    {
      id: 'signature',
      header: 'messages.signature',
      cell: ({ signature, keyId }, { t }) => (
        <TwoLines
          first={<StatusBadge tone={tones[signature]}>{t(`messages.signatures.${signature}`)}</StatusBadge>}
          second={keyId === null ? undefined : t('messages.key', { key: keyId })}
        />
      ),
      width: 13,
      priority: 'status',
    },
    {
      id: 'amount',
      header: 'alerts.amount',
      cell: ({ amount, bankReference }) => <TwoLines first={amountShown(amount)} second={bankReference} />,
      align: 'end',
      width: 10.5,
      priority: 'amount',
    },
    {
      id: 'raw',
      header: 'messages.raw',
      cell: (message) => <MessageFields message={message} />,
      width: 7,
      worth: 3,
      isActions: true,
    },
  ],
  caption: ['messages.count'],
  empty: { title: 'messages.nothing', body: 'messages.nothingHint' },
})
