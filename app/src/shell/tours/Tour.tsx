/**
 * Explains a page step by step. A ring marks the element of the current step, and a panel next to it has the text. The page
 * stays usable. The panel has the focus, each step is announced, and Escape ends the tour.
 */
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'
import { anchorOf, type Step } from './anchors'
import { type Box, markedOf, placeOf, scrollNeeded } from './place'
import styles from './Tour.module.css'

interface Props<Words extends string> {
  /** The subject of the tour. */
  name: string
  steps: readonly Step<Words>[]
  sayOf: (words: Words) => { title: string; text: string }
  onEnd: () => void
}

export function Tour<Words extends string>({ name, steps, sayOf, onEnd }: Props<Words>) {
  const { t } = useTranslation('tours')
  const id = useId()
  const [place, setPlace] = useState(0)
  const panel = useRef<HTMLDivElement>(null)
  const step = steps[place]
  const { marked, panelBox } = usePositions(step, panel)
  useEscape(onEnd)
  // The first step moves the focus into the panel. Later steps leave it on the pressed button, unless that is gone.
  useEffect(() => {
    const { current } = panel
    if (!current?.contains(document.activeElement))
      current?.querySelector<HTMLElement>('[data-mode=primary]')?.focus({ preventScroll: true })
  }, [place])

  if (!step) return null
  const { title, text } = sayOf(step.words)
  const isLast = place === steps.length - 1
  return createPortal(
    <>
      {marked && <div className={styles.ring} data-tour-ring="" style={inset(marked)} aria-hidden="true" />}
      <div
        ref={panel}
        role="dialog"
        aria-modal="false"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-said`}
        className={styles.panel}
        data-overlay=""
        data-tour-panel=""
        data-print="hide"
        style={panelBox && { left: panelBox.left, top: panelBox.top }}
      >
        <p id={`${id}-name`} className={styles.name}>
          {t('panel.name', { name })}
        </p>
        <div id={`${id}-said`} aria-live="polite" className={styles.said}>
          <h2 className={styles.title}>{title}</h2>
          <p>{text}</p>
          {steps.length > 1 && <p className={styles.count}>{t('panel.count', { step: place + 1, steps: steps.length })}</p>}
        </div>
        <div className={styles.actions}>
          {!isLast && (
            <span className={styles.skip}>
              <Button mode="ghost" size="small" onPress={onEnd}>
                {t('panel.skip')}
              </Button>
            </span>
          )}
          {place > 0 && (
            <Button size="small" onPress={() => setPlace(place - 1)}>
              {t('panel.back')}
            </Button>
          )}
          <Button mode="primary" size="small" onPress={() => (isLast ? onEnd() : setPlace(place + 1))}>
            {t(isLast ? 'panel.done' : 'panel.next')}
          </Button>
        </div>
      </div>
    </>,
    document.body,
  )
}

const inset = ({ left, top, width, height }: Box) => ({ left, top, width, height })

/** Ends the tour on Escape, unless another component handled the key. */
function useEscape(onEnd: () => void) {
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      end.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

interface Positions {
  marked?: Box | undefined
  panelBox?: Box | undefined
}

/** Milliseconds in which the page scrolls to the element again if content that loads late moves it. */
const settlingTime = 600

/** Follows the element in every animation frame, so that ring and panel move with it. */
function usePositions(step: Step | undefined, panel: { current: HTMLElement | null }): Positions {
  const [positions, setPositions] = useState<Positions>({})
  useLayoutEffect(() => {
    if (!step) return
    const startedAt = performance.now()
    let frame = 0
    const update = () => {
      frame = requestAnimationFrame(update)
      const { current } = panel
      if (!current) return
      const size = { width: current.offsetWidth, height: current.offsetHeight }
      const view = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight }
      const start = stickyHeaderHeight(current)
      const anchor = anchorOf(step)
      const isLate = performance.now() - startedAt > settlingTime
      const by = anchor?.isOnPage && !isLate ? scrollNeeded(anchor.box, size, view, start) : 0
      if (by !== 0) scrollBy({ top: by, behavior: 'instant' })
      const box = (by === 0 ? anchor : anchorOf(step))?.box
      const marked = box && markedOf(box, size, view, start)
      const next = { marked, panelBox: placeOf(marked, size, view) }
      setPositions((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    update()
    return () => cancelAnimationFrame(frame)
  }, [step, panel])
  return positions
}

/** Returns the height of the sticky header, which the panel's style has in pixels. */
const stickyHeaderHeight = (panel: HTMLElement) => Number.parseFloat(getComputedStyle(panel).scrollMarginTop) || 0
