/** Buttons for the parts of one list, such as payable bills and the rest. Space for counts is reserved before they load. */
import type { KeyboardEvent } from 'react'
import { classes } from '../base/classes'
import strip from './Strip.module.css'
import { useScrollToCurrent } from './useScrollToCurrent'
import styles from './Views.module.css'

interface Props {
  label: string
  views: readonly { id: string; label: string; count?: string | undefined }[]
  current: string
  onChange: (id: string) => void
}

/** Moves the focus to the next or previous view with the arrow keys, without opening it. */
function moveFocus(event: KeyboardEvent) {
  const { key, target } = event
  if (!(target instanceof HTMLElement) || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return
  event.preventDefault()
  const next = key === 'ArrowRight' ? target.nextElementSibling : target.previousElementSibling
  if (next instanceof HTMLElement) next.focus()
}

export function Views({ label, views, current, onChange }: Props) {
  const isCounted = views.some((view) => 'count' in view)
  return (
    <div
      role="radiogroup"
      aria-label={label}
      data-tour="views"
      ref={useScrollToCurrent<HTMLDivElement>(`${current} ${views.map(({ count }) => count).join()}`)}
      className={classes(styles.views, strip.strip)}
      data-counted={isCounted || undefined}
      onKeyDown={moveFocus}
    >
      {views.map(({ id, label, count }) => (
        // biome-ignore lint/a11y/useSemanticElements: the browser's own radio would choose at each arrow
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === current}
          tabIndex={id === current ? 0 : -1}
          className={styles.view}
          data-selected={id === current || undefined}
          onClick={() => onChange(id)}
        >
          {label} {isCounted && <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </div>
  )
}
