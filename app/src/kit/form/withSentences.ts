/** Refusals of the packages `finance`, `accounting` and `exports`, which have no sentences. */
import { type ErrorBody, type FieldError, type Language, sentence } from '~/core/core'

/** Returns the refused fields with their sentences, which the package `rules` has. */
export const withSentences = (refused: Pick<ErrorBody, 'fields'> | null | undefined, language: Language): { fields: FieldError[] } => ({
  fields: (refused?.fields ?? []).map((field) => ({ ...field, message: sentence(field.code, language, field.params) })),
})
