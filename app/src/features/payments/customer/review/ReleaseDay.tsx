/** The day on which a proposal shall be released. It shows the working day that is meant. */
import { releaseDay } from 'gridbill-core/finance'
import { check, dayShown, sentence } from '~/core/core'
import { DateField } from '~/kit/form/DateField'
import { useToday } from '~/kit/session/useToday'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  value: string
  onChange: (day: string) => void
  /** The server's refusal. */
  error: string | undefined
  isDisabled: boolean
}

export function ReleaseDay({ value, onChange, error, isDisabled }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const today = useToday()
  const day = value === '' ? undefined : check('day', value, language)
  const meant = day?.value === undefined ? undefined : releaseDay(day.value, today, language)
  // The package of this rule has codes without their sentences.
  const refused = meant?.error && sentence(meant.error.code, language, meant.error.params)
  const moved = meant?.value !== undefined && meant.value !== value ? meant.value : undefined
  return (
    <Stack gap={2}>
      <DateField
        id="releaseOn"
        label={t('approval.releaseOn')}
        hint={t('approval.releaseOnHint')}
        value={value}
        onChange={onChange}
        error={day?.error?.errorMessage ?? refused ?? error}
        isOptional
        isDisabled={isDisabled}
      />
      <p aria-live="polite">{moved && t('approval.releaseMoved', { day: dayShown(moved, language) })}</p>
    </Stack>
  )
}
