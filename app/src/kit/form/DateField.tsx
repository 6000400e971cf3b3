/**
 * A date field: typed in any usual form or chosen from a calendar, and shown as `05 Nov 2026` in every browser. `value`
 * is `2026-11-05`. Text that is not a date is passed on unchanged, so that core refuses it.
 */
import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { check, dayShown } from '~/core/core'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import type { FieldProps } from '~/ui/form/Field'
import { TextField } from '~/ui/form/TextField'
import { PopoverPanel } from '~/ui/overlay/PopoverPanel'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useToday } from '../session/useToday'
import { typedDay } from './typedDay'

const Calendar = deferComponent(async () => (await import('~/ui/form/Calendar')).Calendar)

interface Props extends FieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  autoFocus?: boolean | undefined
}

export function DateField({ value, onChange, onBlur, ...field }: Props) {
  const { t } = useTranslation('form')
  const language = useLanguage()
  const today = useToday()
  // The typed text, which is not reformatted until the field loses the focus.
  const [typed, setTyped] = useState<string>()
  const day = check('day', value, language).error ? undefined : value

  function type(text: string) {
    setTyped(text)
    // A four-digit year or an empty text is complete, so report it immediately.
    const found = /\d{4}$/.test(text.trim()) ? typedDay(text) : undefined
    if (found !== undefined || text.trim() === '') onChange(found ?? '')
  }
  function commit() {
    if (typed === undefined) return
    const entered = typedDay(typed) ?? typed.trim()
    setTyped(undefined)
    if (entered !== value) onChange(entered)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles keys of the field inside
    <div onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && commit()}>
      <TextField
        {...field}
        value={typed ?? (day ? dayShown(day, language) : value)}
        onChange={type}
        onBlur={() => {
          commit()
          onBlur?.()
        }}
        placeholder={t('date.placeholder')}
        autoComplete="off"
        isTabular
        suffix={
          <PopoverPanel
            label={t('date.calendar', { label: field.label })}
            shows={Calendar.code}
            trigger={<Button mode="ghost" size="small" icon={<CalendarDays />} label={t('date.choose', { label: field.label })} />}
          >
            {(close) => (
              <Calendar
                label={field.label}
                value={day}
                today={today}
                onChange={(chosen) => {
                  setTyped(undefined)
                  onChange(chosen)
                  close()
                }}
              />
            )}
          </PopoverPanel>
        }
      />
    </div>
  )
}
