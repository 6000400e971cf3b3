import type { Account } from '~/core/core'

/** Postcode, city and state of an account on one line. */
export const placeOf = ({ postalCode, city, state }: Account) =>
  [[postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
