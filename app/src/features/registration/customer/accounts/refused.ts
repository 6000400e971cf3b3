/** Accounts of an application that the server refused, as far as they are in it still. */
import type { ApplicationAccount, FieldError } from '../../../../core/core'
import type { Refusal } from '../steps/refusal'
import { type Accounts, isSelected } from './accounts'

interface RefusedAccount {
  account: ApplicationAccount
  why: FieldError
}

const keyOf = ({ source, accountNo }: ApplicationAccount) => `${source ?? 'manual'} ${accountNo}`

/** The server names them by their place in what was submitted; what was changed since has other places. */
export function refusedAccounts({ fields, sent }: Refusal, accounts: Accounts): RefusedAccount[] {
  const selected = new Set(accounts.filter(isSelected).map(keyOf))
  return fields.flatMap((why) => {
    const account = sent.accounts[Number(/^accounts\.(\d+)\./.exec(why.field)?.[1])]
    return account && selected.has(keyOf(account)) ? [{ account, why }] : []
  })
}

/** What was refused of all of them together, as that they are too many, until one of them is changed. */
export const refusedTogether = ({ fields, sent }: Refusal, accounts: Accounts): FieldError[] =>
  accounts === sent.accounts ? fields.filter(({ field }) => field === 'accounts') : []
