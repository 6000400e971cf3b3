/** The state of a query as a badge, and what it means in a sentence. */
import { dayAt, dayShown, instantShown, numberShown, type QueryDetails, type QueryState } from '~/core/core'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

const tones: Record<QueryState, Tone> = {
  open: 'progress',
  answered: 'warning',
  reopened: 'progress',
  accepted: 'good',
  closed: 'neutral',
  withdrawn: 'neutral',
}

export function QueryStatus({ state }: { state: QueryState }) {
  const { t } = useTranslation('queries')
  return <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>
}

/** Returns the working days until an answer is due, in words. Negative if the answer is late. */
function useDaysLeft() {
  const { t } = useTranslation('queries')
  return (left: number) =>
    left < 0
      ? t('left.late', { count: -left, shown: numberShown(-left) })
      : left === 0
        ? t('left.today')
        : t('left.days', { count: left, shown: numberShown(left) })
}

/** Returns what happens next, or when the query ended. Undefined if nothing is known. */
export function useNextStep({ answerDue, workingDaysLeft, closesAt, endedAt }: QueryDetails): string | undefined {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  const daysLeft = useDaysLeft()
  if (endedAt) return t('next.ended', { when: instantShown(endedAt, language) })
  if (closesAt) return t('next.closes', { day: dayShown(dayAt(closesAt), language) })
  if (!answerDue) return undefined
  const isLate = workingDaysLeft !== null && workingDaysLeft < 0
  const left = workingDaysLeft === null ? '' : daysLeft(workingDaysLeft)
  return t(isLate ? 'next.late' : 'next.due', { day: dayShown(answerDue, language), left })
}
