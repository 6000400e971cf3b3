/** Submits the application: the draft is saved first, then the server checks all of it. */
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
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
import { submission } from './submission'

export function useSubmit(keeper: DraftKeeper, application: Application | null) {
  const router = useRouter()
  const { email } = useProfile()
  const [submit] = useState(() =>
    submission({
      keeper,
      send: () => send(keeper, application),
      refusal: (error) => (error instanceof Refused ? { code: error.body.code, status: error.status } : undefined),
      isPending,
    }),
  )
  return useAct(submit, {
    onSuccess: async () => {
      dropKept(email)
      await whenRead()
      await router.navigate({ to: paths.registration })
    },
  })
}

/** The accounts are those of the saved draft. A tab whose form is of an older draft is refused by its version. */
function send(keeper: DraftKeeper, application: Application | null) {
  const { form } = keeper.read().content
  const { draftVersion } = keeper
  return application?.status === registrationStatuses.requestForInfo
    ? call('UpdateRegistrationRecord', { registrationId: application.registrationId, form, draftVersion, termsVersion })
    : call('RegisterBulkAccount', { form, draftVersion, termsVersion })
}

/** Without an answer the outcome is unknown: this request or an earlier one may have submitted it. */
async function isPending(): Promise<boolean> {
  const found = await queries.fetchQuery({ ...standing, staleTime: 0, retry: false }).catch(() => undefined)
  return found?.status === registrationStatuses.pendingApproval
}
