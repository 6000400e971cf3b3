/**
 * A form. If it is submitted with errors, the focus moves to a summary, which links to the fields and has the same messages as they
 * have.
 */
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { FormError } from './ErrorSummary'
import styles from './Form.module.css'

interface Props {
  /** Validates the form. Then it sets `errors`, possibly after the server's answer, or continues. */
  onSubmit: () => void
  children: ReactNode
  errors?: FormError[] | undefined
  errorTitle?: string | undefined
  /** Whether a submission is running. Enter in a field then does not submit again. */
  isBusy?: boolean | undefined
  id?: string | undefined
  /** 'close' for a form with one or two fields. */
  gap?: 'close' | undefined
}

const none: FormError[] = []

// The summary loads when the user types, so that the sign-in page is usable earlier. Until then, only the fields show their errors.
const loadSummary = () => import('./ErrorSummary').then(({ ErrorSummary }) => ({ default: ErrorSummary }))
const ErrorSummary = lazy(() => loadSummary().catch(() => ({ default: () => <></> })))
const prepare = () => void loadSummary().catch(() => undefined)

export function Form({ onSubmit, children, errors = none, errorTitle, isBusy, id, gap }: Props) {
  // The errors of the last submission. The summary shows them, and strikes through those that the user has fixed.
  const [found, setFound] = useState(none)
  const [attempt, setAttempt] = useState(0)
  const handledAttempt = useRef(0)
  const isTypedSince = useRef(false)

  useEffect(() => {
    if (attempt === handledAttempt.current) return
    if (errors.length > 0) handledAttempt.current = attempt
    setFound(errors)
  }, [attempt, errors])

  function submit(event: FormEvent) {
    event.preventDefault()
    // React events bubble to the form around a dialogue, so "Leave without saving" would submit that form.
    event.stopPropagation()
    if (isBusy) return
    isTypedSince.current = false
    setAttempt(attempt + 1)
    onSubmit()
  }
  // After new input, errors belong to the fields, not to the previous submission.
  function endSubmission() {
    handledAttempt.current = attempt
    isTypedSince.current = true
    prepare()
  }

  // Uses the current text of an error, because the language may have changed.
  const summaryErrors = found.map((error) => errors.find(({ id }) => id === error.id) ?? error)
  const still = new Set(errors.map(({ id }) => id))
  return (
    <form id={id} noValidate className={styles.form} data-gap={gap} onSubmit={submit} onInput={endSubmission}>
      {found.length > 0 && (
        <Suspense>
          <ErrorSummary title={errorTitle ?? ''} errors={summaryErrors} still={still} of={found} isTypedSince={isTypedSince} />
        </Suspense>
      )}
      {children}
    </form>
  )
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
