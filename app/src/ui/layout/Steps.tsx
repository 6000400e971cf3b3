/**
 * The steps of a flow, with the current one marked. On a phone the names of the other steps are only for screen readers. A step with an
 * address is a link.
 */
import { Check } from 'lucide-react'
import { useUiWords } from '../base/UiWords'
import { Link } from '../button/Link'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './Steps.module.css'

interface Props {
  label: string
  /** `isMissing`: the step is incomplete, although a later step is open. */
  steps: readonly { id: string; label: string; isMissing?: boolean | undefined; href?: string | undefined }[]
  /** Undefined once every step is done. */
  current: string | undefined
  /** Whether the names are so short that more than five have room on a tablet. */
  isShort?: boolean
}

export function Steps({ label, steps, current, isShort = false }: Props) {
  const words = useUiWords()
  const at = current === undefined ? steps.length : steps.findIndex((step) => step.id === current)
  return (
    <ol className={styles.steps} aria-label={label} data-short={isShort || undefined}>
      {steps.map((step, index) => {
        const state = index === at ? 'current' : index < at && !step.isMissing ? 'done' : 'ahead'
        const content = (
          <>
            <span className={styles.number} aria-hidden="true">
              {state === 'done' ? <Check /> : index + 1}
            </span>
            <span className={styles.label}>{step.label}</span>
            {state === 'done' && <VisuallyHidden>{words.stepDone}</VisuallyHidden>}
          </>
        )
        return (
          <li key={step.id} className={styles.step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            {step.href === undefined ? (
              content
            ) : (
              <Link href={step.href} className={styles.link}>
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ol>
  )
}
