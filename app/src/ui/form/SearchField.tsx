/**
 * A search field, cleared with Escape or a button. Numbers pasted from several lines or cells stay separate. A plain input would join
 * them.
 */
import { Search, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react'
import { classes } from '../base/classes'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { Spinner } from '../feedback/Spinner'
import { fieldStyles } from './Field'
import styles from './SearchField.module.css'

export interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onSubmit?: ((value: string) => void) | undefined
  /** Called for the down arrow, to move the focus to the results. */
  onDown?: (() => void) | undefined
  placeholder?: string | undefined
  id?: string | undefined
  /** The key that focuses the field, shown while the field is empty: "/". */
  shortcut?: string | undefined
  /** Shows the label above the field instead of on its border. */
  isLabelAbove?: boolean | undefined
  isLoading?: boolean | undefined
}

export function SearchField({
  label,
  value,
  onChange,
  onSubmit,
  onDown,
  placeholder,
  id,
  shortcut,
  isLabelAbove = false,
  isLoading,
}: SearchFieldProps) {
  const words = useUiWords()
  const ownId = useId()
  const inputId = id ?? ownId
  const input = useRef<HTMLInputElement>(null)

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const line = joinLines(event.clipboardData.getData('text'))
    if (line === undefined) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    onChange(value.slice(0, selectionStart ?? value.length) + line + value.slice(selectionEnd ?? value.length))
  }

  function press(event: KeyboardEvent) {
    const isSubmit = event.key === 'Enter' && onSubmit
    const isClear = event.key === 'Escape' && value !== ''
    const isDown = event.key === 'ArrowDown' && onDown
    if (!isSubmit && !isClear && !isDown) return
    event.preventDefault()
    event.stopPropagation()
    if (isSubmit) onSubmit(value)
    else if (isDown) onDown()
    else onChange('')
  }

  /** Clears the field and focuses it, because the clear button disappears with the text. */
  function clear() {
    onChange('')
    input.current?.focus()
  }

  return (
    <div className={classes(fieldStyles.field, styles.search)}>
      <label htmlFor={inputId} className={isLabelAbove ? fieldStyles.label : styles.label}>
        {label}
      </label>
      <div className={fieldStyles.box}>
        <span className={styles.icon} aria-hidden="true">
          {isLoading ? <Spinner size="small" /> : <Search />}
        </span>
        <input
          ref={input}
          id={inputId}
          type="search"
          className={classes(fieldStyles.input, styles.input)}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={press}
          onPaste={paste}
        />
        {value === '' ? (
          shortcut && <span className={styles.key} data-key={shortcut} aria-hidden="true" />
        ) : (
          <Button mode="ghost" size="small" icon={<X />} label={words.clear} onPress={clear} />
        )}
      </div>
    </div>
  )
}

/** Joins several lines or cells with commas. Returns undefined for a single line. */
export function joinLines(text: string): string | undefined {
  if (!/[\r\n\t]/.test(text.trim())) return undefined
  return text
    .split(/[\r\n\t]+/)
    .map((part) => part.trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ')
}
