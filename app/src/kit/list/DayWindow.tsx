/** From one day to another: one of the usual spans, or chosen days. Days are days at +08:00. */
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { check, checkDateRange, type Day, dayShown } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { PopoverPanel } from '../../ui/overlay/PopoverPanel'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { DateField } from '../form/DateField'
import { DayPresets, type Days } from './DayPresets'
import styles from './List.module.css'

interface Props extends Days {
  onChange: (days: Days) => void
}

export function DayWindow({ from, to, onChange }: Props) {
  const { t } = useTranslation('list')
  const language = useLanguage()
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
          <DayPresets
            from={from}
            to={to}
            onChoose={(days) => {
              onChange(days)
              close()
            }}
          />
          <ChosenDays from={from} to={to} onChange={onChange} />
          <Button onPress={close}>{t('days.done')}</Button>
        </div>
      )}
    </PopoverPanel>
  )
}

/** Two days, which the list hears of once they are right. */
function ChosenDays({ from = '', to = '', onChange }: Props) {
  const { t } = useTranslation('list')
  const language = useLanguage()
  const [typed, setTyped] = useState({ from, to })
  const wrong = (day: string) => (day ? check('day', day, language).error?.errorMessage : undefined)
  const [wrongFrom, wrongTo] = [wrong(typed.from), wrong(typed.to)]
  const range = typed.from && typed.to && !wrongFrom && !wrongTo ? checkDateRange(typed.from, typed.to, language) : undefined

  function change(days: { from: string; to: string }) {
    setTyped(days)
    const isRight = !wrong(days.from) && !wrong(days.to) && !(days.from && days.to && checkDateRange(days.from, days.to, language))
    if (isRight) onChange({ from: days.from || undefined, to: days.to || undefined })
  }
  return (
    <div className={styles.days}>
      <DateField label={t('days.from')} value={typed.from} onChange={(day) => change({ ...typed, from: day })} error={wrongFrom} />
      <DateField
        label={t('days.to')}
        value={typed.to}
        onChange={(day) => change({ ...typed, to: day })}
        error={wrongTo ?? range?.fields[0]?.message}
      />
    </div>
  )
}
