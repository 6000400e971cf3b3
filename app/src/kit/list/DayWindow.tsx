/** From one day to another: one of the usual spans, or chosen days. Days are days at +08:00. */
import { CalendarDays } from 'lucide-react'
import { type Day, dayShown } from '../../core/core'
import { laterPart } from '../../ui/base/later'
import { Button } from '../../ui/button/Button'
import { PopoverPanel } from '../../ui/overlay/PopoverPanel'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import type { Days } from './DayPresets'

const DayForm = laterPart(async () => (await import('./DayForm')).DayForm)

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
    <PopoverPanel label={t('days.window')} shows={DayForm.code} trigger={<Button icon={<CalendarDays />}>{label}</Button>}>
      {(close) => <DayForm from={from} to={to} onChange={onChange} onDone={close} />}
    </PopoverPanel>
  )
}
