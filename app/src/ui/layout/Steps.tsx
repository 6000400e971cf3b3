/** The steps of a flow, with the current one marked. On a phone the names of the steps are only for screen readers. */
import { Check } from 'lucide-react'
import { useUiWords } from '../base/UiWords'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './Steps.module.css'

interface Props {
  label: string
  /** `isMissing`: the step is incomplete, although a later step is open. */
  steps: readonly { id: string; label: string; isMissing?: boolean | undefined }[]
  current: string
}

export function Steps({ label, steps, current }: Props) {
  const words = useUiWords()
  const at = steps.findIndex((step) => step.id === current)
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => {
        const state = index === at ? 'current' : index < at && !step.isMissing ? 'done' : 'ahead'
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
