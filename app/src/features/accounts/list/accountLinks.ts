import { link } from '~/core/links'

/** Link to the account's screen. */
export const accountHref = (accountNo: string) => link('account', { accountNo })
/** Link to the account's unpaid bills. */
export const billsHref = (accountNo: string) => link('outstandingBills', { search: accountNo })
