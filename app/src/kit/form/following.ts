/**
 * For forms that submit a whole record, which colleagues may change while the form is open. Fields that the user has
 * not changed take the new values, so that submitting does not undo a colleague's change.
 *
 *   const form = useForm(now, { check: … })
 *   useFollowing(form, now)
 */
import { useState } from 'react'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the typed values, with newer values for fields that the user has not changed. */
export function mergeChanges<Values extends object>(begun: Values, typed: Values, now: Values): Values {
  const names = Object.keys(now) as (keyof Values & string)[]
  const changed = names.filter((name) => !isSame(begun[name], now[name]) && isSame(typed[name], begun[name]))
  return { ...typed, ...Object.fromEntries(changed.map((name) => [name, now[name]])) }
}

interface FollowingForm<Values> {
  values: Values
  follow: (now: Values, values: Values) => void
}

/** `now` is the current record. The form must hold its own state: a draft (`options.state`) stays as typed. */
export function useFollowing<Values extends object>(form: FollowingForm<Values>, now: Values) {
  const [begun, setBegun] = useState(now)
  if (isSame(begun, now)) return
  setBegun(now)
  form.follow(now, mergeChanges(begun, form.values, now))
}
