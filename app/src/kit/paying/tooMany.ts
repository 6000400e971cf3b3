/** Why so many bills cannot be paid or sent at once. */
import { constants, type Language, numberShown, sentence } from '../../core/core'

export const tooMany = (bills: number, language: Language): string | undefined =>
  bills > constants.maxInvoices ? sentence('invoicesTooMany', language, { limit: numberShown(constants.maxInvoices) }) : undefined
