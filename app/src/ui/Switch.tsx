/* Switch({ children, isOn, onChange, id?, hint?, isDisabled? })  takes effect at once; within a form use Checkbox */
import { type ReactNode, useId } from 'react'
import styles from './Switch.module.css'

interface Props {
  children: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  id?: string | undefined
  hint?: ReactNode
  isDisabled?: boolean | undefined
}

export function Switch({ children, isOn, onChange, id, hint, isDisabled }: Props) {
  const own = useId()
  const hintId = `${own}-hint`
  return (
    <label className={styles.switch} data-disabled={isDisabled || undefined}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.track}
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? hintId : undefined}
        aria-labelledby={own}
      />
      <span className={styles.words}>
        <span id={own}>{children}</span>
        {hint && (
          <span id={hintId} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
