/** A cell that is typed in. It reports what was typed when it is left, so that a key press draws one cell and not the table. */
import { type ClipboardEvent, useState } from 'react'
import styles from './AccountsGrid.module.css'

interface Props {
  label: string
  value: string
  describedBy: string
  isWrong: boolean
  inputMode?: 'numeric' | 'text'
  autoFocus?: boolean
  onFocus?: () => void
  onPaste?: (event: ClipboardEvent) => void
  onCommit: (value: string) => void
}

export function CellField({
  label,
  value,
  describedBy,
  isWrong,
  inputMode = 'text',
  autoFocus = false,
  onFocus,
  onPaste,
  onCommit,
}: Props) {
  const [typed, setTyped] = useState<string>()
  function leave() {
    setTyped(undefined)
    const text = typed?.trim()
    if (text !== undefined && text !== value) onCommit(text)
  }
  return (
    <input
      className={styles.input}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isWrong}
      autoComplete="off"
      inputMode={inputMode}
      // biome-ignore lint/a11y/noAutofocus: the row was added a moment ago to be typed in
      autoFocus={autoFocus}
      onFocus={onFocus}
      onPaste={(event) => {
        onPaste?.(event)
        // What was typed before goes with it.
        if (event.isDefaultPrevented()) setTyped(undefined)
      }}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(undefined)
        // What was typed here is taken back first, by the browser; the table's steps come after it.
        if (typed !== undefined && typed !== value && (event.ctrlKey || event.metaKey)) event.stopPropagation()
        if (event.key === 'Enter') {
          // it would send the form that the table is in
          event.preventDefault()
          leave()
        }
      }}
    />
  )
}
