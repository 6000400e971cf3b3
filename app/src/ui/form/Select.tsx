/** A select for up to about two dozen options. Use SearchSelect for more. */
import { ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { Text } from 'react-aria-components/Text'
import { classes } from '../base/classes'
import { type FieldProps, fieldStyles, LabelText, ProblemText } from './Field'
import { type Option, OptionList } from './Options'
import styles from './Select.module.css'

export interface SelectProps extends FieldProps {
  options: readonly Option[]
  value: string | null
  onChange: (id: string) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
}

export function Select({ label, options, value, onChange, onBlur, placeholder, hint, error, ...field }: SelectProps) {
  const isInvalid = Boolean(error)
  return (
    <AriaSelect
      className={classes(fieldStyles.field)}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      isInvalid={isInvalid}
      isRequired={field.isRequired ?? false}
      isDisabled={field.isDisabled ?? false}
      validationBehavior="aria"
      {...(field.name !== undefined && { name: field.name })}
      {...(placeholder !== undefined && { placeholder })}
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
      <Button
        className={classes(fieldStyles.box, styles.button)}
        {...(field.id !== undefined && { id: field.id })}
        data-invalid={isInvalid || undefined}
      >
        <SelectValue className={classes(styles.value)}>
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <ChevronDown className={styles.arrow} aria-hidden="true" />
      </Button>
      <FieldError className={classes(fieldStyles.problem)}>
        <ProblemText>{error}</ProblemText>
      </FieldError>
      <OptionList items={options} />
    </AriaSelect>
  )
}
