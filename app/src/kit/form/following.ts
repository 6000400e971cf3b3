/**
 * A form that is sent whole, over what colleagues may change while it is open: what is not changed in the form follows them, so
 * that it is not taken back unseen.
 *
 *   const form = useForm(now, { check: … })
 *   useFollowing(form, now)
 */
import { useState } from 'react'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What is typed, with what was changed elsewhere and not in the form. */
export function followed<Values extends object>(begun: Values, typed: Values, now: Values): Values {
  const names = Object.keys(now) as (keyof Values & string)[]
  const changed = names.filter((name) => !isSame(begun[name], now[name]) && isSame(typed[name], begun[name]))
  return { ...typed, ...Object.fromEntries(changed.map((name) => [name, now[name]])) }
}

interface Followed<Values> {
  values: Values
  follow: (now: Values, values: Values) => void
}

/** `now` is how it stands. The form has a state of its own: a draft is kept as it was typed. */
export function useFollowing<Values extends object>(form: Followed<Values>, now: Values) {
  const [begun, setBegun] = useState(now)
  if (isSame(begun, now)) return
  setBegun(now)
  form.follow(now, followed(begun, form.values, now))
}
