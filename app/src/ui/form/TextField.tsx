/** A text field. It can show a hidden password. `rows` makes it a text area. */
import { Eye, EyeOff } from 'lucide-react'
import { type ChangeEvent, type ClipboardEvent, type ReactNode, useId, useState } from 'react'
import { classes } from '../base/classes'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { type FieldProps, LabelText, ProblemText, fieldStyles as styles } from './Field'

/**
 * The fields that a browser may fill in, by HTML's table of autofill. A name that is missing here does not fit these inputs:
 * `tel-national` needs a text input without the type `tel`, `street-address` a text area.
 */
type Autofill =
  | 'off'
  | 'name'
  | 'organization'
  | 'email'
  | 'tel'
  | 'address-line1'
  | 'address-level2'
  | 'postal-code'
  | 'username'
  | 'username webauthn'
  | 'current-password'
  | 'new-password'
  | 'one-time-code'

export interface TextFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  onFocus?: (() => void) | undefined
  onPaste?: ((event: ClipboardEvent) => void) | undefined
  type?: 'text' | 'email' | 'password' | 'tel' | undefined
  /** Makes it a text area with this number of lines. */
  rows?: number | undefined
  placeholder?: string | undefined
  autoComplete?: Autofill | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | undefined
  maxLength?: number | undefined
  autoFocus?: boolean | undefined
  isReadOnly?: boolean | undefined
  /** Shown inside the box before or after the text: a currency, an icon or a button. */
  prefix?: ReactNode
  suffix?: ReactNode
  /** Tabular figures, for numbers that users compare. */
  isTabular?: boolean | undefined
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, rows, type = 'text', prefix, suffix, isOptional, hidesLabel, isTabular } = props
  const words = useUiWords()
  const [isVisible, setIsVisible] = useState(false)
  const own = useId()
  const id = props.id ?? own
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const given = {
    id,
    name: props.name,
    className: classes(styles.input, isTabular && 'tabular'),
    value: props.value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => props.onChange(event.target.value),
    onBlur: props.onBlur,
    onFocus: props.onFocus,
    onPaste: props.onPaste,
    disabled: props.isDisabled,
    readOnly: props.isReadOnly,
    placeholder: props.placeholder,
    autoComplete: props.autoComplete,
    inputMode: props.inputMode,
    maxLength: props.maxLength,
    autoFocus: props.autoFocus,
    'aria-required': props.isRequired || undefined,
    'aria-invalid': Boolean(error) || undefined,
    'aria-describedby': [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined,
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label} data-hidden={hidesLabel || undefined}>
        <LabelText isOptional={isOptional}>{label}</LabelText>
      </label>
      {hint && (
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      )}
      <div className={styles.box} data-invalid={Boolean(error) || undefined} data-disabled={props.isDisabled || undefined}>
        {prefix && <span className={styles.affix}>{prefix}</span>}
        {rows ? <textarea {...given} rows={rows} /> : <input {...given} type={isVisible ? 'text' : type} />}
        {suffix}
        {type === 'password' && (
          <Button
            mode="ghost"
            size="small"
            icon={isVisible ? <EyeOff /> : <Eye />}
            label={isVisible ? words.hidePassword : words.showPassword}
            onPress={() => setIsVisible(!isVisible)}
          />
        )}
      </div>
      {error && (
        <span id={errorId} className={styles.problem}>
          <ProblemText>{error}</ProblemText>
        </span>
      )}
    </div>
  )
}
