/** The list of e-mails that the mail server has not taken. What they say is never here. */
import { instantShown, numberShown, type OutboxState, sentence, type UnsentEmail } from '../../core/core'
import { oneOf, textOf } from '../../kit/list/address'
import { list } from '../../kit/list/declare'
import { choiceOf, text } from '../../kit/list/filters'
import { StatusBadge, type Tone } from '../../ui/feedback/StatusBadge'
import { Breakable } from '../../ui/text/Breakable'
import { TwoLines } from '../../ui/text/TwoLines'

const tones: Record<OutboxState, Tone> = { waiting: 'neutral', refused: 'warning', givenUp: 'bad' }
/** What home counts is what was tried and not taken, whether or not it is tried again. */
const asked: Record<'failing' | OutboxState, OutboxState[]> = {
  failing: ['refused', 'givenUp'],
  refused: ['refused'],
  givenUp: ['givenUp'],
  waiting: ['waiting'],
}

export const outboxList = list('outbox', 'operations', {
  filters: {
    search: text({ label: 'outbox.search', hint: 'outbox.searchHint' }),
    state: choiceOf(['failing', 'refused', 'givenUp', 'waiting'], {
      label: 'status',
      any: 'anyStatus',
      option: (state, { t }) => t(`outbox.state.${state}`),
      asks: (state) => asked[state],
    }),
  },
  beside: { open: oneOf('send'), email: textOf },
  rowKey: ({ mailId }: UnsentEmail) => mailId,
  rowLabel: ({ subject, recipient }, { t }) => t('outbox.row', { subject, recipient }),
  columns: [
    {
      id: 'recipient',
      header: 'outbox.recipient',
      priority: 'title',
      isRowHeader: true,
      minWidth: 14,
      cell: ({ recipient, subject }) => <TwoLines first={<Breakable>{recipient}</Breakable>} second={subject} />,
    },
    {
      id: 'state',
      header: 'status',
      width: 12,
      priority: 'status',
      cell: ({ state }, { t }) => <StatusBadge tone={tones[state]}>{t(`outbox.state.${state}`)}</StatusBadge>,
    },
    { id: 'attempts', header: 'attempts', width: 7, align: 'end', worth: 2, cell: ({ attempts }) => numberShown(attempts) },
    { id: 'since', header: 'since', width: 10.5, isDate: true, worth: 1, cell: ({ since }, { language }) => instantShown(since, language) },
    {
      id: 'next',
      header: 'next',
      width: 10.5,
      isDate: true,
      worth: 3,
      cell: ({ nextAt }, { language }) => nextAt && instantShown(nextAt, language),
    },
    {
      id: 'error',
      header: 'outbox.said',
      minWidth: 15,
      worth: 4,
      wraps: true,
      cell: ({ error, isTooOld }, { language }) => <TwoLines first={error ?? '–'} second={isTooOld && sentence('emailTooOld', language)} />,
    },
  ],
  caption: ['outbox.count', 'outbox.matching'],
  empty: { title: 'outbox.nothing', body: 'outbox.nothingHint' },
  unmatched: { title: 'nothingMatches', body: 'nothingMatchesHint', clear: 'showAll' },
})
