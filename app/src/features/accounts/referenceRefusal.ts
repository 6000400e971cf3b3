import { check, type ErrorBody, type Language } from '~/core/core'

/** Validates a reference ID, which is optional. */
export const referenceRefusal = (typed: string, language: Language): ErrorBody | undefined =>
  typed.trim() ? check('referenceId', typed, language).error : undefined
