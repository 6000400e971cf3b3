/** The accounts that the utility's records have under a company's number. */
import { constants, type Page, type SuggestedAccount } from '../../core/core'
import { call } from '../call/api'
import { composed } from '../call/read'

/** All of them; none while there is no number. */
export const companyAccounts = (registrationNo: string | undefined) =>
  composed('GetAutoSuggestedAccounts', ['all', registrationNo ?? ''], async (signal) => {
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
