/**
 * Shows messages added with `toasts.add` (toastQueue.ts); rendered once, by the shell or by WithoutFrame. Use messages for completed actions, often
 * with undo, never as the only place for information. F6 moves the focus to the message and back.
 */
import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { toneIcon } from './StatusBadge'
import styles from './ToastRegion.module.css'
import { type ShownToast, toasts } from './toastQueue'

export function ToastRegion() {
  const words = useUiWords()
  const shown = useAtomValue(toasts.shown)
  const region = useRef<HTMLElement>(null)
  useF6(region)
  // If the pressed message has closed, no leave event arrives (a finger does not leave twice), so the hold is released here.
  useEffect(() => {
    if (shown && !isHeldBy(region.current)) toasts.release()
  }, [shown])
  // in React Aria's top layer, so that a dialogue does not hide it from screen readers
  return (
    <section
      ref={region}
      aria-label={words.notifications}
      aria-keyshortcuts="F6"
      className={styles.region}
      data-react-aria-top-layer="true"
      data-print="hide"
      onPointerEnter={() => toasts.hold()}
      onPointerLeave={({ currentTarget }) => currentTarget.contains(document.activeElement) || toasts.release()}
      onFocus={() => toasts.hold()}
      onBlur={({ currentTarget }) => isHeldBy(currentTarget) || toasts.release()}
    >
      {/* Only a new message is announced; those still visible are not repeated. */}
      <div role="status" aria-atomic="false" aria-relevant="additions" className={styles.list}>
        {shown && <Message key={shown.id} toast={shown} />}
      </div>
    </section>
  )
}

/**
 * Whether the focus or the pointer is in the region. On touch screens :hover is ignored, because it sticks to the last touched
 * element.
 */
const isHeldBy = (region: HTMLElement | null) =>
  region !== null && (region.contains(document.activeElement) || (matchMedia('(hover: hover)').matches && region.matches(':hover')))

/** F6 moves the focus to the message, and back. Closing the message also moves it back. */
function useF6(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let from: HTMLElement | undefined
    const back = () => {
      if (from?.isConnected) from.focus()
      from = undefined
    }
    const press = (event: KeyboardEvent) => {
      const isIn = region.current?.contains(document.activeElement)
      if (event.key === 'Escape' && isIn) {
        event.stopPropagation()
        return back()
      }
      if (event.key !== 'F6') return
      const button = region.current?.querySelector<HTMLElement>('button')
      if (!isIn && !button) return
      event.preventDefault()
      if (isIn) return back()
      from = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
      button?.focus()
    }
    const click = (event: Event) => {
      if (event.target instanceof Element && region.current?.contains(event.target)) back()
    }
    document.addEventListener('keydown', press, { capture: true })
    document.addEventListener('click', click)
    return () => {
      document.removeEventListener('keydown', press, { capture: true })
      document.removeEventListener('click', click)
    }
  }, [region])
}

function Message({ toast: { id, title, body, tone = 'good', action } }: { toast: ShownToast }) {
  const words = useUiWords()
  const Icon = toneIcon[tone]
  function act() {
    action?.onPress()
    toasts.close(id)
  }
  return (
    <div className={styles.toast} data-overlay="" data-tone={tone}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {body && <p className={styles.body}>{body}</p>}
      </div>
      {action && (
        <Button mode="ghost" size="small" onPress={act}>
          {action.label}
        </Button>
      )}
      <Button mode="ghost" size="small" icon={<X />} label={words.close} onPress={() => toasts.close(id)} />
    </div>
  )
}
