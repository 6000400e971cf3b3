/** Accounts that the server refused and that are still in the application. */
import type { ApplicationAccount, FieldError } from '../../../../core/core'
import type { Refusal } from '../steps/refusal'
import { type Accounts, isSelected } from './accounts'

interface RefusedAccount {
  account: ApplicationAccount
  why: FieldError
}

const keyOf = ({ source, accountNo }: ApplicationAccount) => `${source ?? 'manual'} ${accountNo}`

/**
 * The server refers to accounts by their index in the submission, so the index is resolved there. Later changes may have moved
 * them.
 */
export function refusedAccounts({ fields, sent }: Refusal, accounts: Accounts): RefusedAccount[] {
  const selected = new Set(accounts.filter(isSelected).map(keyOf))
  return fields.flatMap((why) => {
    const account = sent.accounts[Number(/^accounts\.(\d+)\./.exec(why.field)?.[1])]
    return account && selected.has(keyOf(account)) ? [{ account, why }] : []
  })
}

/** Refusals about the list as a whole, such as too many accounts. They hold until the list changes. */
export const refusedTogether = ({ fields, sent }: Refusal, accounts: Accounts): FieldError[] =>
  accounts === sent.accounts ? fields.filter(({ field }) => field === 'accounts') : []
