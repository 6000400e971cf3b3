import type { PaymentDetails } from '~/core/core'

/** Whether the bank took the money after the payment had ended. Paying its bills again may then pay them twice. */
export const isMoneyLate = ({ fpxStatus }: PaymentDetails) => fpxStatus === 'reconfirm'
