/** The job queue, with the action to retry a job. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Job, sentence } from '~/core/core'
import { paths } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useDialogRow } from '~/kit/page/dialogRow'
import { useMay } from '~/kit/session/useProfile'
import { toasts } from '~/ui/feedback/toastQueue'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { jobList, jobName, mayRetry } from './jobList'
import { OperationsFrame } from './OperationsFrame'
import { RefreshButton } from './RefreshButton'

const route = getRouteApi(paths.jobs)

export function Jobs() {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const jobs = useList(jobList, { search, onSearch })
  const mayAct = useMay('operations', 'update')
  useFocusBack({ open: search.open, row: search.job })
  const menu = useCallback(
    (job: Job): MenuItem[] => {
      const whyNot = mayAct ? (mayRetry(job) ? undefined : sentence('jobMoved', language)) : sentence('forbidden', language)
      return [{ id: 'retry', label: t('jobs.retry'), onAction: () => onSearch({ open: 'retry', job: job.jobId }, true), whyNot }]
    },
    [t, language, mayAct, onSearch],
  )
  const found = jobs.rows.find(({ jobId }) => jobId === search.job)
  const job = useDialogRow(search.job, found)
  return (
    <OperationsFrame tab="jobs" actions={<RefreshButton query={jobs.query} />}>
      <List list={jobs} menu={menu} />
      {search.open === 'retry' && mayAct && job && (
        <RetryJob key={job.jobId} job={job} onClose={() => onSearch({ open: undefined, job: undefined })} />
      )}
    </OperationsFrame>
  )
}

/** Asks before a job is retried. If a colleague retried it first, the server refuses and the job does not run twice. */
function RetryJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useTranslation('operations')
  const retry = useWrite('RetryJob')
  const what = jobName(job, { t })
  function handleSuccess() {
    onClose()
    toasts.add({ title: t('jobs.retried', { what }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => retry.mutate({ jobId: job.jobId }, { onSuccess: handleSuccess })}
      title={t('jobs.retryTitle', { what })}
      confirmLabel={t('jobs.retry')}
      cancelLabel={t('notYet')}
      isLoading={retry.isPending}
    >
      {retry.isError && <RefusalNotice error={retry.error} />}
      <p>{t('jobs.retryBody')}</p>
      <p>{t('recorded')}</p>
    </ConfirmDialog>
  )
}
