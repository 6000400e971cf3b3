/** Staff's home: items that need a decision, oldest first, then figures. A single call returns what the user may see. */
import { CircleCheck } from 'lucide-react'
import {
  amountShown,
  dayShown,
  instantShown,
  numberShown,
  type StaffHome as StaffFigures,
  type Waiting,
  type WaitingDeadlines,
} from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { lateQueries, queriesToAnswer } from '~/kit/queue/queriesToAnswer'
import { useMay, useProfile } from '~/kit/session/useProfile'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { StatCard } from '~/ui/text/StatCard'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type AttentionItem, AttentionList } from './AttentionList'
import { ageOf } from './age'
import styles from './Home.module.css'

export function StaffHome() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  useTitle(t('menu.sections.home'))
  const { name, lastLoginDateTime } = useProfile()
  const subtitle = lastLoginDateTime ? t('home.lastLogin', { when: instantShown(lastLoginDateTime, language) }) : undefined
  return (
    <Page title={t('home.greeting', { name })} subtitle={subtitle}>
      <Boundary waiting={<StaffHomeSkeleton />}>
        <Overview />
      </Boundary>
    </Page>
  )
}

function Overview() {
  const { t } = useTranslation('home')
  const { t: shell } = useTranslation('shell')
  const language = useLanguage()
  const home = useRead('GetStaffHome', {})
  const queries = useQueryItems()
  const lines = [...useDeadlineItems(home), ...(queries ?? []), ...useAttentionItems(home)]
  return (
    <Stack gap={5}>
      <section className={styles.today} aria-labelledby="waiting">
        <h2 id="waiting" className={styles.title}>
          {t('staff.title')}
        </h2>
        {lines.length > 0 && <AttentionList lines={lines} />}
        {lines.length === 0 && queries && (
          <p className={styles.nothing}>
            <CircleCheck aria-hidden="true" />
            {t('staff.nothing')}
          </p>
        )}
      </section>
      <WaitingFigures home={home} />
      <p className={styles.asOf}>{shell('home.asOf', { when: instantShown(home.asOf, language) })}</p>
    </Stack>
  )
}

/** Returns the items that the law sets a deadline for, each with its earliest one. They come before all others. */
function useDeadlineItems({ breaches, dataRequests }: StaffFigures): AttentionItem[] {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const item = (id: 'breaches' | 'dataRequests', of: 'breaches' | 'requests', href: string, found: WaitingDeadlines | null) => {
    if (!found?.due) return []
    const { count, late, due } = found
    const counted = t(`count.${of}`, { count, shown: numberShown(count) })
    const when =
      late > 0 ? t('staff.late', { counted, late: numberShown(late) }) : t('staff.due', { counted, day: dayShown(due, language) })
    return [{ id, tone: late > 0 ? ('bad' as const) : ('warning' as const), label: t(`staff.${id}`), count: when, href }]
  }
  return [
    ...item('breaches', 'breaches', link('breaches', { show: 'open' }), breaches),
    ...item('dataRequests', 'requests', link('dataRequests'), dataRequests),
  ]
}

/**
 * Returns customers' queries that await an answer, with the day on which the first one is due; undefined while they are not loaded. A
 * call of its own, as in the menu.
 */
function useQueryItems(): AttentionItem[] | undefined {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const mayView = useMay('manageBulkAccounts', 'view')
  const waiting = useOptionalRead('GetQueryQueue', queriesToAnswer, mayView)
  const late = useOptionalRead('GetQueryQueue', lateQueries, mayView)?.total ?? 0
  const count = waiting?.total ?? 0
  const due = waiting?.items[0]?.answerDue
  if (mayView && !waiting) return undefined
  if (!due) return []
  const counted = t('count.queries', { count, shown: numberShown(count) })
  const when = late > 0 ? t('staff.late', { counted, late: numberShown(late) }) : t('staff.due', { counted, day: dayShown(due, language) })
  const tone = late > 0 ? 'bad' : 'warning'
  return [{ id: 'queries', tone, label: t('staff.queries'), count: when, href: link('queryQueue') }]
}

/** Returns the items that need a decision or an action by staff, oldest first. */
function useAttentionItems({ payments, registrations, accounts, gateway, jobs, emails, people, asOf }: StaffFigures): AttentionItem[] {
  const { t } = useTranslation('home')
  const waiting: [Waiting | null | undefined, Omit<AttentionItem, 'id' | 'count'> & { of: CountedKind }][] = [
    [
      payments,
      {
        of: 'payments',
        tone: 'warning',
        label: t('staff.payments'),
        amount: payments ? amountShown(payments.amount) : undefined,
        href: link('pendingPayments'),
      },
    ],
    [
      registrations,
      {
        of: 'applications',
        tone: 'warning',
        label: t('staff.registrations'),
        href: link('registrations', { status: 'pending' }),
      },
    ],
    [accounts, { of: 'accounts', tone: 'warning', label: t('today.accounts'), href: link('allPendingAccounts') }],
    [gateway, { of: 'payments', tone: 'bad', label: t('staff.gateway'), href: link('gatewayQuery') }],
    [jobs, { of: 'jobs', tone: 'bad', label: t('staff.jobs'), href: link('jobs', { state: 'failed' }) }],
    [emails, { of: 'emails', tone: 'bad', label: t('staff.emails'), href: link('outbox', { state: 'failing' }) }],
    [
      people?.invited,
      {
        of: 'people',
        tone: 'progress',
        label: t('today.invitations'),
        href: link('staffUsers', { activity: 'pending' }),
      },
    ],
  ]
  return waiting
    .flatMap(([found, { of, ...line }]) => (found?.since ? [{ ...line, of, count: found.count, since: found.since }] : []))
    .sort((one, other) => (one.since < other.since ? -1 : 1))
    .map(({ of, count, since, ...line }) => {
      const age = ageOf(since, asOf)
      const counted = t(`count.${of}`, { count, shown: numberShown(count) })
      return { ...line, id: line.label, count: t('staff.oldest', { counted, age: t(`age.${age.unit}`, { count: age.count }) }) }
    })
}
/** What is counted; the key of its words. */
type CountedKind = 'payments' | 'applications' | 'accounts' | 'jobs' | 'emails' | 'people'

/** Figures of items that wait for customers, and of staff users. */
function WaitingFigures({ home: { reconciling, asked, people } }: { home: StaffFigures }) {
  const { t } = useTranslation('home')
  if (!reconciling && !asked && !people) return null
  return (
    <section aria-label={t('figures.title')}>
      <div className={styles.figures}>
        {reconciling && (
          <StatCard
            label={t('staff.reconciling')}
            value={numberShown(reconciling.count)}
            href={link('allPayments', { status: 'pendingReconciliation' })}
            meta={t('staff.reconcilingMeta')}
          />
        )}
        {asked && (
          <StatCard
            label={t('staff.asked')}
            value={numberShown(asked.count)}
            href={link('registrations', { status: 'requested' })}
            meta={t('staff.askedMeta')}
          />
        )}
        {people && (
          <StatCard
            label={t('staff.people')}
            value={numberShown(people.total)}
            href={link('staffUsers')}
            meta={t('staff.active', { count: people.active, shown: numberShown(people.active) })}
          />
        )}
      </div>
    </section>
  )
}

/** Placeholder with the height of the overview. */
function StaffHomeSkeleton() {
  const { t } = useTranslation('home')
  return (
    <section className={styles.today}>
      <h2 className={styles.title}>{t('staff.title')}</h2>
      <Skeleton height="8.25rem" />
      <Skeleton height="7rem" />
    </section>
  )
}
