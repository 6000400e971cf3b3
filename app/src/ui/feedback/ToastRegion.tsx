/**
 * Shows the messages of `toasts.add` (toastQueue.ts). The shell or WithoutFrame renders it once. Use messages for completed actions,
 * often with undo. They must not be the only place for information. F6 moves the focus to the message and back.
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
  // A message that closes under a finger sends no leave event, so the hold is released here.
  useEffect(() => {
    if (shown.length > 0) toasts.hold(heldIn(region.current))
  }, [shown])
  // Marked as React Aria's top layer, so that a dialogue does not hide the messages from screen readers.
  return (
    <section
      ref={region}
      aria-label={words.notifications}
      aria-keyshortcuts="F6"
      className={styles.region}
      data-react-aria-top-layer="true"
      data-print="hide"
      onFocus={({ currentTarget }) => toasts.hold(heldIn(currentTarget))}
      onBlur={({ currentTarget }) => toasts.hold(heldIn(currentTarget))}
    >
      {/* Only a new message is announced. A message that is held stays at the bottom, where the pointer is. */}
      <div role="status" aria-atomic="false" aria-relevant="additions" className={styles.list}>
        {[...shown].reverse().map((toast) => (
          <Message
            key={toast.id}
            toast={toast}
            onEnter={() => toasts.hold([...heldIn(region.current), toast.id])}
            onLeave={() => toasts.hold(heldIn(region.current, toast.id))}
          />
        ))}
      </div>
    </section>
  )
}

/**
 * Returns the messages with the focus or the pointer, without the pointer on the one that it leaves. Touch screens ignore :hover, because
 * it stays on the last touched element.
 */
function heldIn(region: HTMLElement | null, left?: number): number[] {
  const messages = [...(region?.querySelectorAll<HTMLElement>('[data-toast]') ?? [])]
  const canHover = matchMedia('(hover: hover)').matches
  return messages.flatMap((message) => {
    const id = Number(message.dataset.toast)
    const isHovered = canHover && id !== left && message.matches(':hover')
    return isHovered || message.contains(document.activeElement) ? [id] : []
  })
}

/** Moves the focus to the message and back with F6. Escape, or a press in the message, also moves it back. */
function useF6(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let from: HTMLElement | undefined
    const returnFocus = () => {
      if (from?.isConnected) from.focus()
      from = undefined
    }
    const press = (event: KeyboardEvent) => {
      const isInside = region.current?.contains(document.activeElement)
      if (event.key === 'Escape' && isInside) {
        event.stopPropagation()
        return returnFocus()
      }
      if (event.key !== 'F6') return
      const button = region.current?.querySelector<HTMLElement>('button')
      if (!isInside && !button) return
      event.preventDefault()
      if (isInside) return returnFocus()
      from = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
      button?.focus()
    }
    const click = (event: Event) => {
      if (event.target instanceof Element && region.current?.contains(event.target)) returnFocus()
    }
    document.addEventListener('keydown', press, { capture: true })
    document.addEventListener('click', click)
    return () => {
      document.removeEventListener('keydown', press, { capture: true })
      document.removeEventListener('click', click)
    }
  }, [region])
}

interface MessageProps {
  toast: ShownToast
  onEnter: () => void
  onLeave: () => void
}

function Message({ toast: { id, title, body, tone = 'good', action }, onEnter, onLeave }: MessageProps) {
  const words = useUiWords()
  const Icon = toneIcon[tone]
  function act() {
    action?.onPress()
    toasts.close(id)
  }
  return (
    <div className={styles.toast} data-overlay="" data-tone={tone} data-toast={id} onPointerEnter={onEnter} onPointerLeave={onLeave}>
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
