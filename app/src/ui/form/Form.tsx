/*
 * Form({ onSubmit, children, errors?: { id, message }[], errorTitle?, isBusy?, id?, gap?: 'close' })   FormActions({ children })
 * Submitting with errors puts the focus on a summary whose links go to the fields, in the same words as under the fields.
 */
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { FormError } from './ErrorSummary'
import styles from './Form.module.css'

interface Props {
  /** Validates and sets `errors`, at once or when the server has answered, or goes on. */
  onSubmit: () => void
  children: ReactNode
  errors?: FormError[] | undefined
  errorTitle?: string | undefined
  /** The last submission is under way: Enter in a field must not send it again, although the button can't be pressed. */
  isBusy?: boolean | undefined
  id?: string | undefined
  /** 'close' for a question with a field or two. */
  gap?: 'close' | undefined
}

const none: FormError[] = []

// It loads when somebody types: the sign-in page is usable before. Without it the fields still say what is wrong.
const loadSummary = () => import('./ErrorSummary').then(({ ErrorSummary }) => ({ default: ErrorSummary }))
const ErrorSummary = lazy(() => loadSummary().catch(() => ({ default: () => <></> })))
const prepare = () => void loadSummary().catch(() => undefined)

export function Form({ onSubmit, children, errors = none, errorTitle, isBusy, id, gap }: Props) {
  // The summary shows what the last submission found, and what of it is put right meanwhile.
  const [found, setFound] = useState(none)
  const [attempt, setAttempt] = useState(0)
  const answered = useRef(0)
  const isTypedSince = useRef(false)

  useEffect(() => {
    if (attempt === answered.current) return
    if (errors.length > 0) answered.current = attempt
    setFound(errors)
  }, [attempt, errors])

  function submit(event: FormEvent) {
    event.preventDefault()
    // React would take it to the form that a dialogue belongs to: "Leave without saving" would submit that one.
    event.stopPropagation()
    if (isBusy) return
    isTypedSince.current = false
    setAttempt(attempt + 1)
    onSubmit()
  }
  // An error that comes with the next entry belongs to that field, not to the submission before.
  function startOver() {
    answered.current = attempt
    isTypedSince.current = true
    prepare()
  }

  // What is still wrong is said in the language on the screen.
  const said = found.map((error) => errors.find(({ id }) => id === error.id) ?? error)
  const still = new Set(errors.map(({ id }) => id))
  return (
    <form id={id} noValidate className={styles.form} data-gap={gap} onSubmit={submit} onInput={startOver}>
      {found.length > 0 && (
        <Suspense>
          <ErrorSummary title={errorTitle ?? ''} errors={said} still={still} of={found} isTypedSince={isTypedSince} />
        </Suspense>
      )}
      {children}
    </form>
  )
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
