/*
 * SelectionBar({ isShown, text, total?, actions, onClear? })
 * Sticks to the bottom while something is selected: "12 bills · 9 accounts", the total, what can be done.
 * It reserves its height in --sticky-bottom, so that nothing that has the focus is ever under it.
 */
import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import styles from './SelectionBar.module.css'

interface Props {
  isShown: boolean
  text: string
  total?: string | undefined
  actions: ReactNode
  onClear?: (() => void) | undefined
}

export function SelectionBar({ isShown, text, total, actions, onClear }: Props) {
  const words = useUiWords()
  const bar = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = bar.current
    if (!isShown || !element) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => root.setProperty('--sticky-bottom', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.removeProperty('--sticky-bottom')
    }
  }, [isShown])

  // the status is always in the document: one that arrives together with its words is not announced
  return (
    <div ref={bar} className={styles.bar} data-shown={isShown || undefined} data-print="hide">
      <div className={styles.inside}>
        <div role="status" className={styles.text}>
          {isShown && (
            <>
              <span>{text}</span>
              {total && <strong className={styles.total}>{total}</strong>}
            </>
          )}
        </div>
        {isShown && (
          <div className={styles.actions}>
            {onClear && <Button mode="ghost" icon={<X />} label={words.clear} onPress={onClear} />}
            {actions}
          </div>
        )}
      </div>
    </div>
  )
}
