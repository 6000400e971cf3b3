/**
 * The summary of a form's errors, rendered by Form, or directly by a wizard's step. It takes the focus for each new value of `of`,
 * and prefixes the page's title while any error remains. Fixed errors are struck through, because removing lines would move the
 * form under the cursor.
 */
import { Check, CircleAlert, CircleCheck } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { useUiWords } from '../base/UiWords'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './ErrorSummary.module.css'

export interface FormError {
  /** The ID of the field. */
  id: string
  message: string
}

interface Props {
  title: string
  /** The errors found on submit. */
  errors: readonly FormError[]
  /** IDs of the fields that are still wrong; all of them by default. */
  still?: ReadonlySet<string> | undefined
  /** Identifies the submission. A new value moves the focus again. */
  of: unknown
  /** Holds true once the user types again: a summary that loads late then leaves the focus alone. */
  isTypedSince?: RefObject<boolean> | undefined
}

export function ErrorSummary({ title, errors, still, of, isTypedSince }: Props) {
  const words = useUiWords()
  const titleId = useId()
  const place = useRef<HTMLDivElement>(null)
  const isWrong = (error: FormError) => still === undefined || still.has(error.id)
  const isAnyWrong = errors.some(isWrong)
  useTitlePrefix(words.errorInTitle, isAnyWrong)

  useEffect(() => {
    if (isTypedSince?.current) return
    place.current?.focus({ preventScroll: true })
    // `scroll-padding` keeps it below sticky elements, and within a scrolling dialogue.
    place.current?.scrollIntoView({ block: 'start' })
  }, [of, isTypedSince])

  return (
    <div
      ref={place}
      tabIndex={-1}
      role="alert"
      // A struck-through line was fixed by the reader, so it is not announced again.
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
                <a href={`#${error.id}`} onClick={(event) => goTo(event, error.id)}>
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

/**
 * Focuses the field, or the first control in the group with this ID. The address does not change, because it belongs to the router.
 */
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
