import { check } from '~/core/core'

/** Returns a typed account number in its stored form, without spaces and hyphens; the trimmed text if it is none. */
export const accountNumber = (typed: string): string => check('accountNo', typed, 'en').value ?? typed.trim()
