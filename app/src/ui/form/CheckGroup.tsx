/**
 * A group of checkboxes as cards. Use RadioGroup to choose a single option. `id` is the group's, so the error summary links to its
 * first box.
 */
import { type ReactNode, useId } from 'react'
import { classes } from '../base/classes'
import { fieldStyles, ProblemText } from './Field'
import styles from './RadioGroup.module.css'
import { Tick } from './Tick'

interface CheckOption<Id extends string> {
  id: Id
  title: string
  description?: ReactNode
  whyNot?: string | undefined
}

interface Props<Id extends string> {
  label: string
  options: readonly CheckOption<Id>[]
  value: readonly Id[]
  onChange: (ids: Id[]) => void
  id?: string | undefined
  /** The label of a first box that chooses all options; without it there is none. */
  all?: string | undefined
  hint?: ReactNode
  error?: string | undefined
}

export function CheckGroup<Id extends string>({ label, options, value, onChange, id, all, hint, error }: Props<Id>) {
  const own = useId()
  const [labelId, hintId, errorId] = [`${own}-label`, `${own}-hint`, `${own}-error`]
  const toggle = (option: Id, isChecked: boolean) =>
    onChange(options.map((one) => one.id).filter((one) => (one === option ? isChecked : value.includes(one))))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a grid
    <div
      id={id}
      role="group"
      className={fieldStyles.field}
      aria-labelledby={labelId}
      aria-describedby={[hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined}
    >
      <div id={labelId} className={fieldStyles.label}>
        {label}
      </div>
      {hint && (
        <div id={hintId} className={fieldStyles.hint}>
          {hint}
        </div>
      )}
      <div className={styles.options}>
        {all && (
          <Choice
            option={{ id: '', title: all }}
            isChecked={options.every((option) => value.includes(option.id))}
            isInvalid={false}
            onToggle={(isChecked) => onChange(isChecked ? options.map((option) => option.id) : [])}
          />
        )}
        {options.map((option) => (
          <Choice
            key={option.id}
            option={option}
            isChecked={value.includes(option.id)}
            isInvalid={Boolean(error)}
            onToggle={(isChecked) => toggle(option.id, isChecked)}
          />
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
  option: CheckOption<string>
  isChecked: boolean
  isInvalid: boolean
  onToggle: (isChecked: boolean) => void
}

function Choice({ option: { title, description, whyNot }, isChecked, isInvalid, onToggle }: ChoiceProps) {
  const id = useId()
  const secondId = `${id}-second`
  const second = whyNot ?? description
  return (
    <label htmlFor={id} className={styles.option} data-chosen={isChecked || undefined} data-disabled={whyNot !== undefined || undefined}>
      <Tick
        id={id}
        label={title}
        isChecked={isChecked}
        isDisabled={whyNot !== undefined}
        isInvalid={isInvalid}
        onChange={onToggle}
        describedBy={second ? secondId : undefined}
      />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {second && (
          <span id={secondId} className={classes(styles.second, whyNot !== undefined && styles.whyNot)}>
            {second}
          </span>
        )}
      </span>
    </label>
  )
}
