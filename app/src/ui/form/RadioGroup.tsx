/**
 * Radio buttons as cards, or plain with `isPlain`. The arrow keys also reach an option that cannot be chosen, so that its reason can
 * be read. React Aria would skip it. These are the browser's radio buttons, so public pages need no React Aria.
 */
import { type ReactNode, useId } from 'react'
import { classes } from '../base/classes'
import { fieldStyles, ProblemText } from './Field'
import styles from './RadioGroup.module.css'

interface RadioOption {
  id: string
  title: string
  description?: ReactNode
  whyNot?: string | undefined
  /** At the far end of the card: a logo or a fee. */
  extra?: ReactNode
  /** Fields that belong to this option, shown under it while it is chosen. */
  content?: ReactNode
}

export interface RadioGroupProps {
  label: string
  options: readonly RadioOption[]
  value: string | null
  onChange: (id: string) => void
  id?: string | undefined
  name?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  isRequired?: boolean | undefined
  columns?: 1 | 2 | undefined
  isPlain?: boolean | undefined
  hidesLabel?: boolean | undefined
}

export function RadioGroup({
  label,
  options,
  value,
  onChange,
  id,
  name,
  hint,
  error,
  isRequired,
  columns = 1,
  isPlain,
  hidesLabel,
}: RadioGroupProps) {
  const own = useId()
  const [labelId, hintId, errorId] = [`${own}-label`, `${own}-hint`, `${own}-error`]
  return (
    <div
      id={id}
      role="radiogroup"
      className={fieldStyles.field}
      aria-labelledby={labelId}
      aria-required={isRequired || undefined}
      aria-invalid={Boolean(error) || undefined}
      aria-describedby={[hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined}
    >
      <div id={labelId} className={fieldStyles.label} data-hidden={hidesLabel || undefined}>
        {label}
      </div>
      {hint && (
        <div id={hintId} className={fieldStyles.hint}>
          {hint}
        </div>
      )}
      <div className={styles.options} data-columns={columns} data-plain={isPlain || undefined}>
        {options.map((option) => (
          <Choice key={option.id} option={option} name={name ?? own} isChosen={option.id === value} onChoose={onChange} />
        ))}
      </div>
      {error && (
        <div id={errorId} className={fieldStyles.problem}>
          <ProblemText>{error}</ProblemText>
        </div>
      )}
    </div>
  )
}

interface ChoiceProps {
  option: RadioOption
  name: string
  isChosen: boolean
  onChoose: (id: string) => void
}

function Choice({ option: { id, title, description, whyNot, extra, content }, name, isChosen, onChoose }: ChoiceProps) {
  const own = useId()
  const [titleId, secondId] = [`${own}-title`, `${own}-second`]
  const isDisabled = whyNot !== undefined
  const second = whyNot ?? description
  const choice = (
    <label className={styles.option} data-chosen={isChosen || undefined} data-disabled={isDisabled || undefined}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={id}
        checked={isChosen}
        onChange={() => !isDisabled && onChoose(id)}
        aria-labelledby={titleId}
        aria-describedby={second ? secondId : undefined}
        aria-disabled={isDisabled || undefined}
      />
      <span className={styles.words}>
        <span id={titleId} className={styles.title}>
          {title}
        </span>
        {second && (
          <span id={secondId} className={classes(styles.second, isDisabled && styles.whyNot)}>
            {second}
          </span>
        )}
      </span>
      {extra && <span className={styles.extra}>{extra}</span>}
    </label>
  )
  if (!isChosen || !content) return choice
  return (
    <>
      {choice}
      <div className={styles.content}>{content}</div>
    </>
  )
}
