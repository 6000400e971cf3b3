/** Submits the application: the draft is saved first, then the server checks all of it. */
import { useRouter } from '@tanstack/react-router'
import { type Application, registrationStatuses, termsVersion } from '../../../../core/core'
import { paths } from '../../../../core/links'
import { call, Refused } from '../../../../kit/call/api'
import { whenRead } from '../../../../kit/call/fresh'
import { queries } from '../../../../kit/call/queries'
import { useAct } from '../../../../kit/call/write'
import { standing } from '../../../../kit/registration/useStanding'
import { useProfile } from '../../../../kit/session/useProfile'
import type { DraftKeeper } from '../draft/draftKeeper'
import { dropKept } from '../draft/load'

/** The draft could not be saved. The notice over the steps says why. */
export class NotSaved extends Error {}

export function useSubmit(keeper: DraftKeeper, application: Application | null) {
  const router = useRouter()
  const { email } = useProfile()
  return useAct(
    async () => {
      if (!(await keeper.flush())) throw new NotSaved()
      const { form } = keeper.read().content
      try {
        // The accounts are those of the draft.
        if (application?.status === registrationStatuses.requestForInfo)
          await call('UpdateRegistrationRecord', { registrationId: application.registrationId, form, termsVersion })
        else await call('RegisterBulkAccount', { form, termsVersion })
      } catch (error) {
        if (!(await isSubmitted(error))) throw error
      }
    },
    {
      onSuccess: async () => {
        dropKept(email)
        await whenRead()
        await router.navigate({ to: paths.registration })
      },
    },
  )
}

/** Without an answer the outcome is unknown: this request or an earlier one may have submitted it. */
async function isSubmitted(error: unknown): Promise<boolean> {
  const isUncertain = error instanceof Refused && (error.status === 0 || error.status >= 500 || error.body.code === 'registrationMoved')
  if (!isUncertain) return false
  const found = await queries.fetchQuery({ ...standing, staleTime: 0, retry: false }).catch(() => undefined)
  return found?.status === registrationStatuses.pendingApproval
}
