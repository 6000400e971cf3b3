/**
 * Form that edits a company's address and contacts; staff can edit its name too. The user's entries survive when a colleague saves
 * another change first.
 */
import { useEffect, useState } from 'react'
import { type Language, sentence } from '~/core/core'
import { checkCompany } from '~/core/forms'
import { FrozenNotice, useFrozen } from '~/kit/announcements/frozen'
import { useRead } from '~/kit/call/read'
import { isOutcome, useWrite } from '~/kit/call/write'
import { type CompanyTexts, detailsOf, textsOf } from '~/kit/company/company'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { Boundary } from '~/kit/page/Boundary'
import { useDraft } from '~/kit/session/useDraft'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Form, FormActions } from '~/ui/form/Form'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { CompanyForm } from './CompanyForm'
import { NewerCompanyNotice } from './NewerCompanyNotice'
import { type CompanyEntry, conflicting, differing, entryOf, isFixed, merge } from './newer'

interface Props {
  source: AccountListSource
  onDone: () => void
  onCancel: () => void
}

export function EditCompany(props: Props) {
  const { source } = props
  const language = useLanguage()
  if (!source.mayEditCompany) return <Notice tone="warning" title={sentence('forbidden', language)} />
  return (
    <Boundary of={source.bulkId}>
      <Editing {...props} />
    </Boundary>
  )
}

/** Validates the form. Errors in fields that this user cannot change are ignored. */
function checkTyped(values: CompanyTexts, language: Language, isStaff: boolean) {
  const fields = checkCompany(detailsOf(values), language)?.fields ?? []
  return { fields: fields.filter(({ field }) => !isFixed(field, isStaff)) }
}

function Editing({ source, onDone, onCancel }: Props) {
  const { t } = useTranslation('accounts')
  const profile = useRead('GetProfile', { id: source.bulkId })
  const update = useWrite('UpdateProfile')
  const now = entryOf(textsOf(profile.details), profile.version)
  const [draft, setDraft, drop] = useDraft<CompanyEntry>(`editCompany ${source.bulkId}`, now)
  const form = useForm<CompanyEntry>(now, {
    state: [draft, setDraft],
    check: (values, language) => checkTyped(values, language, source.isStaff),
  })
  const readOnly = useReadOnly()
  const frozen = useFrozen('UpdateProfile')
  const isOlder = form.values.version !== profile.version
  /** The entry that was sent without an answer. The newer version may be this one, and not a colleague's. */
  const [unanswered, setUnanswered] = useState<CompanyEntry>()
  const isOwn = isOlder && unanswered !== undefined && differing(unanswered, now, source.isStaff).length === 0

  function finish() {
    drop()
    toasts.add({ title: t('company.saved'), tone: 'good' })
    onDone()
  }
  const save = () =>
    form.submit(async () => {
      try {
        await update.mutateAsync({ id: source.bulkId, form: detailsOf(form.values), version: form.values.version })
      } catch (error) {
        if (!isOutcome(error)) setUnanswered(form.values)
        throw error
      }
      finish()
    })
  const conflicts = conflicting(form.values, now, source.isStaff)
  useEffect(() => {
    if (!isOlder || form.isBusy) return
    if (isOwn) {
      if (differing(form.values, now, source.isStaff).length === 0) finish()
      else form.reset(merge({ ...form.values, base: unanswered }, now, source.isStaff))
    }
    // A refusal of the older version stays, because the user must save again.
    else if (conflicts.length === 0) form.follow(now, merge(form.values, now, source.isStaff))
  }, [isOlder, isOwn, profile.version, form.isBusy])

  return (
    <Form onSubmit={save} errors={form.errors} errorTitle={t('common:problem.summary')} isBusy={form.isBusy}>
      <FrozenNotice why={frozen} />
      {isOlder && !isOwn && !form.isBusy ? (
        <NewerCompanyNotice
          mine={form.values}
          theirs={now}
          conflicts={conflicts}
          // Resetting the form also clears a refusal of the older version.
          onMine={() => form.reset(merge(form.values, now, source.isStaff))}
          onTheirs={() => form.reset(merge(form.values, now, source.isStaff, conflicts))}
        />
      ) : (
        <FormRefusal form={form} />
      )}
      <CompanyForm form={form} isStaff={source.isStaff} />
      <FormActions>
        <Button
          type="submit"
          mode="primary"
          size="large"
          isLoading={form.isBusy}
          isDisabled={isOlder || readOnly !== undefined || frozen !== undefined}
          why={readOnly ?? frozen ?? (isOlder ? t('company.decideFirst') : undefined)}
        >
          {t('company.submit')}
        </Button>
        <Button
          size="large"
          isDisabled={form.isBusy}
          onPress={() => {
            drop()
            onCancel()
          }}
        >
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}
