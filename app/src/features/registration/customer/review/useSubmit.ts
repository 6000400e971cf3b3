/** Submits the application. The draft is saved first, because the server takes the accounts from it. */
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Application, registrationStatuses, termsVersion } from '~/core/core'
import { paths } from '~/core/links'
import { CallError, call } from '~/kit/call/api'
import { queries } from '~/kit/call/queries'
import { whenRefetched } from '~/kit/call/refetch'
import { useAction } from '~/kit/call/write'
import { applicationStatusQuery } from '~/kit/registration/useApplicationStatus'
import { useProfile } from '~/kit/session/useProfile'
import type { DraftKeeper } from '../draft/draftKeeper'
import { deleteAllDrafts } from '../draft/load'
import { createSubmit } from './submission'

export function useSubmit(keeper: DraftKeeper, application: Application | null) {
  const router = useRouter()
  const { email } = useProfile()
  const [submit] = useState(() =>
    createSubmit({
      keeper,
      send: () => sendForm(keeper, application),
      refusal: (error) => (error instanceof CallError ? { code: error.body.code, status: error.status } : undefined),
      isPending,
    }),
  )
  return useAction(submit, {
    onSuccess: async () => {
      deleteAllDrafts(email)
      await whenRefetched()
      await router.navigate({ to: paths.registration })
    },
  })
}

/** Sends the form. Its application is the overwritten one, if the user chose to overwrite another. The server refuses a `draftVersion` that is older than its draft, because another tab has changed it. */
function sendForm(keeper: DraftKeeper, application: Application | null) {
  const { content, overwritten = application } = keeper.read()
  const { form } = content
  const { draftVersion } = keeper
  return overwritten?.status === registrationStatuses.requestForInfo
    ? call('UpdateRegistrationRecord', { registrationId: overwritten.registrationId, form, draftVersion, termsVersion })
    : call('RegisterBulkAccount', { form, draftVersion, termsVersion })
}

/** Loads the status after a lost response, because this request or an earlier attempt may have submitted the application. */
async function isPending(): Promise<boolean> {
  const found = await queries.fetchQuery({ ...applicationStatusQuery, staleTime: 0, retry: false }).catch(() => undefined)
  return found?.status === registrationStatuses.pendingApproval
}
