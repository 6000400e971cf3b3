import { link } from '../../core/links'
/** Where accounts are put right that could not be taken. */
export const pendingAccounts = link('pendingAccounts')
