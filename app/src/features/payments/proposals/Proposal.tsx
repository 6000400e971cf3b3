/**
 * A proposal to pay. On a phone the total, the largest bills and the open findings come first, then the decision. The page follows
 * the proposal live.
 */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import {
  amountShown,
  compareAmounts,
  dayAt,
  dayShown,
  instantShown,
  numberShown,
  type ProposalChange,
  type ProposalDetails,
  sentence,
} from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { Decision, ToDecision } from '~/kit/page/Decision'
import sides from '~/kit/page/Sides.module.css'
import { useLiveTitle } from '~/kit/page/useTitle'
import pay from '~/kit/paying/Pay.module.css'
import { QueueNav } from '~/kit/queue/QueueNav'
import { QueueNext } from '~/kit/queue/QueueNext'
import { type Queue, useQueue } from '~/kit/queue/useQueue'
import { useAddRecent } from '~/kit/session/recent'
import { useBulkId } from '~/kit/session/useProfile'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { Timeline, type TimelineItem } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { RunOfProposal } from '../customer/run/PayRun'
import { DecideProposal } from './DecideProposal'
import styles from './Proposal.module.css'
import { ProposalBills } from './ProposalBills'
import { ProposalStatus, proposalTones } from './ProposalStatus'
import { ProposalSteps } from './ProposalSteps'
import { proposalList } from './proposalList'

const route = getRouteApi(paths.proposal)

export function Proposal() {
  const { proposalId } = route.useParams()
  // The key remounts the screen for another proposal, so that entries do not carry over.
  return <OneProposal key={proposalId} proposalId={proposalId} />
}

function OneProposal({ proposalId }: { proposalId: string }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  // For the header only. The boundary below shows any error.
  const made = useOptionalRead('GetProposal', { proposalId })
  const title = t('details.title', { proposalId })
  useAddRecent({ kind: 'proposal', href: link('proposal', { proposalId }), label: proposalId }, made !== undefined)
  useLiveTitle(title, { of: 'GetProposal', state: made && t(`states.${made.state}`), name: proposalId })
  const queue = useQueue(route.useSearch().queue, proposalId, [
    {
      href: link('proposals'),
      list: proposalList,
      of: { id: useBulkId() },
      label: t('title'),
      isQueue: ({ awaits }) => awaits === true,
    },
  ])
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: t('title'), href: queue?.href ?? link('proposals') }]}
      status={made && <ProposalStatus state={made.state} />}
      subtitle={made && t('details.lead', { name: made.proposedBy, day: dayShown(dayAt(made.proposedAt), language) })}
      actions={
        <>
          {made && canAct(made) && <ToDecision />}
          <QueueNav queue={queue} />
        </>
      }
    >
      <Boundary>
        <Details proposalId={proposalId} queue={queue} />
      </Boundary>
    </Page>
  )
}

/** Whether the user can decide about it. A page without a decision needs no link to it. */
const canAct = ({ canDecide, canRelease, canWithdraw }: ProposalDetails) => canDecide || canRelease || canWithdraw

const isOpen = ({ state }: ProposalDetails) => state === 'proposed' || state === 'approved'

function Details({ proposalId, queue }: { proposalId: string; queue: Queue | undefined }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const proposal = useRead('GetProposal', { proposalId })
  const [isDecidedHere, setDecidedHere] = useState(false)
  const { note, proposedBy, sentence, hash } = proposal
  return (
    <Stack gap={5}>
      <RunOfProposal proposal={proposal} />
      <Outcome proposal={proposal} />
      {(isDecidedHere || !isOpen(proposal)) && !proposal.canDecide && <QueueNext queue={queue} isFocused={isDecidedHere} />}
      <div className={sides.sides}>
        <div className={sides.record}>
          <Stack gap={4}>
            <Total proposal={proposal} />
            {note && (
              <p className={styles.note}>
                <span className={styles.by}>{t('details.noteOf', { name: proposedBy })}</span>
                {note}
              </p>
            )}
            <Card title={t('largest')} isInLandmark>
              <ProposalBills bills={proposal.bills} />
            </Card>
            <Warnings proposal={proposal} />
          </Stack>
        </div>
        {isOpen(proposal) && (
          <Decision label={t('decide.title')}>
            <Card title={t('decide.title')} isInLandmark>
              <DecideProposal proposal={proposal} onDecided={() => setDecidedHere(true)} />
            </Card>
          </Decision>
        )}
      </div>
      <Card title={t('steps.label')}>
        <Stack gap={3}>
          <p className={styles.sentence}>{sentence}</p>
          <ProposalSteps proposal={proposal} />
        </Stack>
      </Card>
      <Card title={t('record.title')}>
        <ProposalRecord proposal={proposal} />
      </Card>
      <Card title={t('facts.title')}>
        <Description
          items={[
            ...(proposal.releaseOn ? [{ id: 'release', label: t('facts.release'), value: dayShown(proposal.releaseOn, language) }] : []),
            ...(isOpen(proposal) ? [{ id: 'lapses', label: t('facts.lapses'), value: instantShown(proposal.lapsesAt, language) }] : []),
            { id: 'due', label: t('facts.due'), value: proposal.earliestDue && dayShown(proposal.earliestDue, language) },
            ...(proposal.transactionNo
              ? [
                  {
                    id: 'payment',
                    label: t('facts.payment'),
                    value: <Link href={link('payment', { transactionNo: proposal.transactionNo })}>{proposal.transactionNo}</Link>,
                  },
                ]
              : []),
            {
              id: 'policy',
              label: t('facts.policy'),
              value: <Link href={link('approvalPolicy')}>{numberShown(proposal.policyVersion)}</Link>,
            },
            { id: 'hash', label: t('facts.hash'), value: <span className={styles.hash}>{hash}</span> },
          ]}
        />
      </Card>
    </Stack>
  )
}

function Total({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const { totalAmount, totalBills, earliestDue, releaseOn } = proposal
  const bills = t('bills', { count: totalBills, shown: numberShown(totalBills) })
  const due = earliestDue ? t('details.billsDue', { bills, day: dayShown(earliestDue, language) }) : bills
  return (
    <div className={pay.total}>
      <span>{releaseOn && isOpen(proposal) ? `${due}, ${t('details.releaseOn', { day: dayShown(releaseOn, language) })}` : due}</span>
      <strong>{amountShown(totalAmount)}</strong>
    </div>
  )
}

/** Open findings, bills on hold, and bills that changed since. */
function Warnings({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('proposals')
  const { openFindings, atStake, heldBills, changes, bills } = proposal
  if (!isOpen(proposal)) return null
  const findings = { count: openFindings, shown: numberShown(openFindings), amount: amountShown(atStake) }
  const held = { count: heldBills, shown: numberShown(heldBills) }
  return (
    <>
      {openFindings > 0 ? (
        <Notice
          tone="warning"
          title={t(compareAmounts(atStake, '0.00') > 0 ? 'findings.title' : 'findings.titleOnly', findings)}
          actions={
            <LinkButton size="small" href={link('findings')}>
              {t('findings.view')}
            </LinkButton>
          }
        />
      ) : (
        <Notice tone="good" title={t('findings.none')} />
      )}
      {heldBills > 0 && (
        <Notice tone="warning" title={t('held.title', held)}>
          {bills.some(({ newHold }) => newHold !== null) && t('held.newBody')}
        </Notice>
      )}
      {changes.length > 0 && (
        <Notice tone="bad" title={t('changes.title', { count: changes.length, shown: numberShown(changes.length) })}>
          <p>{t('changes.body')}</p>
          <ProposalChanges changes={changes} />
        </Notice>
      )}
    </>
  )
}

/** How the proposal ended, and why. */
function Outcome({ proposal: { state, changes, endReason, transactionNo, acts } }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('proposals')
  switch (state) {
    case 'proposed':
    case 'approved':
      return null
    case 'released':
      return (
        <Notice
          tone="good"
          title={t('released.title')}
          isAnnounced
          actions={
            transactionNo && (
              <LinkButton size="small" href={link('payment', { transactionNo })}>
                {t('released.view', { transactionNo })}
              </LinkButton>
            )
          }
        />
      )
    case 'void':
      return (
        <Notice tone="bad" title={t('void.title')} isAnnounced>
          <p>{t('void.body', { count: changes.length, shown: numberShown(changes.length) })}</p>
          <ProposalChanges changes={changes} />
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="bad" title={t('refused.title', { name: acts.at(-1)?.by ?? '' })} isAnnounced>
          {acts.at(-1)?.remark ?? endReason}
        </Notice>
      )
    case 'lapsed':
    case 'withdrawn':
      return (
        <Notice title={t(`${state}.title`)} isAnnounced>
          {endReason}
        </Notice>
      )
  }
}

/** The bills that changed since they were proposed: why, and the amounts before and now. */
function ProposalChanges({ changes }: { changes: readonly ProposalChange[] }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  return (
    <ul className={styles.rows} aria-label={t('changes.label')}>
      {changes.map(({ invoiceNo, reason, proposed, amount }) => (
        <li key={invoiceNo}>
          <span>
            {amount === null ? invoiceNo : <Link href={link('bill', { invoiceNo })}>{invoiceNo}</Link>}
            <span className={styles.under}>{sentence(reason, language)}</span>
          </span>
          <strong>
            {amount === null || amount === proposed
              ? amountShown(proposed)
              : t('changes.amounts', { before: amountShown(proposed), now: amountShown(amount) })}
          </strong>
        </li>
      ))}
    </ul>
  )
}

/** The audit trail of a proposal: who proposed it, every decision, and how it ended. */
function ProposalRecord({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const { state, proposedBy, proposedAt, note, acts, endedAt, endReason, steps } = proposal
  const of = (name: string, at: string) => t('record.whoWhen', { name, when: instantShown(at, language) })
  const items: TimelineItem[] = [
    { id: 'proposed', tone: 'progress', title: t('record.proposed'), meta: of(proposedBy, proposedAt), children: note && <p>{note}</p> },
    ...acts.map(
      ({ step, isApproval, by, inPlaceOf, remark, at }): TimelineItem => ({
        id: `${step} ${at}`,
        tone: isApproval ? 'good' : 'bad',
        title: t(isApproval ? 'record.approved' : 'record.refused', { step: numberShown(step), steps: numberShown(steps.length) }),
        meta: inPlaceOf === null ? of(by, at) : t('record.inPlaceOf', { by, name: inPlaceOf, when: instantShown(at, language) }),
        children: remark && <p>{remark}</p>,
      }),
    ),
  ]
  // A refusal is the last decision.
  if (endedAt && state !== 'refused' && state !== 'proposed' && state !== 'approved') {
    items.push({
      id: 'ended',
      tone: proposalTones[state],
      title: t(`record.${state}`),
      meta: instantShown(endedAt, language),
      children: endReason && <p>{endReason}</p>,
    })
  }
  return <Timeline label={t('record.title')} items={items} />
}
