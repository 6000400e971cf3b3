/** Items that need the user's attention today, most urgent first. Each line links to the items it counts. */
import { CircleCheck } from 'lucide-react'
import {
  amountShown,
  billRest,
  compareAmounts,
  type DueWindow,
  dayPlusDays,
  dayShown,
  type Figure,
  type FindingsSummary,
  type Home,
  type HomeBills,
  numberShown,
  type PaymentGroups,
  type ProposalFilter,
} from '~/core/core'
import { link } from '~/core/links'
import { viewedId } from '~/core/viewed'
import { useIsReadPending, useOptionalRead } from '~/kit/call/read'
import { filterOfLate, LateBills, LatePlaceholder } from '~/kit/paying/PayOverdue'
import { useMay } from '~/kit/session/useProfile'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type AttentionItem, AttentionList } from './AttentionList'
import styles from './Home.module.css'
import { type LateOffer, lateOffer } from './late'

export function Today({ home, bulkId }: { home: Home; bulkId: string }) {
  const { t } = useTranslation('home')
  const mayPay = useMay('payment', 'add')
  // A separate call, so that home shows the bills even if the findings cannot be loaded.
  const seesBills = home.bills !== null
  const findings = useOptionalRead('GetFindingsSummary', { id: bulkId }, seesBills)
  const mayApprove = useMay('payment', 'update') && viewedId === undefined
  const toApprove = useOptionalRead('GetProposals', countOf(bulkId, { awaitsMe: true }), mayApprove)?.total
  const toRelease = useOptionalRead('GetProposals', countOf(bulkId, { states: ['approved'] }), mayPay)?.total
  const seesPayments = useMay('payment', 'view')
  const unfinished = useOptionalRead('GetPaymentGroups', { id: bulkId, unfinishedOnly: true, recordCount: 1 }, seesPayments)
  const { offer: late, isAwaited } = useLateOffer(home.bills, bulkId)
  const paidAbove = isAwaited ? expectedDue(home.bills) : late?.isAll ? late.due : undefined
  const lines = useAttentionItems(home, findings, paidAbove, { toApprove: toApprove ?? 0, toRelease: toRelease ?? 0 }, unfinished)
  // A part that is loading or has failed may need attention.
  const areKnown =
    (!seesBills || findings !== undefined) &&
    (!mayApprove || toApprove !== undefined) &&
    (!mayPay || (toRelease !== undefined && !isAwaited)) &&
    (!seesPayments || unfinished !== undefined)
  return (
    <section className={styles.today} aria-labelledby="today" data-tour="today">
      <h2 id="today" className={styles.title}>
        {t('today.title')}
      </h2>
      {isAwaited && <LatePlaceholder />}
      {late && <LateBills due={late.due} bills={late.bills} amount={late.amount} />}
      {lines.length > 0 && <AttentionList lines={lines} />}
      {!late && lines.length === 0 && areKnown && (
        <p className={styles.nothing}>
          <CircleCheck aria-hidden="true" />
          {t('today.nothing')}
        </p>
      )}
    </section>
  )
}

/**
 * Returns the late bills that one press pays. Home's figures are stored totals, which include bills on hold, so the bills are counted
 * as the press selects them.
 */
function useLateOffer(bills: HomeBills | null, id: string): { offer: LateOffer | undefined; isAwaited: boolean } {
  const mayPay = useMay('payment', 'add')
  const asked = (due: 'overdue' | 'pastDue') => [{ id, filter: filterOfLate(due) }, mayPay && (bills?.[due].bills ?? 0) > 0] as const
  const overdue = useOptionalRead('CountBills', ...asked('overdue'))
  const pastDue = useOptionalRead('CountBills', ...asked('pastDue'))
  const isOverdueAwaited = useIsReadPending('CountBills', ...asked('overdue'))
  const isPastDueAwaited = useIsReadPending('CountBills', ...asked('pastDue'))
  const isAwaited = isOverdueAwaited || isPastDueAwaited
  return { offer: bills && !isAwaited ? lateOffer(bills, { overdue, pastDue }) : undefined, isAwaited }
}

/** Returns the late bills that the offer will probably be for, while they are counted. */
const expectedDue = (bills: HomeBills | null): LateOffer['due'] => (bills?.overdue.bills ? 'overdue' : 'pastDue')

/** Returns the request that counts proposals. The total includes all matches, regardless of `recordCount`. */
const countOf = (id: string, filter: ProposalFilter) => ({ id, recordCount: 1, filter })

interface ProposalCounts {
  /** Proposals that the user can approve now. */
  toApprove: number
  /** Approved proposals, which the user can release. */
  toRelease: number
}

/** Returns the lines of the list. Late bills that the line above pays have no line of their own, unless some are on hold. */
function useAttentionItems(
  { bills, payments, queries, accounts, invitations }: Home,
  findings: FindingsSummary | undefined,
  paidAbove: DueWindow | undefined,
  { toApprove, toRelease }: ProposalCounts,
  unfinished: PaymentGroups | undefined,
): AttentionItem[] {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const ofBills = (count: number) => t('count.bills', { count, shown: numberShown(count) })
  const lines: AttentionItem[] = []
  const difference = (more: Figure, less: Figure): Figure => ({
    bills: more.bills - less.bills,
    amount: billRest(more.amount, less.amount),
  })
  /** Returns lines of late bills, unless the line above pays them, and of bills due soon. No bill is in two lines. */
  function dueLines({ overdue, pastDue, dueSoon, dueSoonUntil, dueIn14Days, dueIn30Days }: HomeBills): AttentionItem[] {
    const ahead = (from: number, to: number) => ({ from: dayPlusDays(dueSoonUntil, from), to: dayPlusDays(dueSoonUntil, to) })
    const all = [
      { id: 'overdue', label: t('today.overdue'), figure: overdue, address: { overdue: true }, tone: 'bad' },
      { id: 'pastDue', label: t('today.pastDue'), figure: pastDue, address: { due: 'pastDue' }, tone: 'warning' },
      { id: 'in7Days', label: t('today.dueSoon', { day: dayShown(dueSoonUntil, language) }), figure: dueSoon, address: { due: 'in7Days' } },
      { id: 'in14Days', label: t('today.dueIn14Days'), figure: difference(dueIn14Days, dueSoon), address: ahead(1, 7) },
      { id: 'in30Days', label: t('today.dueIn30Days'), figure: difference(dueIn30Days, dueIn14Days), address: ahead(8, 23) },
    ] as const
    return all
      .filter(({ id, figure }) => figure.bills > 0 && id !== paidAbove)
      .map(({ id, label, figure, address, ...line }) => ({
        id,
        tone: 'tone' in line ? line.tone : 'neutral',
        label,
        count: ofBills(figure.bills),
        amount: amountShown(figure.amount),
        href: link('outstandingBills', address),
      }))
  }
  const ofProposals = (count: number) => t('count.proposals', { count, shown: numberShown(count) })
  if (toApprove > 0)
    lines.push({
      id: 'toApprove',
      tone: 'warning',
      label: t('today.toApprove'),
      count: ofProposals(toApprove),
      href: link('proposals', { awaits: true }),
    })
  if (toRelease > 0)
    lines.push({
      id: 'toRelease',
      tone: 'warning',
      label: t('today.toRelease'),
      count: ofProposals(toRelease),
      href: link('proposals', { state: 'approved' }),
    })
  const group = unfinished?.groups[0]
  if (unfinished && group)
    lines.push({
      id: 'groups',
      tone: 'warning',
      label: t('today.groups'),
      count:
        unfinished.total === 1
          ? t('today.groupLine', { paid: numberShown(group.paid), count: group.open, shown: numberShown(group.open) })
          : t('count.groups', { count: unfinished.total, shown: numberShown(unfinished.total) }),
      amount: unfinished.total === 1 ? amountShown(group.openAmount) : undefined,
      href: unfinished.total === 1 ? link('paymentGroup', { groupNo: group.groupNo }) : link('payments'),
    })
  if (bills) lines.push(...dueLines(bills))
  if (findings && findings.openFindings > 0)
    lines.push({
      id: 'findings',
      tone: 'warning',
      label: t('today.findings'),
      count: t('count.findings', { count: findings.openFindings, shown: numberShown(findings.openFindings) }),
      amount: compareAmounts(findings.atStake, '0.00') > 0 ? t('today.atStake', { amount: amountShown(findings.atStake) }) : undefined,
      href: link('findings'),
    })
  if (queries && queries.open + queries.answered > 0)
    lines.push({
      id: 'queries',
      tone: queries.answered > 0 ? 'warning' : 'progress',
      label: t('today.queries'),
      count: [
        queries.answered > 0 && t('count.answered', { count: queries.answered, shown: numberShown(queries.answered) }),
        queries.open > 0 && t('count.asked', { count: queries.open, shown: numberShown(queries.open) }),
      ]
        .filter(Boolean)
        .join(' · '),
      href: link('queries'),
    })
  if (payments && payments.actionRequired > 0)
    lines.push({
      id: 'payments',
      tone: 'warning',
      label: t('today.payments'),
      count: t('count.payments', { count: payments.actionRequired, shown: numberShown(payments.actionRequired) }),
      href: link('payments', { status: 'actionRequired' }),
    })
  if (accounts.errors > 0)
    lines.push({
      id: 'accounts',
      tone: 'warning',
      label: t('today.accounts'),
      count: t('count.accounts', { count: accounts.errors, shown: numberShown(accounts.errors) }),
      href: link('pendingAccounts'),
    })
  if (invitations !== null && invitations > 0)
    lines.push({
      id: 'invitations',
      tone: 'progress',
      label: t('today.invitations'),
      count: numberShown(invitations),
      href: link('users', { activity: 'pending' }),
    })
  return lines
}
