/**
 * A search box that searches while the user types. It accepts text or a list of numbers. If core refuses the text, the
 * reason appears under the box and no request is sent.
 */

import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { recognise } from '../../core/core'
import { hasSingleKeys } from '../../ui/base/singleKeys'
import { isUnderDialog } from '../../ui/base/underDialog'
import { useDelayed } from '../../ui/feedback/useDelayed'
import { SearchField } from '../../ui/form/SearchField'
import { useLanguage } from '../../words/useLanguage'
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
  const [rested, setRested] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const box = useRef<HTMLDivElement>(null)
  useSlash(shortcut && id)
  // The address changed by the back button or a removed chip, so the box follows it. After its own search the box keeps
  // its text, since the user may have typed more.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) setTyped(value)
  }
  const refusal = rested === typed ? recognise(typed, language).error : undefined
  const isSlow = useDelayed(isLoading)

  function search(text: string) {
    setRested(text)
    if (recognise(text, language).error || text.trim() === value) return
    setSent(text.trim())
    onSearch(text.trim())
  }
  /** Moves the focus to the last focused row, or to the first. Cards have no focusable rows. */
  function toRows() {
    const around = box.current?.closest('[role=dialog], main')
    const row = ['[data-row][tabindex="0"]', '[data-row][tabindex]'].map((one) => around?.querySelector<HTMLElement>(one)).find(Boolean)
    row?.focus()
  }
  // Only typing starts a search, after a pause; no other change does.
  useEffect(() => {
    if (typed === rested) return
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
          onDown={toRows}
          isLoading={isSlow}
        />
      </div>
      <p className={styles.refusal} role="status">
        {refusal?.errorMessage}
      </p>
    </>
  )
}

/** Whether the user is navigating to another screen. This screen must then not navigate itself, which would cancel that. */
function useIsLeaving() {
  const router = useRouter()
  return () => {
    const { location, resolvedLocation = location } = router.state
    return location.pathname !== resolvedLocation.pathname
  }
}

/** Focuses this field on '/', unless the user is typing or a dialogue is open. */
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
