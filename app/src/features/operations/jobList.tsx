import { instantShown, type Job, type JobKind, type JobState, numberShown } from '~/core/core'
import { oneOf, parseText } from '~/kit/list/address'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { choice } from '~/kit/list/filters'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'

const tones: Record<JobState, Tone> = { waiting: 'neutral', retrying: 'warning', running: 'progress', failed: 'bad' }
const states: readonly JobState[] = ['failed', 'retrying', 'waiting', 'running']
/** All kinds, in the order of the filter. As a record, so that a missing kind does not compile. */
const allKinds: Record<JobKind, true> = {
  postPayment: true,
  requeryFpx: true,
  sendMail: true,
  processRegistration: true,
  tagAccounts: true,
  makeStatement: true,
  makeDownload: true,
  makeDownloads: true,
  tellOfWindow: true,
  awaitAnswers: true,
  remindOfDue: true,
  settleBills: true,
  followQueries: true,
  followProposals: true,
  remindOfTokens: true,
  remindOfGuarantees: true,
  sendActivations: true,
  remindOfDataRequests: true,
  runAccountingSchedules: true,
  writeDigests: true,
  auditBills: true,
  foldTotals: true,
  readDomains: true,
  sealFacts: true,
  tidy: true,
  other: true,
}
const kinds = Object.keys(allKinds) as JobKind[]

/** Returns the name of a job. A job of a kind that this version does not know is named by its identifier in the queue. */
export const jobName = ({ kind, identifier }: Job, { t }: Pick<Context<'operations'>, 't'>) =>
  kind === 'other' ? identifier : t(`jobs.kind.${kind}`)

export const mayRetry = ({ state }: Job) => state === 'failed' || state === 'retrying'

export const jobList = list('jobs', 'operations', {
  filters: {
    state: choice(states, { label: 'status', any: 'anyStatus', option: (state, { t }) => t(`jobs.state.${state}`) }),
    kind: choice(kinds, { label: 'jobs.what', any: 'jobs.anyKind', option: (kind, { t }) => t(`jobs.kind.${kind}`) }),
  },
  beside: { open: oneOf('retry'), job: parseText },
  rowKey: ({ jobId }: Job) => jobId,
  rowLabel: (job, context) => `${jobName(job, context)} ${job.jobId}`,
  columns: [
    {
      id: 'kind',
      header: 'jobs.what',
      priority: 'title',
      isRowHeader: true,
      minWidth: 11,
      cell: (job, context) => <TwoLines first={jobName(job, context)} second={context.t('jobs.number', { number: job.jobId })} />,
    },
    {
      id: 'state',
      header: 'status',
      width: 9.25,
      priority: 'status',
      cell: ({ state }, { t }) => <StatusBadge tone={tones[state]}>{t(`jobs.state.${state}`)}</StatusBadge>,
    },
    {
      id: 'attempts',
      header: 'attempts',
      width: 6.5,
      align: 'end',
      worth: 3,
      cell: ({ attempts, maxAttempts }, { t }) => t('jobs.attemptsOf', { attempts: numberShown(attempts), most: numberShown(maxAttempts) }),
    },
    { id: 'since', header: 'since', width: 10.5, isDate: true, worth: 2, cell: ({ since }, { language }) => instantShown(since, language) },
    {
      id: 'next',
      header: 'next',
      width: 10.5,
      isDate: true,
      worth: 1,
      cell: ({ nextAt, runningSince }, { t, language }) =>
        nextAt ? instantShown(nextAt, language) : runningSince && t('jobs.runningSince', { when: instantShown(runningSince, language) }),
    },
    {
      id: 'error',
      header: 'error',
      minWidth: 12,
      worth: 4,
      wraps: true,
      cell: ({ errorCode, error }) => error && <TwoLines first={errorCode ?? error} second={errorCode ? error : undefined} />,
    },
  ],
  caption: ['jobs.count', 'jobs.matching'],
  empty: { title: 'jobs.nothing', body: 'jobs.nothingHint' },
  unmatched: { title: 'nothingMatches', body: 'nothingMatchesHint', clear: 'showAll' },
})
