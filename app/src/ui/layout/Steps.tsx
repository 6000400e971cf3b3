/* Steps({ label, steps: { id, label }[], current })  where one is in a flow; on a phone the other steps' names are read, not shown */
import { Check } from 'lucide-react'
import { useUiWords } from '../base/UiWords'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './Steps.module.css'

interface Props {
  label: string
  steps: readonly { id: string; label: string }[]
  current: string
}

export function Steps({ label, steps, current }: Props) {
  const words = useUiWords()
  const at = steps.findIndex((step) => step.id === current)
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'current' : 'ahead'
        return (
          <li key={step.id} className={styles.step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={styles.number} aria-hidden="true">
              {state === 'done' ? <Check /> : index + 1}
            </span>
            <span className={styles.label}>{step.label}</span>
            {state === 'done' && <VisuallyHidden>{words.stepDone}</VisuallyHidden>}
          </li>
        )
      })}
    </ol>
  )
}
