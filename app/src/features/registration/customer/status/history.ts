/**
 * The history of an application. Each status has one of its own, so that none is shown with what came later; it is not kept, for
 * an application comes to a status again.
 */
import type { RegistrationStatus } from '../../../../core/core'
import { call } from '../../../../kit/call/api'
import { composed } from '../../../../kit/call/read'

export const historyOf = (registrationId: string, status: RegistrationStatus) => ({
  ...composed('RegistrationRemarkLog', [registrationId, status], (signal) =>
    call('RegistrationRemarkLog', { id: registrationId }, { signal }),
  ),
  gcTime: 0,
})
