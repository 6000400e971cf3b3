/** The steps of a proposal: who may approve, who approved, and which step is the current one. */
import { CircleCheck } from 'lucide-react'
import { numberShown, type ProposalDetails, type ProposalStep, type StepApprover } from '~/core/core'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { useTranslation } from '~/words/useTranslation'
import styles from './Proposal.module.css'

export function ProposalSteps({ proposal: { steps, step: current, state } }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('proposals')
  return (
    <ol className={styles.steps} aria-label={t('steps.label')}>
      {steps.map((step) => (
        <Step
          key={step.step}
          step={step}
          isCurrent={state === 'proposed' && step.step === current}
          isOpen={state === 'proposed' && !step.isDone}
        />
      ))}
    </ol>
  )
}

function Step({
  step: { step, sentence, mode, isDone, approvers },
  isCurrent,
  isOpen,
}: {
  step: ProposalStep
  isCurrent: boolean
  isOpen: boolean
}) {
  const { t } = useTranslation('proposals')
  // The sentence names all approvers. The list adds who approved, and in an open step who is missing or can no longer approve.
  const shown = approvers.filter(({ hasApproved, canApprove }) => hasApproved || (isOpen && (mode === 'all' || !canApprove)))
  return (
    <li className={styles.step} aria-current={isCurrent ? 'step' : undefined}>
      <p>{t('steps.of', { step: numberShown(step), people: sentence })}</p>
      {isDone ? (
        <StatusBadge tone="good">{t('steps.done')}</StatusBadge>
      ) : isCurrent ? (
        <StatusBadge tone="progress">{t('steps.current')}</StatusBadge>
      ) : (
        isOpen && <StatusBadge tone="neutral">{t('steps.later')}</StatusBadge>
      )}
      {shown.length > 0 && (
        <ul className={styles.approvers} aria-label={t('steps.approvers', { step: numberShown(step) })}>
          {shown.map((approver) => (
            <Approver key={approver.userId} approver={approver} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Approver({ approver: { name, hasApproved, canApprove } }: { approver: StepApprover }) {
  const { t } = useTranslation('proposals')
  if (hasApproved) {
    return (
      <li data-approved="">
        <CircleCheck aria-hidden="true" />
        {t('steps.approved', { name })}
      </li>
    )
  }
  return <li>{canApprove ? t('steps.open', { name }) : t('steps.cannot', { name })}</li>
}
