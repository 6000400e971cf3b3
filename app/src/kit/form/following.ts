/**
 * For forms that submit a whole record, which a colleague may change while the form is open. Fields that the user has
 * not changed take the new values, so that submitting does not undo the colleague's change.
 *
 *   const form = useForm(record, { check: … })
 *   useFollowing(form, record)
 */
import { useState } from 'react'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the typed values, with the current values of fields that only a colleague changed. */
export function mergeChanges<Values extends object>(initial: Values, typed: Values, current: Values): Values {
  const names = Object.keys(current) as (keyof Values & string)[]
  const changed = names.filter((name) => !isSame(initial[name], current[name]) && isSame(typed[name], initial[name]))
  return { ...typed, ...Object.fromEntries(changed.map((name) => [name, current[name]])) }
}

interface FollowingForm<Values> {
  values: Values
  follow: (current: Values, values: Values) => void
}

/** `current` is the record as saved now. Not for a form with a draft (`options.state`), which stays as typed. */
export function useFollowing<Values extends object>(form: FollowingForm<Values>, current: Values) {
  const [initial, setInitial] = useState(current)
  if (isSame(initial, current)) return
  setInitial(current)
  form.follow(current, mergeChanges(initial, form.values, current))
}
