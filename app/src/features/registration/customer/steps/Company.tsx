/** Step of the company. Its number is looked up in the account master, which fills in other fields. */
import { useRef, useState } from 'react'
import { checkRegistrationNo, type DefaultValues, numberShown, sentence } from '~/core/core'
import { CallError } from '~/kit/call/api'
import { queries } from '~/kit/call/queries'
import { callQuery } from '~/kit/call/read'
import { Notice } from '~/ui/feedback/Notice'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { isFoundUnderAnother } from '../accounts/accounts'
import type { DraftKeeper } from '../draft/draftKeeper'
import { numberOf, withDefaults } from '../draft/form'
import { useKeeper } from '../draft/useKeeper'
import styles from '../Registration.module.css'
import { StepForm, type StepProps } from './StepForm'
import { useStepForm } from './useStepForm'

/** Whether the server refuses this company, because it is registered or has another application. */
const isTaken = (error: unknown) => error instanceof CallError && error.status === 409
const atNumber = { companyRegistered: 'registrationNo', companyHasApplication: 'registrationNo' }

export function Company({ keeper, refused, from, onDone }: StepProps) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const form = useStepForm(keeper, 'company', refused, atNumber)
  const typed = form.values.registrationNo ?? ''
  const number = checkRegistrationNo(typed, language).value
  const { lookUpCompany, isAsking, known } = useCompanyLookup(keeper, typed)
  const { content } = useKeeper(keeper)
  const former = isFoundUnderAnother(content, number) && content.aside?.number === content.foundUnder ? content.foundUnder : undefined

  async function leaveNumber() {
    form.leave('registrationNo')
    // Only a refusal is shown. A failed lookup is ignored, because the number is checked again on submission.
    if (number !== undefined) await lookUpCompany().catch((error: unknown) => isTaken(error) && form.refuse(error))
  }
  /** Continues even if the lookup fails: the number is checked again on submission. */
  async function goToNext() {
    await lookUpCompany().catch((error: unknown) => {
      if (isTaken(error)) throw error
    })
    onDone()
  }

  return (
    <StepForm step="company" from={from} form={form} refused={refused} onSubmit={() => void form.submit(goToNext)}>
      <TextField
        {...form.field('registrationNo')}
        onBlur={() => void leaveNumber()}
        label={t('field.registrationNo')}
        hint={t('company.numberHint')}
        autoComplete="off"
        maxLength={60}
        isTabular
        isRequired
      />
      <div role="status" className={styles.known}>
        {isAsking && !known && <p>{t('company.asking')}</p>}
        {former && <p>{t('company.foundAside', { number: former })}</p>}
        {known && (
          <Notice tone={known.accounts > 0 ? 'good' : 'neutral'} title={known.details.companyName || t('company.unknown')}>
            {known.accounts > 0
              ? t('company.known', { count: known.accounts, shown: numberShown(known.accounts) })
              : t('company.unknownBody')}
          </Notice>
        )}
      </div>
      <TextField {...form.field('companyName')} label={t('field.companyName')} autoComplete="organization" maxLength={100} isRequired />
      <TextField
        {...form.field('landline')}
        label={t('field.landline')}
        hint={t('company.landlineHint')}
        prefix={<span aria-hidden="true">+60</span>}
        type="tel"
        autoComplete="tel"
        isTabular
        isRequired
      />
    </StepForm>
  )
}

const fetchCompany = (rocNo: string, staleTime: number) =>
  queries.fetchQuery({ ...callQuery('GetRegistrationDefaultValues', { rocNo }), staleTime, retry: false })

/** Looks up the typed company number in the account master. `known` is the result for this number. */
function useCompanyLookup(keeper: DraftKeeper, typed: string) {
  const language = useLanguage()
  const [known, setKnown] = useState<DefaultValues>()
  const [pendingNumber, setPendingNumber] = useState<string>()
  const number = checkRegistrationNo(typed, language).value
  /** The number whose company details were filled in last. */
  const filled = useRef<string | undefined>(number)

  /** Returns the details of the company that was filled in before, if the number has changed since. */
  async function formerDetails(now: string) {
    const before = filled.current
    if (before === undefined || before === now) return undefined
    const found = await fetchCompany(before, Number.POSITIVE_INFINITY).catch(() => undefined)
    return found?.details
  }

  /**
   * Looks up the number, and fills in fields that are empty or hold the former company's details. Throws a `CallError` if the company
   * cannot be registered now.
   */
  async function lookUpCompany(): Promise<void> {
    if (number === undefined) return
    setPendingNumber(number)
    try {
      const [found, before] = await Promise.all([fetchCompany(number, 60_000), formerDetails(number)])
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
      setPendingNumber((now) => (now === number ? undefined : now))
    }
  }
  return {
    lookUpCompany,
    isAsking: number !== undefined && pendingNumber === number,
    known: known?.registrationNo === number ? known : undefined,
  }
}
