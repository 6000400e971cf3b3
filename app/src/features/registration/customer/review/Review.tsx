/** The last step: all entries with links to change them, the missing entries, and the button to submit. */
import { useState } from 'react'
import { type Application, type ErrorBody, type FieldError, type Language, registrationStatuses, sentence } from '~/core/core'
import { checkRegistrationForm } from '~/core/forms'
import { FrozenNotice, useFrozen } from '~/kit/announcements/frozen'
import { CallError } from '~/kit/call/api'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Terms } from '~/kit/page/Terms'
import { useApplicationStatus } from '~/kit/registration/useApplicationStatus'
import { useToday } from '~/kit/session/useToday'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { FormActions } from '~/ui/form/Form'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { countBySource } from '../accounts/accounts'
import { focusDraftNotices } from '../DraftNotices'
import type { DraftContent, DraftKeeper } from '../draft/draftKeeper'
import { useKeeper } from '../draft/useKeeper'
import styles from '../Registration.module.css'
import { addressOf, inOrder, type StepId, stepOf } from '../steps/steps'
import { ReviewAccounts } from './ReviewAccounts'
import { ReviewSections } from './ReviewSections'
import { NotSavedError } from './submission'
import { useSubmit } from './useSubmit'

interface Props {
  application: Application | null
  keeper: DraftKeeper
  onRefused: (body: ErrorBody) => void
}

export function Review({ application, keeper, onRefused }: Props) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { content } = useKeeper(keeper)
  const missing = useMissing(content, language)
  const submit = useSubmit(keeper, application)
  const frozen = useFrozen('RegisterBulkAccount', 'UpdateRegistrationRecord')
  const [isSubmitPressed, setIsSubmitPressed] = useState(false)
  const [areTermsOpen, setAreTermsOpen] = useState(false)

  function send() {
    setIsSubmitPressed(true)
    if (missing.length > 0) return document.getElementById('missing')?.focus()
    submit.mutate(undefined, {
      onError: (error) => {
        if (error instanceof CallError) showRefusal(error.body)
        else if (error instanceof NotSavedError) focusDraftNotices()
      },
    })
  }
  /** Shows a refusal at its fields. A refusal of the company is shown at the company number. */
  function showRefusal(body: ErrorBody) {
    const isOfCompany = body.code === 'companyRegistered' || body.code === 'companyHasApplication'
    const { code, errorMessage: message, params } = body
    onRefused(
      isOfCompany && body.fields.length === 0 ? { ...body, fields: [{ field: 'details.registrationNo', code, message, params }] } : body,
    )
  }
  const isAgain = application?.status === registrationStatuses.requestForInfo
  return (
    <Stack gap={6}>
      <p className={styles.lead}>{t('review.lead')}</p>
      <FrozenNotice why={frozen} />
      {(isSubmitPressed || missing.length > 0) && <MissingEntries missing={missing} />}
      <ReviewSections content={content} />
      <ReviewAccounts content={content} />
      <Stack gap={2}>
        <p className={styles.lead}>{t('review.agree')}</p>
        <div>
          <Button mode="ghost" size="small" onPress={() => setAreTermsOpen(true)}>
            {t('review.readTerms')}
          </Button>
        </div>
      </Stack>
      <Terms isOpen={areTermsOpen} onClose={() => setAreTermsOpen(false)} />
      <Notice title={t('review.next')}>{t('review.nextBody')}</Notice>
      {submit.isError && !(submit.error instanceof NotSavedError) && <RefusalNotice error={submit.error} />}
      <FormActions>
        <Button mode="primary" size="large" onPress={send} isLoading={submit.isPending} isDisabled={frozen !== undefined} why={frozen}>
          {t(isAgain ? 'review.submitAgain' : 'review.submit')}
        </Button>
        <LinkButton size="large" href={addressOf('accounts')}>
          {t('act.back')}
        </LinkButton>
      </FormActions>
    </Stack>
  )
}

/** Returns the steps in which core finds missing or invalid entries. */
export function useMissing({ form, accounts, declaration }: DraftContent, language: Language): { step: StepId; fields: FieldError[] }[] {
  const today = useToday()
  const standing = useApplicationStatus()
  // The server's status decides whether government entities may register today, not the browser's date.
  const ofForm = checkRegistrationForm(form, today, language)?.fields.filter(({ code }) => code !== 'governmentWindowClosed') ?? []
  const at = (field: string, code: 'governmentWindowClosed' | 'declarationRequired' | 'accountsRequired'): FieldError => ({
    field,
    code,
    message: sentence(code, language),
    params: {},
  })
  // The form may refer to a file that has been deleted since.
  const isFileDeleted = declaration === null && ofForm.every(({ field }) => field !== 'declarationFileId')
  const isClosed = form.businessType === 1 && !standing.governmentWindowIsOpen && !standing.answersAsGovernment
  const wrong = inOrder([
    ...(isClosed ? [at('businessType', 'governmentWindowClosed')] : []),
    ...ofForm,
    ...(isFileDeleted ? [at('declarationFileId', 'declarationRequired')] : []),
    ...(countBySource(accounts).all === 0 ? [at('accounts', 'accountsRequired')] : []),
  ])
  const steps = [...new Set(wrong.map(({ field }) => stepOf(field)))]
  return steps.map((step) => ({ step, fields: wrong.filter(({ field }) => stepOf(field) === step) }))
}

function MissingEntries({ missing }: { missing: ReturnType<typeof useMissing> }) {
  const { t } = useTranslation('registration')
  if (missing.length === 0) return null
  return (
    <div id="missing" tabIndex={-1}>
      <Notice tone="warning" title={t('review.missing')}>
        <ul className={styles.refused}>
          {missing.map(({ step, fields }) => (
            <li key={step}>
              <Link href={addressOf(step, { from: 'review' })}>{t(`step.${step}.label`)}</Link>
              <ul className={styles.refused}>
                {fields.map(({ field, message }) => (
                  <li key={field}>{message}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
