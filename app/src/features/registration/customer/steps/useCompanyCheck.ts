/** Looks up the typed company number in the account master. */
import { useRef, useState } from 'react'
import { checkRegistrationNo, type DefaultValues, sentence } from '../../../../core/core'
import { CallError } from '../../../../kit/call/api'
import { queries } from '../../../../kit/call/queries'
import { callQuery } from '../../../../kit/call/read'
import { useLanguage } from '../../../../words/useLanguage'
import type { DraftKeeper } from '../draft/draftKeeper'
import { numberOf, withDefaults } from '../draft/form'

const lookUp = (rocNo: string, staleTime: number) =>
  queries.fetchQuery({ ...callQuery('GetRegistrationDefaultValues', { rocNo }), staleTime, retry: false })

export function useCompanyCheck(keeper: DraftKeeper, typed: string) {
  const language = useLanguage()
  const [known, setKnown] = useState<DefaultValues>()
  const [asked, setAsked] = useState<string>()
  const number = checkRegistrationNo(typed, language).value
  /** The number whose company details were filled in last. */
  const filled = useRef<string | undefined>(number)

  /** Returns the known details of the company filled in before, if its number has been replaced since. */
  async function former(now: string) {
    const before = filled.current
    if (before === undefined || before === now) return undefined
    const found = await lookUp(before, Number.POSITIVE_INFINITY).catch(() => undefined)
    return found?.details
  }

  /**
   * Looks up each number once, and fills in fields that are empty or hold the former company's details. Throws `Refused` if the
   * company cannot be registered now.
   */
  async function ask(): Promise<void> {
    if (number === undefined) return
    setAsked(number)
    try {
      const [found, before] = await Promise.all([lookUp(number, 60_000), former(number)])
      if (found.refusal) {
        const body = { code: found.refusal, errorTopic: '', errorMessage: sentence(found.refusal, language), fields: [], params: {} }
        throw new CallError(body, 409)
      }
      const { form } = keeper.read().content
      if (numberOf(form) !== number) return
      setKnown(found)
      filled.current = number
      const next = withDefaults(form, found.details, before)
      if (JSON.stringify(next) !== JSON.stringify(form)) keeper.change({ form: next })
    } finally {
      setAsked((now) => (now === number ? undefined : now))
    }
  }
  return { ask, isAsking: number !== undefined && asked === number, known: known?.registrationNo === number ? known : undefined }
}
