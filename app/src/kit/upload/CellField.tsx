/** An editable cell. It reports its text when it loses the focus, so that typing does not render the whole table. */
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
      // biome-ignore lint/a11y/noAutofocus: the user just added this row to fill it in
      autoFocus={autoFocus}
      onFocus={onFocus}
      onPaste={(event) => {
        onPaste?.(event)
        // The paste replaces the text typed before.
        if (event.isDefaultPrevented()) setTyped(undefined)
      }}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(undefined)
        // While the cell has unreported text, the browser handles undo. Afterwards the table does.
        if (typed !== undefined && typed !== value && (event.ctrlKey || event.metaKey)) event.stopPropagation()
        if (event.key === 'Enter') {
          // Enter would otherwise submit the surrounding form.
          event.preventDefault()
          leave()
        }
      }}
    />
  )
}
