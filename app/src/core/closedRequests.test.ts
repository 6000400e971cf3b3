import { it } from 'vitest'
import type { AccountToAdd, ApplicationAccount } from './generatedData'

it('does not compile with a row of an answer inside a request', () => {
  const read: AccountToAdd[] = []
  // @ts-expect-error a draft does not declare the error of an account (scripts/close-requests.mjs)
  const sent: ApplicationAccount[] = read
  const [account = { accountNo: '' }] = sent
  // @ts-expect-error nor after other changes
  const changed: ApplicationAccount = { ...account, errorType: null }
  return changed
})
