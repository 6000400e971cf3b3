/** Properties and parts that all fields share. Screens use TextField, AmountField, Select and so on instead. */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUiWords } from '../base/UiWords'
import styles from './Field.module.css'

export interface FieldProps {
  /** The control's ID, which the error summary links to. */
  id?: string | undefined
  name?: string | undefined
  label: string
  hint?: ReactNode
  /** The error, shown below the control and read with it. Set it after blur or submit, not while the user types the first value. */
  error?: string | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
  /** Shows "optional" next to the label. */
  isOptional?: boolean | undefined
  /** Whether the label is only for screen readers. */
  hidesLabel?: boolean | undefined
}

export const fieldStyles = styles

export function LabelText({ children, isOptional }: { children: ReactNode; isOptional?: boolean | undefined }) {
  const words = useUiWords()
  return (
    <>
      {children}
      {isOptional && <span className={styles.optional}> {words.optional}</span>}
    </>
  )
}

export function ProblemText({ children }: { children: ReactNode }) {
  return (
    <>
      <CircleAlert className={styles.problemIcon} aria-hidden="true" />
      <span>{children}</span>
    </>
  )
}
