/*
 * ErrorSummary({ title, errors: { id, message }[], still?: ids, of, isTypedSince? })  Form shows it; a wizard's step may use it by itself
 * It takes the focus and comes into sight for each submission that it is `of`. What is put right meanwhile is struck out in its
 * place: lines that went would move the form under the cursor. While something is wrong, the page's title says so.
 */
import { Check, CircleAlert, CircleCheck } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { useUiWords } from '../base/UiWords'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './ErrorSummary.module.css'

export interface FormError {
  /** The id of the field. */
  id: string
  message: string
}

interface Props {
  title: string
  /** What the submission found. */
  errors: readonly FormError[]
  /** The fields that are wrong still; all of them unless told. */
  still?: ReadonlySet<string> | undefined
  /** Stands for the submission: another value takes the focus again. */
  of: unknown
  /** Somebody types already: a summary that comes late leaves the focus to them. */
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
    // Below what sticks to the window's top (scroll-padding), or within the dialogue that scrolls.
    place.current?.scrollIntoView({ block: 'start' })
  }, [of, isTypedSince])

  return (
    <div
      ref={place}
      tabIndex={-1}
      role="alert"
      // What is struck out was put right by the reader: it is not read out again.
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

/** Puts a word before the page's title, whoever sets that meanwhile. */
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
