/**
 * A panel with a record next to its list. It is not a dialogue, because the list stays usable. Arrow keys show the previous or next
 * row's record, and Escape closes the panel from anywhere on the page. On a phone the panel is a dialogue that covers the page.
 */
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useUiWords } from '../base/UiWords'
import { isUnderDialog } from '../base/underDialog'
import { Button } from '../button/Button'
import { useIsNarrow } from '../layout/useIsNarrow'
import { Modal } from './Modal'
import styles from './SidePanel.module.css'

interface Props {
  title: string
  onClose: () => void
  /** Undefined for the first row. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  labels: { previous: string; next: string }
  footer?: ReactNode
  children: ReactNode
}

export function SidePanel(props: Props) {
  const isNarrow = useIsNarrow()
  const { title, onClose, footer, children } = props
  if (!isNarrow) return <Docked {...props} />
  return (
    <Modal isOpen onClose={onClose} title={title} size="sheet" footer={footer}>
      <div className={styles.steps}>
        <Steps {...props} />
      </div>
      {children}
    </Modal>
  )
}

function Docked(props: Props) {
  const { title, onClose, onPrevious, onNext, footer, children } = props
  const words = useUiWords()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEscape(onClose)
  // Only when the panel opens. When it shows another record, the focus stays where it is.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])

  function press(event: KeyboardEvent) {
    const { key, repeat, ctrlKey, metaKey, altKey, target, currentTarget } = event
    const usesArrowKeys = (target as Element).closest('input, textarea, select, [role="menu"], [aria-haspopup]')
    // React events of overlays that were opened from the panel bubble here, although their elements are elsewhere.
    if (usesArrowKeys || ctrlKey || metaKey || altKey || !currentTarget.contains(target as Node)) return
    const showRecord = key === 'ArrowDown' ? onNext : key === 'ArrowUp' ? onPrevious : undefined
    if (!showRecord) return
    event.preventDefault()
    if (!repeat) showRecord()
  }
  return (
    <aside className={styles.panel} aria-labelledby={id} data-print="hide" onKeyDown={press}>
      <header className={styles.header}>
        <h2 ref={heading} id={id} className={styles.title} tabIndex={-1} aria-live="polite">
          {title}
        </h2>
        <Steps {...props} />
        <Button mode="ghost" size="small" icon={<X />} label={words.close} onPress={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </aside>
  )
}

function Steps({ onPrevious, onNext, labels }: Pick<Props, 'onPrevious' | 'onNext' | 'labels'>) {
  return (
    <>
      <Button mode="ghost" size="small" icon={<ChevronUp />} label={labels.previous} onPress={onPrevious} isDisabled={!onPrevious} />
      <Button mode="ghost" size="small" icon={<ChevronDown />} label={labels.next} onPress={onNext} isDisabled={!onNext} />
    </>
  )
}

/** Closes the panel on Escape. Captures the event, because the selection bar would clear the selection. */
function useEscape(close: () => void) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isHandledElsewhere =
        isUnderDialog() ||
        document.querySelector('[role="menu"], [role="listbox"], [data-tour-panel]') ||
        (event.target as Element).closest?.('input:not([type="checkbox"], [type="radio"]), textarea, select')
      if (event.key !== 'Escape' || event.defaultPrevented || isHandledElsewhere) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}
