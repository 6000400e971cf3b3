import type { PaymentDetails } from '../../../core/core'

/** The bank took the money after the payment had ended: whoever pays its bills again may pay twice. */
export const isMoneyLate = ({ fpxStatus }: PaymentDetails) => fpxStatus === 'reconfirm'
