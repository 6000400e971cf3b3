/**
 * The reason why a control is disabled: always visible next to it, or in a bubble on hover, focus and touch, which Escape closes.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import styles from './DisabledReason.module.css'

interface Props {
  id: string
  text: string | undefined
  shown: 'tooltip' | 'beside'
  isWide?: boolean | undefined
  children: ReactNode
}

const gap = 8

export function DisabledReason({ id, text, shown, isWide, children }: Props) {
  const bubble = useRef<HTMLSpanElement>(null)
  const anchor = useRef<HTMLSpanElement>(null)

  if (shown === 'beside')
    return (
      <span className={styles.beside} data-why="" data-wide={isWide || undefined}>
        {children}
        <span id={id} className={styles.text}>
          {text}
        </span>
      </span>
    )

  // The bubble is in the top layer, so that no container clips it. Its position is computed when it opens.
  function open() {
    const [shownBubble, around] = [bubble.current, anchor.current?.getBoundingClientRect()]
    if (!shownBubble || !around) return
    shownBubble.showPopover()
    const size = shownBubble.getBoundingClientRect()
    const left = Math.min(
      Math.max(around.left + around.width / 2 - size.width / 2, gap),
      document.documentElement.clientWidth - size.width - gap,
    )
    const above = around.top - size.height - gap
    shownBubble.style.left = `${left}px`
    shownBubble.style.top = `${above > gap ? above : around.bottom + gap}px`
  }
  function close() {
    bubble.current?.hidePopover()
  }
  // On touch, lifting the finger also fires `pointerleave`, so the bubble stays until the next press.
  function leave({ pointerType }: PointerEvent) {
    if (pointerType === 'mouse') return close()
    document.addEventListener('pointerdown', close, { once: true, capture: true })
  }
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !bubble.current?.matches(':popover-open')) return
    event.stopPropagation()
    close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches over the control within, which is the interactive one
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={open}
      onPointerLeave={leave}
      onFocus={open}
      onBlur={close}
      onKeyDownCapture={closeOnEscape}
    >
      {children}
      <span ref={bubble} id={id} role="tooltip" popover="manual" className={styles.bubble} data-overlay="">
        {text}
      </span>
    </span>
  )
}
