/** The list of requested statements of account, newest first. */
import { dayAt, dayShown, instantShown, type RequestedStatement, type StatementState } from '../../core/core'
import { oneOf, parseText } from '../../kit/list/address'
import { list } from '../../kit/list/declare'
import { choice, text } from '../../kit/list/filters'
import { StatusBadge, type Tone } from '../../ui/feedback/StatusBadge'
import { TwoLines } from '../../ui/text/TwoLines'
import { StatementAction } from './StatementAction'
import { statementName } from './statementName'

const tones: Record<StatementState, Tone> = { waiting: 'progress', ready: 'good', failed: 'bad' }
const states: readonly StatementState[] = ['waiting', 'ready', 'failed']

export const statementList = list('statements', 'statements', {
  filters: {
    search: text({ label: 'filter.search', hint: 'filter.searchHint' }),
    show: choice(states, {
      label: 'filter.state',
      any: 'filter.anyState',
      option: (state, { t }) => t(`state.${state}`),
    }),
  },
  beside: {
    open: oneOf('request', 'combined'),
    /** The account that the dialogue preselects. */
    account: parseText,
    /** The group that the dialogue preselects. */
    group: parseText,
  },
  rowKey: ({ statementId }: RequestedStatement) => statementId,
  rowLabel: statementName,
  columns: [
    {
      id: 'account',
      header: 'column.account',
      priority: 'title',
      isRowHeader: true,
      minWidth: 11.5,
      cell: ({ caNo, referenceId, isOwnedAccount }, { t }) => (
        <TwoLines first={caNo} second={isOwnedAccount ? referenceId : t('column.other')} />
      ),
    },
    {
      id: 'period',
      header: 'column.period',
      minWidth: 14,
      worth: 4,
      cell: ({ statementPeriod, from, to, language: written }, { t, language }) => (
        <TwoLines
          first={t('column.periodIn', { period: t('lastMonths', { count: statementPeriod }), language: t(`inLanguage.${written}`) })}
          second={t('column.fromTo', { from: dayShown(from, language), to: dayShown(to, language) })}
        />
      ),
    },
    {
      id: 'requested',
      header: 'column.requested',
      width: 10.5,
      worth: 2,
      isDate: true,
      cell: ({ requestedAt, requestedBy }, { language }) => <TwoLines first={instantShown(requestedAt, language)} second={requestedBy} />,
    },
    {
      id: 'state',
      header: 'column.state',
      width: 9.5,
      priority: 'status',
      cell: ({ state }, { t }) => <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>,
    },
    {
      id: 'more',
      header: 'column.more',
      minWidth: 11,
      worth: 3,
      wraps: true,
      cell: ({ state, failure, emails, expiresAt }, { t, language }) => {
        const told = emails.join(', ')
        if (state === 'failed') return failure
        if (state === 'ready') return t('until', { day: dayShown(dayAt(expiresAt), language) })
        return told ? t('willTell', { emails: told }) : t('willBeHere')
      },
    },
    {
      id: 'action',
      header: 'column.action',
      isActions: true,
      width: 11,
      align: 'end',
      cell: (statement) => <StatementAction {...statement} />,
    },
  ],
  caption: ['list.count', 'list.matching'],
  empty: { title: 'list.nothing', body: 'list.nothingHint' },
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesHint', clear: 'list.showAll' },
})

export type StatementSearch = ReturnType<typeof statementList.read>
