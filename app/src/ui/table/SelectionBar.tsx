/**
 * A bar at the bottom of the page while rows are selected: "12 bills · 9 accounts", the total, the list's message and the actions.
 * The key B moves the focus to the last action, and Escape clears the selection. The bar reserves its height in --sticky-bottom, so
 * that it never covers the focus.
 */
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { hasSingleKeys } from '../base/singleKeys'
import { useUiWords } from '../base/UiWords'
import { isUnderDialog } from '../base/underDialog'
import { Button } from '../button/Button'
import { focusBar, focusList, setBarSlot } from './barSlot'
import styles from './SelectionBar.module.css'
import { useStickyBottom } from './useStickyBottom'

interface Props {
  isShown: boolean
  text: string
  total?: string | undefined
  /** A message about the selection above the others, with its own actions. */
  note?: { text: string; actions: ReactNode } | undefined
  actions: ReactNode
  onClear?: (() => void) | undefined
}

/** The key that moves the focus to the bar. */
const shortcut = 'b'

export function SelectionBar({ isShown, text, total, note, actions, onClear }: Props) {
  const words = useUiWords()
  const bar = useRef<HTMLElement>(null)
  useStickyBottom(bar)

  function clear() {
    const hadFocus = bar.current?.contains(document.activeElement)
    onClear?.()
    if (hadFocus) focusList()
  }
  useBarKeys(isShown, clear)

  // The status element is always rendered, because a new element with text would not be announced.
  return (
    <section
      ref={bar}
      className={styles.bar}
      data-shown={isShown || undefined}
      data-print="hide"
      {...(isShown && { 'aria-label': words.selection, 'aria-keyshortcuts': shortcut })}
    >
      <div className={styles.inside}>
        <div className={styles.note} data-shown={(isShown && note !== undefined) || undefined}>
          <span aria-live="polite">{isShown && note?.text}</span>
          {isShown && note && <span className={styles.noteActions}>{note.actions}</span>}
        </div>
        <div role="status" className={styles.text}>
          {isShown && (
            <>
              <span>{text}</span>
              {total && <strong className={styles.total}>{total}</strong>}
            </>
          )}
        </div>
        <div ref={setBarSlot} className={styles.slot} />
        {isShown && (
          <div className={styles.actions} data-bar-actions="">
            <span className={styles.key} data-key={shortcut} aria-hidden="true" title={words.barKey(shortcut.toUpperCase())}>
              {shortcut.toUpperCase()}
            </span>
            {onClear && <Button mode="ghost" icon={<X />} label={words.clear} onPress={clear} />}
            {actions}
          </div>
        )}
      </div>
    </section>
  )
}

/** Handles B and Escape, except while typing, or under a dialogue or menu. Escape ends a running tour first. */
function useBarKeys(isShown: boolean, clear: () => void) {
  const latest = useRef(clear)
  useEffect(() => {
    latest.current = clear
  })
  useLayoutEffect(() => {
    if (!isShown) return
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event
      const isHandledElsewhere =
        isUnderDialog() ||
        document.querySelector('[role="menu"], [role="listbox"]') ||
        (target as Element).closest?.('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]')
      if (defaultPrevented || ctrlKey || metaKey || altKey || isHandledElsewhere) return
      if (key.toLowerCase() === shortcut && hasSingleKeys()) focusBar()
      else if (key === 'Escape' && !document.querySelector('[data-tour-panel]')) latest.current()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isShown])
}
