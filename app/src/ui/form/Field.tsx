/*
 * FieldProps, which every field takes: { id?, name?, label, hint?, error?, isRequired?, isDisabled?, isOptional?, hidesLabel? },
 * and the parts they share: LabelText, ProblemText, fieldStyles. Screens use TextField, AmountField, Select … instead of these.
 */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUiWords } from '../base/UiWords'
import styles from './Field.module.css'

export interface FieldProps {
  /** The control's id: an error summary links to it. */
  id?: string | undefined
  name?: string | undefined
  label: string
  hint?: ReactNode
  /** The refusal, shown under the control and read with it. Give it after the field was left or the form submitted, not while a first entry is typed. */
  error?: string | undefined
  isRequired?: boolean | undefined
  isDisabled?: boolean | undefined
  /** Says "optional" beside the label. */
  isOptional?: boolean | undefined
  /** The label is read but not shown. */
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
