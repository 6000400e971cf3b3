/** Accounts that the utility's records list under a company's registration number. */
import { constants, type Page, type SuggestedAccount } from '~/core/core'
import { call } from '../call/api'
import { composedQuery } from '../call/read'

/** Loads all pages, up to the most accounts that can be added. The list is empty without a registration number. */
export const companyAccounts = (registrationNo: string | undefined) =>
  composedQuery('GetAutoSuggestedAccounts', ['all', registrationNo ?? ''], async (signal) => {
    const found: SuggestedAccount[] = []
    let cursor: string | null = registrationNo === undefined ? null : ''
    while (cursor !== null && found.length < constants.maxAccounts) {
      const page: Page<SuggestedAccount> = await call(
        'GetAutoSuggestedAccounts',
        { roc: registrationNo ?? '', recordCount: constants.maxRows, ...(cursor && { cursor }) },
        { signal },
      )
      found.push(...page.items)
      cursor = page.next
    }
    return found
  })
