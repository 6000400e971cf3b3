/** Buttons for the most used date ranges. Days are in the portal's time zone, +08:00. */
import { Star } from 'lucide-react'
import { type Day, dayMinusMonths, dayPlusDays, dayShown } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useOptionalRead } from '../call/read'
import { useToday } from '../session/useToday'
import styles from './List.module.css'

export interface Days {
  from?: Day | undefined
  to?: Day | undefined
}

/** Lengths of the ranges that end today, in days. */
const pastDays = [7, 14, 21, 30]
/** Returns the first day of a month. */
const firstDayOf = (day: Day): Day => `${day.slice(0, 8)}01`

interface Props extends Days {
  /** Set if the list also has days in the future, so that past ranges must end today. */
  endsToday?: boolean
  onChoose: (days: Days) => void
}

export function DayPresets({ from, to, endsToday = false, onChoose }: Props) {
  const { t } = useTranslation('list')
  const language = useLanguage()
  const today = useToday()
  const favourite = useOptionalRead('GetUserPreferences', {})?.['favourite-date-preference']
  const shown = (day: Day) => dayShown(day, language)
  const monthStart = firstDayOf(today)
  const presets: (Days & { label: string })[] = [
    { label: t('days.today'), from: today, to: today },
    ...pastDays.map((days) => ({
      label: t('days.past', { count: days }),
      from: dayPlusDays(today, -days),
      to: endsToday ? today : undefined,
    })),
    { label: t('days.thisMonth'), from: monthStart, to: dayPlusDays(firstDayOf(dayPlusDays(monthStart, 31)), -1) },
    { label: t('days.lastMonth'), from: dayMinusMonths(monthStart, 1), to: dayPlusDays(monthStart, -1) },
  ]
  const isOn = (days: Days) => from === days.from && to === days.to
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a grid */}
      <div role="group" aria-label={t('days.presets')} className={styles.presets}>
        {presets.map(({ label, ...days }) => (
          <Button key={label} size="small" isWide aria-pressed={isOn(days)} onPress={() => onChoose(days)}>
            {label}
          </Button>
        ))}
      </div>
      {favourite && (
        <Button
          size="small"
          isWide
          icon={<Star />}
          aria-pressed={isOn({ from: favourite.startDate, to: favourite.endDate })}
          onPress={() => onChoose({ from: favourite.startDate, to: favourite.endDate })}
        >
          {t('days.favourite', { from: shown(favourite.startDate), to: shown(favourite.endDate) })}
        </Button>
      )}
    </>
  )
}
