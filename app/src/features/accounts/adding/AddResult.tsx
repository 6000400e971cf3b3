/** The outcome of adding accounts: first the job's progress, then which accounts were added and which were not. */
import { accountError, type NewAccount, numberShown, type PendingAccount, type TaggingProgress } from '~/core/core'
import { accountNumber } from '~/kit/accounts/accountNumber'
import { call } from '~/kit/call/api'
import { queries } from '~/kit/call/queries'
import { composedQuery, useQueryData } from '~/kit/call/read'
import { fetchAllRows } from '~/kit/list/pages'
import { Boundary } from '~/kit/page/Boundary'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { ProgressBar } from '../ProgressNotice'
import { hasFailed } from '../pending/failed'

interface Props {
  source: AccountListSource
  at: number
  accounts: readonly NewAccount[]
  onMore: () => void
}

interface State extends TaggingProgress {
  /** Accounts that could not be added. Set once the job is finished. */
  failed?: PendingAccount[]
}

/** Maximum number of accounts listed by name here. The pending list shows all of them. */
const namedLimit = 5

const counted = (count: number) => ({ count, shown: numberShown(count) })

export function AddResult(props: Props) {
  const { source, accounts } = props
  return (
    <Boundary of={String(props.at)} isPart waiting={<Working source={source} count={accounts.length} />}>
      <Outcome {...props} />
    </Boundary>
  )
}

function outcomeOf(bulkId: string, at: number, accounts: readonly NewAccount[]) {
  const of = ['of added accounts', at] as const
  return composedQuery('GetTaggingProgress', of, async (signal): Promise<State> => {
    // The cached progress is read again while the job runs. Once the job has finished, the outcome stays, even if more accounts are added
    // later.
    const before = queries.getQueryData<State>(['GetTaggingProgress', ...of])
    if (before?.failed) return before
    const progress = await call('GetTaggingProgress', { id: bulkId }, { signal })
    if (progress.pending > 0) return progress
    const numbers = new Set(accounts.map(({ accountNo }) => accountNumber(accountNo)))
    const rows = await fetchAllRows('GetBulkChildAccountError', { collectiveContractAccountNo: bulkId })
    const isOurs = (row: PendingAccount) => row.bulkId === bulkId && numbers.has(row.accountNumber)
    return { ...progress, failed: rows.filter((row) => hasFailed(row) && isOurs(row)) }
  })
}

function Outcome({ source, at, accounts, onMore }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const { failed, ...progress } = useQueryData(outcomeOf(source.bulkId, at, accounts))
  if (!failed) return <Working source={source} count={accounts.length} progress={progress} />
  const added = accounts.length - failed.length
  return (
    <Stack gap={4}>
      {added > 0 && <Notice tone="good" title={t(source.isStaff ? 'result.theirsTaken' : 'result.taken', counted(added))} isAnnounced />}
      {failed.length > 0 && (
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
            {failed.slice(0, namedLimit).map(({ accountNumber, errorType }) => (
              <li key={accountNumber}>
                {t('remove.why', { account: accountNumber, reason: errorType ? accountError(errorType, language) : '' })}
              </li>
            ))}
          </ul>
          {failed.length > namedLimit && <p>{t('result.others', counted(failed.length - namedLimit))}</p>}
        </Notice>
      )}
      <Stack direction="along" gap={3}>
        <LinkButton mode="primary" href={source.href}>
          {t('result.all')}
        </LinkButton>
        <Button onPress={onMore}>{t('result.more')}</Button>
      </Stack>
    </Stack>
  )
}

/** Shown while the job is running, with its progress once known. */
function Working({ source, count, progress }: { source: AccountListSource; count: number; progress?: TaggingProgress }) {
  const { t } = useTranslation('accounts')
  return (
    <Stack gap={4}>
      <Notice tone="progress" title={t('result.working', counted(count))} isAnnounced>
        <Stack gap={3}>
          <span>{t('result.leave')}</span>
          {progress && <ProgressBar label={t('progress.body')} done={progress.done} total={progress.done + progress.pending} />}
        </Stack>
      </Notice>
      <div>
        <LinkButton mode="primary" href={source.href}>
          {t('result.all')}
        </LinkButton>
      </div>
    </Stack>
  )
}
