/** Returns the refusal if more bills are chosen than one payment or message may have. */
import { constants, type Language, numberShown, sentence } from '~/core/core'

export const tooMany = (bills: number, language: Language): string | undefined =>
  bills > constants.maxInvoices ? sentence('invoicesTooMany', language, { limit: numberShown(constants.maxInvoices) }) : undefined
