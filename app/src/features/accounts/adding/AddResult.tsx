/** What became of accounts that were added: the job's progress, then those that are in and those that could not be taken. */
import { useQuery } from '@tanstack/react-query'
import { accountError, countShown, type NewAccount, type PendingAccount, type TaggingProgress } from '../../../core/core'
import { call, messageOf } from '../../../kit/call/api'
import { everyRow } from '../../../kit/list/pages'
import { Button } from '../../../ui/button/Button'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Notice } from '../../../ui/feedback/Notice'
import { Stack } from '../../../ui/layout/Stack'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { ProgressBar } from '../ProgressBar'
import { hasFailed } from '../pending/pendingList'
import type { Source } from '../source'

interface Props {
  source: Source
  at: number
  accounts: readonly NewAccount[]
  onMore: () => void
}

interface State extends TaggingProgress {
  /** Those of them that could not be taken, once nothing waits any more. */
  failed?: PendingAccount[]
}

/** So many are named here; all of them stand in their own list. */
const most = 5

export function AddResult({ source, at, accounts, onMore }: Props) {
  const { t } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['GetTaggingProgress', 'of added accounts', at],
    queryFn: async ({ signal }): Promise<State> => {
      const progress = await call('GetTaggingProgress', { id: source.bulkId }, { signal })
      if (progress.pending > 0) return progress
      const numbers = new Set(accounts.map(({ accountNo }) => accountNo.trim()))
      const rows = await everyRow('GetBulkChildAccountError', { collectiveContractAccountNo: source.bulkId })
      const isOurs = (row: PendingAccount) => row.bulkId === source.bulkId && numbers.has(row.accountNumber)
      return { ...progress, failed: rows.filter((row) => hasFailed(row) && isOurs(row)) }
    },
    // Read again as the job goes on; what became of these is over then, whatever is added after them.
    enabled: ({ state }) => state.data?.failed === undefined,
  })
  const failed = data?.failed
  const isDone = failed !== undefined
  const begun = accounts.length
  const taken = begun - (failed?.length ?? 0)
  const counted = (count: number) => ({ count, shown: countShown(count) })

  if (error && !isDone)
    return (
      <Notice
        tone="bad"
        title={messageOf(error)}
        isAnnounced
        actions={<Button onPress={() => void refetch()}>{common('ui.tryAgain')}</Button>}
      />
    )
  return (
    <Stack gap={4}>
      {!isDone && (
        <Notice tone="progress" title={t('result.working', counted(begun))} isAnnounced>
          <Stack gap={3}>
            <span>{t('result.leave')}</span>
            {data && <ProgressBar label={t('progress.body')} done={data.done} total={data.done + data.pending} />}
          </Stack>
        </Notice>
      )}
      {isDone && taken > 0 && (
        <Notice tone="good" title={t(source.isStaff ? 'result.theirsTaken' : 'result.taken', counted(taken))} isAnnounced />
      )}
      {failed && failed.length > 0 && (
        <Notice
          tone="warning"
          title={t('result.failed', counted(failed.length))}
          isAnnounced
          actions={
            <LinkButton size="small" href={source.pendingHref}>
              {t('result.look')}
            </LinkButton>
          }
        >
          <ul>
            {failed.slice(0, most).map(({ accountNumber, errorType }) => (
              <li key={accountNumber}>
                {t('remove.why', { account: accountNumber, reason: errorType ? accountError(errorType, language) : '' })}
              </li>
            ))}
          </ul>
          {failed.length > most && <p>{t('result.others', counted(failed.length - most))}</p>}
        </Notice>
      )}
      <Stack direction="along" gap={3}>
        <LinkButton mode="primary" href={source.href}>
          {t('result.all')}
        </LinkButton>
        {isDone && <Button onPress={onMore}>{t('result.more')}</Button>}
      </Stack>
    </Stack>
  )
}
