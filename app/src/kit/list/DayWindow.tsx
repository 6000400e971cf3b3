/** From one day to another: the past so many days, or chosen ones. Days are days at +08:00. */
import { CalendarDays, Star } from 'lucide-react'
import { type Day, dayAt, dayPlusDays, dayShown } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { TextField } from '../../ui/form/TextField'
import { PopoverPanel } from '../../ui/overlay/PopoverPanel'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { useHint } from '../call/read'
import { useProfile } from '../session/useProfile'
import styles from './List.module.css'

interface Days {
  from?: Day | undefined
  to?: Day | undefined
}

/** The days that a window goes back, as people choose them without typing. */
const presets = [7, 14, 21, 30]

export function DayWindow({ from, to, onChange }: Days & { onChange: (days: Days) => void }) {
  const { t } = useTranslation('list')
  const language = useLanguage()
  const today = dayAt(useProfile().now)
  const favourite = useHint('GetUserPreferences', {})?.['favourite-date-preference']
  const shown = (day: Day) => dayShown(day, language)
  const label =
    from && to
      ? t('days.days', { from: shown(from), to: shown(to) })
      : from
        ? t('days.fromDay', { day: shown(from) })
        : to
          ? t('days.toDay', { day: shown(to) })
          : t('days.anyDay')
  return (
    <PopoverPanel label={t('days.window')} trigger={<Button icon={<CalendarDays />}>{label}</Button>}>
      {(close) => (
        <div className={styles.panel}>
          <div className={styles.presets}>
            {presets.map((days) => (
              <Button
                key={days}
                size="small"
                isWide
                aria-pressed={from === dayPlusDays(today, -days) && !to}
                onPress={() => {
                  onChange({ from: dayPlusDays(today, -days), to: undefined })
                  close()
                }}
              >
                {t('days.past', { count: days })}
              </Button>
            ))}
          </div>
          {favourite && (
            <Button
              size="small"
              isWide
              icon={<Star />}
              aria-pressed={from === favourite.startDate && to === favourite.endDate}
              onPress={() => {
                onChange({ from: favourite.startDate, to: favourite.endDate })
                close()
              }}
            >
              {t('days.favourite', { from: shown(favourite.startDate), to: shown(favourite.endDate) })}
            </Button>
          )}
          <div className={styles.days}>
            <TextField type="date" label={t('days.from')} value={from ?? ''} onChange={(day) => onChange({ from: day || undefined, to })} />
            <TextField type="date" label={t('days.to')} value={to ?? ''} onChange={(day) => onChange({ from, to: day || undefined })} />
          </div>
          <Button onPress={close}>{t('days.done')}</Button>
        </div>
      )}
    </PopoverPanel>
  )
}
