/**
 * A select with a text field that filters the options. With `onTextChange`, the caller searches for options, usually on the server.
 * `whyEmpty` is the text of an empty list.
 */
import { ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { classes } from '../base/classes'
import { type FieldProps, fieldStyles, LabelText, ProblemText } from './Field'
import { type Option, OptionList } from './Options'
import styles from './SearchSelect.module.css'

export interface SearchSelectProps extends FieldProps {
  options: readonly Option[]
  value: string | null
  onChange: (id: string | null) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  text?: string | undefined
  onTextChange?: ((text: string) => void) | undefined
  whyEmpty?: string | undefined
}

export function SearchSelect({
  label,
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  text,
  onTextChange,
  whyEmpty,
  hint,
  error,
  ...field
}: SearchSelectProps) {
  const isInvalid = Boolean(error)
  return (
    <ComboBox<Option>
      className={classes(fieldStyles.field)}
      {...(onTextChange ? { items: options, onInputChange: onTextChange } : { defaultItems: options })}
      {...(text !== undefined && { inputValue: text })}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={isInvalid}
      isRequired={field.isRequired ?? false}
      isDisabled={field.isDisabled ?? false}
      validationBehavior="aria"
      {...(field.id !== undefined && { id: field.id })}
      {...(field.name !== undefined && { name: field.name })}
      {...(onBlur && { onBlur })}
    >
      <Label className={classes(fieldStyles.label)} data-hidden={field.hidesLabel || undefined}>
        <LabelText isOptional={field.isOptional}>{label}</LabelText>
      </Label>
      {hint && (
        <Text slot="description" className={classes(fieldStyles.hint)}>
          {hint}
        </Text>
      )}
      <div className={fieldStyles.box} data-invalid={isInvalid || undefined} data-disabled={field.isDisabled || undefined}>
        <Input className={classes(fieldStyles.input)} {...(placeholder !== undefined && { placeholder })} />
        <Button className={classes(styles.button)}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </div>
      <FieldError className={classes(fieldStyles.problem)}>
        <ProblemText>{error}</ProblemText>
      </FieldError>
      <OptionList whyEmpty={whyEmpty} />
    </ComboBox>
  )
}
