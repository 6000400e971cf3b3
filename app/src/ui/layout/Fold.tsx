/** A part of a form or page that is closed until the user opens it, or until something in it needs the user. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './Fold.module.css'

interface Props {
  title: ReactNode
  /** What is in it, in a few words. */
  summary?: ReactNode
  /** Opens it when it becomes true. Only the user closes it. */
  isOpen?: boolean
  children: ReactNode
}

export function Fold({ title, summary, isOpen = false, children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null)
  // As a prop, `open` would also close the part, for example while the user corrects its only wrong field.
  useLayoutEffect(() => {
    if (isOpen && fold.current) fold.current.open = true
  }, [isOpen])
  return (
    <details ref={fold} className={styles.fold}>
      <summary>
        <span className={styles.title}>{title}</span> {summary && <span className={styles.summary}>{summary}</span>}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
