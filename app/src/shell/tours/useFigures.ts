/** Returns the limits and times that tours and the welcome name. All come from core. */
import { amountShown, constants, numberShown, paymentMethod } from '~/core/core'
import type { Values } from '~/words/store'
import { useLanguage } from '~/words/useLanguage'

export function useFigures(): Values {
  const { least, most } = paymentMethod('FPX', useLanguage())
  return {
    overdueDays: constants.overdueAfterDays,
    historyMonths: constants.historyMonths,
    notificationMonths: constants.notificationMonths,
    idleMinutes: constants.idleSeconds / 60,
    leastSearch: constants.minSearchLength,
    mostSearched: numberShown(constants.maxSearchedNumbers),
    mostBills: numberShown(constants.maxInvoices),
    mostAccounts: numberShown(constants.maxAccounts),
    fpxLeast: amountShown(least),
    fpxMost: amountShown(most),
  }
}
