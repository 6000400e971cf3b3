import type { useTranslation } from '../../words/useTranslation'

/** How a function that is no component is given the words of payments. */
export type PaymentWords = ReturnType<typeof useTranslation<'payments'>>['t']
