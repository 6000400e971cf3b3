/**
 * Query of an application's history with one key for each status, so that no status is shown with later events. Nothing is cached,
 * because the same status can occur again with another remark.
 */
import type { RegistrationStatus } from '~/core/core'
import { call } from '~/kit/call/api'
import { composedQuery } from '~/kit/call/read'

export const historyOf = (id: string, status: RegistrationStatus) => ({
  ...composedQuery('RegistrationRemarkLog', [id, status], (signal) => call('RegistrationRemarkLog', { id }, { signal })),
  gcTime: 0,
})
