/*
 * TextField({ label, value, onChange, onBlur?, type?: 'text' | 'email' | 'password' | 'tel', rows?, id?, name?, hint?, error?, isRequired?, isDisabled?,
 *   isReadOnly?, isOptional?, hidesLabel?, placeholder?, autoComplete?, inputMode?, maxLength?, autoFocus?, prefix?, suffix?, isTabular? })
 * A password can be shown; `rows` makes it a text area.
 */
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { Button } from './Button'
import { classes } from './classes'
import { type FieldProps, LabelText, ProblemText, fieldStyles as styles } from './Field'
import { useUiWords } from './UiWords'

export interface TextFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  onFocus?: (() => void) | undefined
  type?: 'text' | 'email' | 'password' | 'tel' | undefined
  /** Makes it a text area of so many lines. */
  rows?: number | undefined
  placeholder?: string | undefined
  autoComplete?: string | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | undefined
  maxLength?: number | undefined
  autoFocus?: boolean | undefined
  isReadOnly?: boolean | undefined
  /** Stands in the box before or after the text: a currency, an icon, a button. */
  prefix?: ReactNode
  suffix?: ReactNode
  /** Figures of one width, for numbers that people compare. */
  isTabular?: boolean | undefined
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, rows, type = 'text', prefix, suffix, isOptional, hidesLabel, isTabular } = props
  const words = useUiWords()
  const [shows, setShows] = useState(false)
  const isInvalid = Boolean(error)
  const inputClass = classes(styles.input, isTabular && 'tabular')
  const placeholder = props.placeholder === undefined ? {} : { placeholder: props.placeholder }

  return (
    <AriaTextField
      className={classes(styles.field)}
      value={props.value}
      onChange={props.onChange}
      isInvalid={isInvalid}
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
      isReadOnly={props.isReadOnly ?? false}
      validationBehavior="aria"
      type={shows ? 'text' : type}
      {...(props.id !== undefined && { id: props.id })}
      {...(props.name !== undefined && { name: props.name })}
      {...(props.onBlur && { onBlur: props.onBlur })}
      {...(props.onFocus && { onFocus: props.onFocus })}
      {...(props.autoComplete !== undefined && { autoComplete: props.autoComplete })}
      {...(props.inputMode !== undefined && { inputMode: props.inputMode })}
      {...(props.maxLength !== undefined && { maxLength: props.maxLength })}
      {...(props.autoFocus && { autoFocus: true })}
    >
      <Label className={classes(styles.label)} data-hidden={hidesLabel || undefined}>
        <LabelText isOptional={isOptional}>{label}</LabelText>
      </Label>
      {hint && (
        <Text slot="description" className={classes(styles.hint)}>
          {hint}
        </Text>
      )}
      <div className={styles.box} data-invalid={isInvalid || undefined} data-disabled={props.isDisabled || undefined}>
        {prefix && <span className={styles.affix}>{prefix}</span>}
        {rows ? <TextArea className={inputClass} rows={rows} {...placeholder} /> : <Input className={inputClass} {...placeholder} />}
        {suffix}
        {type === 'password' && (
          <Button
            mode="ghost"
            size="small"
            icon={shows ? <EyeOff /> : <Eye />}
            label={shows ? words.hidePassword : words.showPassword}
            onPress={() => setShows(!shows)}
          />
        )}
      </div>
      <FieldError className={classes(styles.problem)}>
        <ProblemText>{error}</ProblemText>
      </FieldError>
    </AriaTextField>
  )
}
