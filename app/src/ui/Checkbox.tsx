/* Checkbox({ children, isSelected, onChange, id?, name?, hint?, error?, isRequired?, isDisabled?, isIndeterminate? }) */
import { type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { classes } from './classes'
import { fieldStyles, ProblemText } from './Field'
import { Tick } from './Tick'

interface Props {
  children: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  id?: string | undefined
  name?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
  isIndeterminate?: boolean | undefined
}

export function Checkbox(props: Props) {
  const own = useId()
  const id = props.id ?? own
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = [props.hint && hintId, props.error && errorId].filter(Boolean).join(' ')
  return (
    <div className={styles.checkbox} data-disabled={props.isDisabled || undefined}>
      <Tick
        id={id}
        name={props.name}
        isChecked={props.isSelected}
        onChange={props.onChange}
        isIndeterminate={props.isIndeterminate}
        isDisabled={props.isDisabled}
        isInvalid={Boolean(props.error)}
        isRequired={props.isRequired}
        describedBy={describedBy || undefined}
      />
      <label htmlFor={id} className={styles.label}>
        {props.children}
      </label>
      {props.hint && (
        <div id={hintId} className={styles.hint}>
          {props.hint}
        </div>
      )}
      {props.error && (
        <div id={errorId} className={classes(fieldStyles.problem, styles.problem)}>
          <ProblemText>{props.error}</ProblemText>
        </div>
      )}
    </div>
  )
}
