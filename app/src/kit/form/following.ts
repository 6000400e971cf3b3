/**
 * A form that is sent whole, over what colleagues may change while it is open: what is not changed in the form follows them, so
 * that it is not taken back unseen.
 *
 *   const form = useForm(now, { check: … })
 *   useFollowing(form, now)
 */
import { useState } from 'react'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that were changed elsewhere, and not in the form. */
export function toFollow<Values extends object>(begun: Values, typed: Values, now: Values): (keyof Values & string)[] {
  const names = Object.keys(now) as (keyof Values & string)[]
  return names.filter((name) => !isSame(begun[name], now[name]) && isSame(typed[name], begun[name]))
}

interface Followed<Values> {
  values: Values
  set: (name: keyof Values & string, value: Values[keyof Values & string]) => void
}

/** `now` is how it stands. The form has a state of its own: a draft is kept as it was typed. */
export function useFollowing<Values extends object>(form: Followed<Values>, now: Values) {
  const [begun, setBegun] = useState(now)
  if (isSame(begun, now)) return
  setBegun(now)
  for (const name of toFollow(begun, form.values, now)) form.set(name, now[name])
}
