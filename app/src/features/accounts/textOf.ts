/** A text of an address. One number alone comes as such from the router; to us it is a text. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined
