import { check, type ErrorBody, type Language } from '../../core/core'

/** What is wrong with a reference ID, which may be left out. */
export const referenceRefusal = (typed: string, language: Language): ErrorBody | undefined =>
  typed.trim() ? check('referenceId', typed, language).error : undefined
