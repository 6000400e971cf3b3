/** Moves the focus to a field that the user has just added, once it is rendered. */
import { useEffect, useRef } from 'react'

/** Returns a function to call with the id of the field that is about to appear. */
export function useFocusAdded(): (fieldId: string) => void {
  const added = useRef<string>(undefined)
  useEffect(() => {
    if (added.current === undefined) return
    document.getElementById(added.current)?.focus()
    added.current = undefined
  })
  return (fieldId) => {
    added.current = fieldId
  }
}
