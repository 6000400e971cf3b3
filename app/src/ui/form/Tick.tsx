/*
 * Tick({ isChecked, onChange(isChecked, event), label?, id?, isIndeterminate?, isDisabled?, describedBy?, isInvalid? })
 * The bare box, for lists; with words it is Checkbox. A disabled one stays in the tab order, where its reason is read:
 * React Aria's leaves it, and does not tell of Shift, which ticks a range.
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
      // the click tells of Shift, which the change does not
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
  // onClick has already told it
}
