/** The day on which a proposal shall be released. It shows the working day that is meant. */
import { releaseDay } from 'gridbill-core/finance'
import { useEffect } from 'react'
import { check, dayShown, sentence } from '~/core/core'
import { DateField } from '~/kit/form/DateField'
import { useToday } from '~/kit/session/useToday'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  value: string
  onChange: (day: string) => void
  /** Called with the error of the typed day, or with undefined. It must be stable. */
  onProblem: (problem: string | undefined) => void
  /** The server's refusal. */
  error: string | undefined
  isDisabled: boolean
}

export function ReleaseDay({ value, onChange, onProblem, error, isDisabled }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const today = useToday()
  const day = value === '' ? undefined : check('day', value, language)
  const meant = day?.value === undefined ? undefined : releaseDay(day.value, today, language)
  // The package of this rule has codes without their sentences.
  const problem = day?.error?.errorMessage ?? (meant?.error && sentence(meant.error.code, language, meant.error.params))
  useEffect(() => {
    onProblem(problem)
  }, [problem, onProblem])
  const moved = meant?.value !== undefined && meant.value !== value ? meant.value : undefined
  return (
    <Stack gap={2}>
      <DateField
        id="releaseOn"
        label={t('approval.releaseOn')}
        hint={t('approval.releaseOnHint')}
        value={value}
        onChange={onChange}
        error={problem ?? error}
        isOptional
        isDisabled={isDisabled}
      />
      <p aria-live="polite">{moved && t('approval.releaseMoved', { day: dayShown(moved, language) })}</p>
    </Stack>
  )
}
