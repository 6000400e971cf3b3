/**
 * Undo for the list: Ctrl+Z undoes a change, Ctrl+Shift+Z or Ctrl+Y repeats it. While the user edits a cell, the browser
 * undoes the typing.
 */
import { type Dispatch, type KeyboardEvent, type SetStateAction, useCallback, useRef } from 'react'
import type { List } from './list'

/** Maximum changes that can be undone. */
const maxSteps = 100

export function useSteps(list: List, onList: Dispatch<SetStateAction<List>>) {
  const now = useRef(list)
  now.current = list
  const past = useRef<List[]>([])
  const undone = useRef<List[]>([])

  const change = useCallback(
    (update: (list: List) => List) => {
      const after = update(now.current)
      if (after === now.current) return
      past.current = [...past.current.slice(1 - maxSteps), now.current]
      undone.current = []
      now.current = after
      onList(after)
    },
    [onList],
  )

  /** Handles the keys. Returns false for other keys, and if there is nothing to undo or repeat. */
  const onKey = useCallback(
    ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => {
      if (!(ctrlKey || metaKey) || altKey) return false
      const isUndo = key.toLowerCase() === 'z' && !shiftKey
      const isRedo = key.toLowerCase() === 'y' || (key.toLowerCase() === 'z' && shiftKey)
      const [from, to] = isUndo ? [past, undone] : [undone, past]
      const was = isUndo || isRedo ? from.current.pop() : undefined
      if (!was) return false
      to.current.push(now.current)
      // The key of a row must never be used for another row.
      const back = { ...was, next: Math.max(was.next, now.current.next) }
      now.current = back
      onList(back)
      return true
    },
    [onList],
  )
  return { now, change, onKey }
}
