/** Accounts that the utility's records list under a company's registration number. */
import { constants, type Page, type SuggestedAccount } from '~/core/core'
import { call } from '../call/api'
import { composedQuery } from '../call/read'

interface CompanyAccounts {
  accounts: SuggestedAccount[]
  /** The number of all accounts. It is higher than that of the loaded ones if more can be added than an application has. */
  total: number
}

/** Loads accounts until the most that can be added, and in between those that cannot. There are none without a registration number. */
export const companyAccounts = (registrationNo: string | undefined) =>
  composedQuery('GetAutoSuggestedAccounts', ['all', registrationNo ?? ''], async (signal): Promise<CompanyAccounts> => {
    const accounts: SuggestedAccount[] = []
    let [addable, total] = [0, 0]
    let cursor: string | null = registrationNo === undefined ? null : ''
    while (cursor !== null) {
      const page: Page<SuggestedAccount> = await call(
        'GetAutoSuggestedAccounts',
        { roc: registrationNo ?? '', recordCount: constants.maxRows, ...(cursor && { cursor }) },
        { signal },
      )
      total = page.total
      for (const account of page.items) {
        if (account.errorType === null && addable === constants.maxAccounts) return { accounts, total }
        if (account.errorType === null) addable += 1
        accounts.push(account)
      }
      cursor = page.next
    }
    return { accounts, total }
  })
