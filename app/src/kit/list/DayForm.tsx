/** What the panel of a window of days asks: one of the usual spans, or chosen days. */
import { useState } from 'react'
import { check, checkDateRange } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { DateField } from '../form/DateField'
import { DayPresets, type Days } from './DayPresets'
import styles from './List.module.css'

interface Props extends Days {
  onChange: (days: Days) => void
}

export function DayForm({ from, to, onChange, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation('list')
  return (
    <div className={styles.panel}>
      <DayPresets
        from={from}
        to={to}
        onChoose={(days) => {
          onChange(days)
          onDone()
        }}
      />
      <ChosenDays from={from} to={to} onChange={onChange} />
      <Button onPress={onDone}>{t('days.done')}</Button>
    </div>
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
