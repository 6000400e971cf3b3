/*
 * ToastRegion()  once, in the shell. Messages: toasts.add({ title, body?, tone?, action?: { label, onPress }, seconds? = 5 }) from toastQueue.ts
 * For what is over and can be undone; never the only place where something is said. One is shown at a time, none over a dialogue.
 * F6 leads to it and back.
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
  // What was pressed may have gone with its message, and then nothing tells that it was left: a finger does not leave a second time.
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
      {/* A message that comes is read, and not again those that stand. */}
      <div role="status" aria-atomic="false" aria-relevant="additions" className={styles.list}>
        {shown && <Message key={shown.id} toast={shown} />}
      </div>
    </section>
  )
}

/** Somebody is in it, or points at it. Where nothing hovers, what was touched last counts as hovered for ever. */
const isHeldBy = (region: HTMLElement | null) =>
  region !== null && (region.contains(document.activeElement) || (matchMedia('(hover: hover)').matches && region.matches(':hover')))

/** Leads to the message, and from there back to where one was; so does closing the message. */
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
