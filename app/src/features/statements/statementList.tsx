/** The list of requested statements of account, newest first. */
import { Download, Printer, RotateCcw } from 'lucide-react'
import { dayAt, dayShown, instantShown, type RequestedStatement, type StatementState } from '~/core/core'
import { link } from '~/core/links'
import { viewedId } from '~/core/viewed'
import { useFrozen } from '~/kit/announcements/frozen'
import { callFile, messageOf } from '~/kit/call/api'
import { useDownload } from '~/kit/call/useDownload'
import { usePrint } from '~/kit/call/usePrint'
import { useWrite } from '~/kit/call/write'
import { oneOf, parseText } from '~/kit/list/address'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { choice, text } from '~/kit/list/filters'
import { addRecent } from '~/kit/session/recent'
import { useProfile } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { toasts } from '~/ui/feedback/toastQueue'
import { Stack } from '~/ui/layout/Stack'
import { TwoLines } from '~/ui/text/TwoLines'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useTranslation } from '~/words/useTranslation'

const tones: Record<StatementState, Tone> = { waiting: 'progress', ready: 'good', failed: 'bad' }
const states: readonly StatementState[] = ['waiting', 'ready', 'failed']

/** Returns the name of a statement. Statements of the same account differ in period and language. */
const statementName = ({ caNo, statementPeriod, language }: RequestedStatement, { t }: Pick<Context<'statements'>, 't'>): string =>
  t('row', { account: caNo, period: t('lastMonths', { count: statementPeriod }), language: t(`inLanguage.${language}`) })

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
        const recipients = emails.join(', ')
        if (state === 'failed') return failure
        if (state === 'ready') return t('until', { day: dayShown(dayAt(expiresAt), language) })
        return recipients ? t('willTell', { emails: recipients }) : t('willBeHere')
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

const downloadStatement = (statementId: string) => callFile('DownloadStatement', { statementId })

/** The action by the state of a statement: none while it is prepared, download and print when ready, retry if it failed. */
function StatementAction(statement: RequestedStatement) {
  const { statementId, state } = statement
  const { t } = useTranslation('statements')
  const { email } = useProfile()
  const download = useDownload(downloadStatement)
  const { print, isPending } = usePrint(downloadStatement)
  const retry = useWrite('RetryStatement')
  const readOnly = useReadOnly()
  const frozen = useFrozen('RetryStatement')
  const whyNot = readOnly ?? frozen
  const retryStatement = () => retry.mutate({ statementId }, { onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }) })
  function open() {
    if (viewedId === undefined)
      addRecent(email, { kind: 'statement', href: link('statements', { search: statement.caNo }), label: statementName(statement, { t }) })
    download.mutate(statementId)
  }
  if (state === 'waiting') return null
  const name = statementName(statement, { t })
  if (state === 'failed')
    return (
      <Button
        size="small"
        icon={<RotateCcw />}
        onPress={retryStatement}
        isLoading={retry.isPending}
        isDisabled={whyNot !== undefined}
        why={whyNot}
      >
        {t('retry')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    )
  return (
    <Stack direction="along" gap={1}>
      <Button size="small" icon={<Download />} onPress={open} isLoading={download.isPending}>
        {t('download')}
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      <Button size="small" icon={<Printer />} label={t('printOne', { name })} onPress={() => print(statementId)} isLoading={isPending} />
    </Stack>
  )
}
