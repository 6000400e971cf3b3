/* ErrorSummary({ title, errors: { id, message }[], ref? })  Form shows it; a wizard's step may use it by itself */
import { CircleAlert } from 'lucide-react'
import { type MouseEvent, type Ref, useId } from 'react'
import styles from './ErrorSummary.module.css'

export interface FormError {
  /** The id of the field. */
  id: string
  message: string
}

interface Props {
  title: string
  errors: FormError[]
  ref?: Ref<HTMLDivElement> | undefined
}

export function ErrorSummary({ title, errors, ref }: Props) {
  const titleId = useId()
  return (
    <div ref={ref} tabIndex={-1} role="alert" aria-labelledby={titleId} className={styles.summary} data-tone="bad">
      <CircleAlert className={styles.icon} aria-hidden="true" />
      <div>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <ul>
          {errors.map((error) => (
            <li key={`${error.id} ${error.message}`}>
              <a href={`#${error.id}`} onClick={(event) => goTo(event, error.id)}>
                {error.message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** The focus goes to the field itself, or to the first control within a group of that id; the address stays, it is the router's. */
function goTo(event: MouseEvent, id: string) {
  const target = document.getElementById(id)
  if (!target) return
  event.preventDefault()
  const control = target.matches('input, select, textarea, button')
    ? target
    : target.querySelector<HTMLElement>('input, select, textarea, button')
  const goal = control ?? target
  goal.scrollIntoView({ block: 'center' })
  goal.focus({ preventScroll: true })
}
