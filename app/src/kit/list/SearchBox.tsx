/** Searching as one types. What core would refuse is said under the box and not asked; a number or a list of them is taken at once. */

import { useEffect, useId, useRef, useState } from 'react'
import { recognise } from '../../core/core'
import { useDelayed } from '../../ui/feedback/useDelayed'
import { SearchField } from '../../ui/form/SearchField'
import { useLanguage } from '../../words/useLanguage'
import styles from './List.module.css'
import { useIsLeaving } from './useIsLeaving'
import { useSlash } from './useSlash'

interface Props {
  label: string
  placeholder: string
  /** The key that leads here. */
  shortcut?: '/' | undefined
  /** What is searched for now, which the address holds. */
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
  // Back, or a cleared chip: the box follows the address. What it asked for itself it has already, and perhaps more.
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
  /** To the row at which the keyboard was, or the first one. Cards have none. */
  function toRows() {
    const around = box.current?.closest('[role=dialog], main')
    const row = ['[data-row][tabindex="0"]', '[data-row][tabindex]'].map((one) => around?.querySelector<HTMLElement>(one)).find(Boolean)
    row?.focus()
  }
  // Only typing that comes to rest searches, whatever else changes meanwhile.
  useEffect(() => {
    if (typed === rested) return
    // On the way to another screen nothing is searched; on one that has just come, once it has.
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
