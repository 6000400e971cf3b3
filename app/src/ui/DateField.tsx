/*
 * DateField({ label, value: 'yyyy-MM-dd' | '', onChange, min?, max?, …FieldProps })
 * The browser's own: typed by keyboard, chosen from a calendar, and what phones know best.
 */
import { useId } from 'react'
import { type FieldProps, fieldStyles, LabelText, ProblemText } from './Field'

export interface DateFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  min?: string | undefined
  max?: string | undefined
}

export function DateField({ label, value, onChange, min, max, hint, error, ...field }: DateFieldProps) {
  const own = useId()
  const id = field.id ?? own
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label} data-hidden={field.hidesLabel || undefined}>
        <LabelText isOptional={field.isOptional}>{label}</LabelText>
      </label>
      {hint && (
        <div id={hintId} className={fieldStyles.hint}>
          {hint}
        </div>
      )}
      <div className={fieldStyles.box} data-invalid={Boolean(error) || undefined} data-disabled={field.isDisabled || undefined}>
        <input
          type="date"
          id={id}
          name={field.name}
          className={fieldStyles.input}
          value={value}
          min={min}
          max={max}
          onChange={(event) => onChange(event.target.value)}
          required={field.isRequired}
          disabled={field.isDisabled}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={[hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined}
        />
      </div>
      {error && (
        <div id={errorId} className={fieldStyles.problem}>
          <ProblemText>{error}</ProblemText>
        </div>
      )}
    </div>
  )
}
