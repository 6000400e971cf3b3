/** The list of e-mails that the mail server has not accepted, without their text. */
import { instantShown, numberShown, type OutboxState, type UnsentEmail } from '~/core/core'
import { oneOf, parseText } from '~/kit/list/address'
import { list } from '~/kit/list/declare'
import { choiceOf, text } from '~/kit/list/filters'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { Breakable } from '~/ui/text/Breakable'
import { TwoLines } from '~/ui/text/TwoLines'

const tones: Record<OutboxState, Tone> = { waiting: 'neutral', refused: 'warning', givenUp: 'bad', tooOld: 'neutral' }
/**
 * The states of each filter. `failing` matches the count on staff's home: e-mails that were refused and can still be sent, whether or
 * not they will be retried.
 */
const statesOfFilter: Record<'failing' | OutboxState, OutboxState[]> = {
  failing: ['refused', 'givenUp'],
  refused: ['refused'],
  givenUp: ['givenUp'],
  waiting: ['waiting'],
  tooOld: ['tooOld'],
}

export const outboxList = list('outbox', 'operations', {
  filters: {
    search: text({ label: 'outbox.search', hint: 'outbox.searchHint' }),
    state: choiceOf(['failing', 'refused', 'givenUp', 'waiting', 'tooOld'], {
      label: 'status',
      any: 'anyStatus',
      option: (state, { t }) => t(`outbox.state.${state}`),
      asks: (state) => statesOfFilter[state],
    }),
  },
  beside: { open: oneOf('send'), email: parseText },
  rowKey: ({ mailId }: UnsentEmail) => mailId,
  rowLabel: ({ subject, recipient }, { t }) => t('outbox.row', { subject, recipient }),
  columns: [
    {
      id: 'recipient',
      header: 'outbox.recipient',
      priority: 'title',
      isRowHeader: true,
      minWidth: 13,
      wraps: true,
      cell: ({ recipient }) => <Breakable>{recipient}</Breakable>,
    },
    { id: 'subject', header: 'outbox.subject', minWidth: 10, worth: 4, wraps: true, cell: ({ subject }) => subject },
    {
      id: 'state',
      header: 'status',
      width: 9.25,
      priority: 'status',
      cell: ({ state }, { t }) => <StatusBadge tone={tones[state]}>{t(`outbox.state.${state}`)}</StatusBadge>,
    },
    { id: 'attempts', header: 'attempts', width: 6, align: 'end', worth: 2, cell: ({ attempts }) => numberShown(attempts) },
    { id: 'since', header: 'since', width: 10.5, isDate: true, worth: 3, cell: ({ since }, { language }) => instantShown(since, language) },
    {
      id: 'next',
      header: 'next',
      width: 10.5,
      isDate: true,
      worth: 1,
      cell: ({ nextAt }, { language }) => nextAt && instantShown(nextAt, language),
    },
    {
      id: 'error',
      header: 'outbox.said',
      minWidth: 12,
      worth: 5,
      wraps: true,
      cell: ({ error, isTooOld }, { t }) => <TwoLines first={error ?? '–'} second={isTooOld && t('outbox.tooOld')} />,
    },
  ],
  caption: ['outbox.count', 'outbox.matching'],
  empty: { title: 'outbox.nothing', body: 'outbox.nothingHint' },
  unmatched: { title: 'nothingMatches', body: 'nothingMatchesHint', clear: 'showAll' },
})
