/** Every account that the account master has under the company's number. */
import { useQuery } from '@tanstack/react-query'
import { constants, type Page, type SuggestedAccount } from '../../../core/core'
import { call } from '../../../kit/call/api'

export function useFound(registrationNo: string | undefined) {
  return useQuery({
    queryKey: ['GetAutoSuggestedAccounts', 'all', registrationNo],
    enabled: registrationNo !== undefined,
    queryFn: async ({ signal }) => {
      const found: SuggestedAccount[] = []
      let cursor: string | null = ''
      while (cursor !== null && found.length < constants.mostAccounts) {
        const page: Page<SuggestedAccount> = await call(
          'GetAutoSuggestedAccounts',
          { roc: registrationNo ?? '', recordCount: constants.mostRows, ...(cursor && { cursor }) },
          { signal },
        )
        found.push(...page.items)
        cursor = page.next
      }
      return found
    },
  })
}
