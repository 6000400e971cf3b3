/**
 * A checkbox with a label. `whyNot` is the reason why it cannot be changed. Such a box stays in the tab order, so that the reason
 * can be read.
 */
import { type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { fieldStyles, ProblemText } from './Field'
import { Tick } from './Tick'

interface Props {
  label: ReactNode
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  isRequired?: boolean | undefined
  whyNot?: string | undefined
}

export function Checkbox({ label, isChecked, onChange, id, hint, error, isRequired, whyNot }: Props) {
  const own = useId()
  const inputId = id ?? own
  const [hintId, errorId] = [`${inputId}-hint`, `${inputId}-error`]
  const second = whyNot ?? hint
  return (
    <div className={fieldStyles.field}>
      <div className={styles.row}>
        <Tick
          id={inputId}
          isChecked={isChecked}
          onChange={onChange}
          isDisabled={whyNot !== undefined}
          isInvalid={Boolean(error)}
          isRequired={isRequired}
          describedBy={[second && hintId, error && errorId].filter(Boolean).join(' ') || undefined}
        />
        <span className={styles.words}>
          <label htmlFor={inputId}>{label}</label>
          {second && (
            <span id={hintId} className={fieldStyles.hint}>
              {second}
            </span>
          )}
        </span>
      </div>
      {error && (
        <span id={errorId} className={fieldStyles.problem}>
          <ProblemText>{error}</ProblemText>
        </span>
      )}
    </div>
  )
}
