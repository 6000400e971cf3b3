/** The scopes of tokens, in the order in which they are stored and shown. */
import type { TokenScope } from '~/core/core'

export const scopes = [
  'bills:read',
  'payments:read',
  'payments:propose',
  'accounts:read',
  'accounts:write',
  'downloads',
] as const satisfies TokenScope[]

/** Keys of words have no colon, which separates a file from its key. */
export const scopeKeys = {
  'bills:read': 'billsRead',
  'payments:read': 'paymentsRead',
  'payments:propose': 'paymentsPropose',
  'accounts:read': 'accountsRead',
  'accounts:write': 'accountsWrite',
  downloads: 'downloads',
} as const satisfies Record<TokenScope, string>
