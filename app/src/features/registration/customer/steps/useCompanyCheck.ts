/** What the account master has under the company number that was typed. */
import { useState } from 'react'
import { checkRegistrationNo, type DefaultValues, sentence } from '../../../../core/core'
import { Refused } from '../../../../kit/call/api'
import { queries } from '../../../../kit/call/queries'
import { reading } from '../../../../kit/call/read'
import { useLanguage } from '../../../../words/useLanguage'
import type { DraftKeeper } from '../draft/draftKeeper'
import { withDefaults } from '../draft/form'

export function useCompanyCheck(keeper: DraftKeeper, typed: string) {
  const language = useLanguage()
  const [known, setKnown] = useState<DefaultValues>()
  const [isAsking, setIsAsking] = useState(false)
  const number = checkRegistrationNo(typed, language).value

  /** Asks once for each number, and fills in what is still empty. Throws `Refused` when it cannot be registered now. */
  async function ask(): Promise<void> {
    if (number === undefined) return
    setIsAsking(true)
    try {
      const found = await queries.fetchQuery({
        ...reading('GetRegistrationDefaultValues', { rocNo: number }),
        staleTime: 60_000,
        retry: false,
      })
      if (found.refusal) {
        const body = { code: found.refusal, errorTopic: '', errorMessage: sentence(found.refusal, language), fields: [], params: {} }
        throw new Refused(body, 409)
      }
      const { form } = keeper.read().content
      setKnown(found)
      if (checkRegistrationNo(form.details?.registrationNo ?? '', language).value !== number) return
      const filled = withDefaults(form, found.details)
      if (JSON.stringify(filled) !== JSON.stringify(form)) keeper.change({ form: filled })
    } finally {
      setIsAsking(false)
    }
  }
  return { ask, isAsking, known: known?.registrationNo === number ? known : undefined }
}
