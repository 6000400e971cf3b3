/**
 * The summary of a form's errors, rendered by Form, or directly by a wizard's step. It takes the focus for each new value of `of`,
 * and prefixes the page's title while an error remains. Fixed errors are struck through, because removed lines would move the form
 * under the pointer.
 */
import { Check, CircleAlert, CircleCheck } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { useUiWords } from '../base/UiWords'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './ErrorSummary.module.css'
import { focusField } from './focusField'

export interface FormError {
  /** The ID of the field. */
  id: string
  message: string
}

interface Props {
  title: string
  /** The errors found on submit. */
  errors: readonly FormError[]
  /** IDs of the fields that still have an error; all of them by default. */
  still?: ReadonlySet<string> | undefined
  /** Identifies the submission. A new value moves the focus again. */
  of: unknown
  /** True once the user types again. A summary that loads late then does not take the focus. */
  isTypedSince?: RefObject<boolean> | undefined
}

export function ErrorSummary({ title, errors, still, of, isTypedSince }: Props) {
  const words = useUiWords()
  const titleId = useId()
  const summary = useRef<HTMLDivElement>(null)
  const isWrong = (error: FormError) => still === undefined || still.has(error.id)
  const isAnyWrong = errors.some(isWrong)
  useTitlePrefix(words.errorInTitle, isAnyWrong)

  useEffect(() => {
    if (isTypedSince?.current) return
    summary.current?.focus({ preventScroll: true })
    // `scroll-padding` keeps the summary below sticky elements, also in a scrolling dialogue.
    summary.current?.scrollIntoView({ block: 'start' })
  }, [of, isTypedSince])

  return (
    <div
      ref={summary}
      tabIndex={-1}
      role="alert"
      // Only new lines are announced. A struck-through line is an error that the user has just fixed.
      aria-atomic="false"
      aria-relevant="additions"
      aria-labelledby={titleId}
      className={styles.summary}
      data-tone={isAnyWrong ? 'bad' : 'good'}
    >
      {isAnyWrong ? <CircleAlert className={styles.icon} aria-hidden="true" /> : <CircleCheck className={styles.icon} aria-hidden="true" />}
      <div>
        <h2 id={titleId} className={styles.title}>
          {isAnyWrong ? title : words.allPutRight}
        </h2>
        <ul>
          {errors.map((error) => (
            <li key={`${error.id} ${error.message}`}>
              {isWrong(error) ? (
                <a href={`#${error.id}`} onClick={(event) => focusField(event, error.id)}>
                  {error.message}
                </a>
              ) : (
                <span className={styles.right}>
                  <VisuallyHidden>{words.putRight} </VisuallyHidden>
                  <s>{error.message}</s>
                  <Check aria-hidden="true" />
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Keeps the prefix in the page's title, even if other code changes the title. */
function useTitlePrefix(word: string, isOn: boolean) {
  useEffect(() => {
    const title = document.querySelector('title')
    if (!isOn || !title) return
    const prefix = `${word}: `
    const add = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title
    }
    add()
    const watch = new MutationObserver(add)
    watch.observe(title, { childList: true, characterData: true, subtree: true })
    return () => {
      watch.disconnect()
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [word, isOn])
}
