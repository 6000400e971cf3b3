/** Accounts that the server refused and that are still in the application. */
import type { ApplicationAccount, FieldError } from '~/core/core'
import type { Refusal } from '../steps/refusal'
import { type Accounts, isSelected } from './accounts'

interface RefusedAccount {
  account: ApplicationAccount
  why: FieldError
}

const keyOf = ({ source, accountNo }: ApplicationAccount) => `${source ?? 'manual'} ${accountNo}`

/**
 * Returns the refused accounts that are still selected. The server names an account by its index in the submission. The index is
 * resolved in the submission, because later changes may have moved the account.
 */
export function refusedAccounts({ fields, sent }: Refusal, accounts: Accounts): RefusedAccount[] {
  const selected = new Set(accounts.filter(isSelected).map(keyOf))
  return fields.flatMap((why) => {
    const account = sent.accounts[Number(/^accounts\.(\d+)\./.exec(why.field)?.[1])]
    return account && selected.has(keyOf(account)) ? [{ account, why }] : []
  })
}

/** Returns refusals of the whole list, such as too many accounts. They apply until the list changes. */
export const refusalsOfWholeList = ({ fields, sent }: Refusal, accounts: Accounts): FieldError[] =>
  accounts === sent.accounts ? fields.filter(({ field }) => field === 'accounts') : []
