/**
 * A checkbox without a visible label, for lists. When disabled, it stays in the tab order, so that its reason can be read. React
 * Aria's checkbox would leave the tab order, and does not report Shift, which selects a range.
 */
import type { MouseEvent, Ref } from 'react'
import styles from './Tick.module.css'

interface Props {
  isChecked: boolean
  onChange: (isChecked: boolean, event: MouseEvent<HTMLInputElement>) => void
  label?: string | undefined
  id?: string | undefined
  name?: string | undefined
  isIndeterminate?: boolean | undefined
  isDisabled?: boolean | undefined
  isInvalid?: boolean | undefined
  isRequired?: boolean | undefined
  describedBy?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

export function Tick({
  isChecked,
  onChange,
  label,
  id,
  name,
  isIndeterminate = false,
  isDisabled,
  isInvalid,
  isRequired,
  describedBy,
  ref,
}: Props) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = isIndeterminate
        if (typeof ref === 'function') return ref(input)
        if (ref) ref.current = input
      }}
      type="checkbox"
      className={styles.tick}
      id={id}
      name={name}
      checked={isChecked}
      // Unlike the change event, the click event reports Shift.
      onClick={(event) => {
        if (isDisabled) event.preventDefault()
        else onChange(event.currentTarget.checked, event)
      }}
      onChange={ignore}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={isDisabled || undefined}
      aria-invalid={isInvalid || undefined}
      aria-required={isRequired || undefined}
    />
  )
}

function ignore() {
  // `onClick` handles the change.
}
