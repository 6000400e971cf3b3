/**
 * A form. If submitting finds errors, the focus moves to a summary that links to the fields, with the same messages as under the
 * fields.
 */
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { FormError } from './ErrorSummary'
import styles from './Form.module.css'

interface Props {
  /** Validates, then sets `errors`, possibly after the server's response, or continues. */
  onSubmit: () => void
  children: ReactNode
  errors?: FormError[] | undefined
  errorTitle?: string | undefined
  /** Whether a submission is running. Enter in a field must not submit again, even though the button is disabled. */
  isBusy?: boolean | undefined
  id?: string | undefined
  /** 'close' for a form with one or two fields. */
  gap?: 'close' | undefined
}

const none: FormError[] = []

// Loaded when the user types, so that the sign-in page is usable earlier. Without it, the fields still show their errors.
const loadSummary = () => import('./ErrorSummary').then(({ ErrorSummary }) => ({ default: ErrorSummary }))
const ErrorSummary = lazy(() => loadSummary().catch(() => ({ default: () => <></> })))
const prepare = () => void loadSummary().catch(() => undefined)

export function Form({ onSubmit, children, errors = none, errorTitle, isBusy, id, gap }: Props) {
  // The errors found on the last submit. The summary shows them, and strikes through those fixed since.
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
    // React events bubble to the form around a dialogue, so "Leave without saving" would submit that form.
    event.stopPropagation()
    if (isBusy) return
    isTypedSince.current = false
    setAttempt(attempt + 1)
    onSubmit()
  }
  // An error from the next entry belongs to that field, not to the previous submission.
  function startOver() {
    answered.current = attempt
    isTypedSince.current = true
    prepare()
  }

  // Uses the current error's text, because the language may have changed.
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
