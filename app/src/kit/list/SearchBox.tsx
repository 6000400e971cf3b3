/**
 * A search box that searches while the user types. It accepts text or a list of numbers. If core refuses the text, the
 * reason appears below the box and no request is sent.
 */

import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { recognise } from '~/core/core'
import { hasSingleKeys } from '~/ui/base/singleKeys'
import { isUnderDialog } from '~/ui/base/underDialog'
import { useDelayed } from '~/ui/feedback/useDelayed'
import { SearchField } from '~/ui/form/SearchField'
import { useLanguage } from '~/words/useLanguage'
import styles from './List.module.css'

interface Props {
  label: string
  placeholder: string
  /** The key that focuses the box. */
  shortcut?: '/' | undefined
  /** The current search text in the address. */
  value: string
  onSearch: (text: string) => void
  isLoading: boolean
}

export function SearchBox({ label, placeholder, shortcut, value, onSearch, isLoading }: Props) {
  const id = useId()
  const language = useLanguage()
  const isLeaving = useIsLeaving()
  const [typed, setTyped] = useState(value)
  const [settled, setSettled] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [lastSearch, setLastSearch] = useState(value)
  const box = useRef<HTMLDivElement>(null)
  useSlash(shortcut && id)
  // The box follows a change of the address by the back button or a removed chip. After its own search it keeps its
  // text, because the user may have typed more.
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== lastSearch) {
      setTyped(value)
      setLastSearch(value)
    }
  }
  const refusal = settled === typed ? recognise(typed, language).error : undefined
  const isSlow = useDelayed(isLoading)

  function search(text: string) {
    setSettled(text)
    if (recognise(text, language).error || text.trim() === value) return
    setLastSearch(text.trim())
    onSearch(text.trim())
  }
  /** Moves the focus to the row that had it last, or to the first row. Cards have no focusable rows. */
  function focusRows() {
    const around = box.current?.closest('[role=dialog], main')
    const row = ['[data-row][tabindex="0"]', '[data-row][tabindex]'].map((one) => around?.querySelector<HTMLElement>(one)).find(Boolean)
    row?.focus()
  }
  // Only typing starts a search, after a pause.
  useEffect(() => {
    if (typed === settled) return
    // While another screen is loading, wait: a search would cancel that navigation.
    let rest: ReturnType<typeof setTimeout>
    const wait = () => {
      rest = setTimeout(() => (isLeaving() ? wait() : search(typed)), 350)
    }
    wait()
    return () => clearTimeout(rest)
  }, [typed])

  return (
    <>
      <div className={styles.search} ref={box}>
        <SearchField
          id={id}
          label={label}
          placeholder={placeholder}
          shortcut={shortcut}
          value={typed}
          onChange={setTyped}
          onSubmit={search}
          onDown={focusRows}
          isLoading={isSlow}
        />
      </div>
      <p className={styles.refusal} role="status">
        {refusal?.errorMessage}
      </p>
    </>
  )
}

/** Whether the router is opening another screen. A search would navigate, too, and cancel that. */
function useIsLeaving() {
  const router = useRouter()
  return () => {
    const { location, resolvedLocation = location } = router.state
    return location.pathname !== resolvedLocation.pathname
  }
}

/** Focuses this field when the user presses '/', except while typing or in a dialogue. */
function useSlash(id: string | undefined) {
  useLayoutEffect(() => {
    if (id === undefined) return
    const go = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest?.('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || !hasSingleKeys() || event.ctrlKey || event.metaKey || event.altKey || isTyping || isUnderDialog()) return
      event.preventDefault()
      document.getElementById(id)?.focus()
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [id])
}
