/** The people and groups of a step: those chosen, each with a button to remove it, and a menu to add another. */
import { X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '~/ui/button/Button'
import { Select } from '~/ui/form/Select'
import { useTranslation } from '~/words/useTranslation'
import styles from './Policy.module.css'

interface ApproverOption {
  id: string
  label: string
  /** Why it can no longer be chosen. A chosen one stays until it is removed. */
  isGone?: boolean
}

interface Props {
  /** The field's id, to which the error summary leads. */
  id: string
  /** Names the list of chosen people: `Approvers of step 1`. */
  label: string
  addLabel: string
  options: readonly ApproverOption[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error: string | undefined
}

export function ApproverPicker({ id, label, addLabel, options, chosen, onChange, error }: Props) {
  const { t } = useTranslation('proposals')
  const box = useRef<HTMLDivElement>(null)
  const labelOf = (one: string) => options.find((option) => option.id === one)?.label ?? t('policy.edit.removed')

  function remove(one: string) {
    onChange(chosen.filter((other) => other !== one))
    // The button is gone, so the focus goes to the menu.
    box.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.focus()
  }
  return (
    <div ref={box} className={styles.picker}>
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={label}>
          {chosen.map((one) => (
            <li key={one}>
              {labelOf(one)}
              <Button
                size="small"
                mode="ghost"
                icon={<X />}
                label={t('policy.edit.remove', { name: labelOf(one) })}
                onPress={() => remove(one)}
              />
            </li>
          ))}
        </ul>
      )}
      <Select
        id={id}
        label={addLabel}
        placeholder={t('policy.edit.choose')}
        options={options.filter((option) => !option.isGone && !chosen.includes(option.id)).map(({ id, label }) => ({ id, label }))}
        value={null}
        onChange={(one) => onChange([...chosen, one])}
        error={error}
      />
    </div>
  )
}
