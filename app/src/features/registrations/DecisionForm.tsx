/**
 * A decision is made: what follows from it, the remark that the company reads, and for a rejection, which cannot be undone,
 * the application's ID typed and the own password. What was typed as a remark is kept; a password is not.
 */
import { type SetStateAction, useId, useState } from 'react'
import { checkLogin, checkReview, countShown, type ReviewedApplication, type ReviewRequest } from '../../core'
import { Button } from '../../ui/Button'
import { Form } from '../../ui/Form'
import { Modal } from '../../ui/Modal'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { toasts } from '../../ui/toastQueue'
import { useDraft } from '../../useDraft'
import { useForm } from '../../useForm'
import { useProfile } from '../../useProfile'
import { useTranslation } from '../../words/useTranslation'
import type { Decision } from './registrationSearch'

interface Props {
  application: ReviewedApplication
  decision: Decision
  decide: (request: ReviewRequest) => Promise<unknown>
  onClose: () => void
}

export function DecisionForm({ application: { head, submission }, decision, decide, onClose }: Props) {
  const { t } = useTranslation('registrations')
  const { email } = useProfile()
  const id = useId()
  const isRejection = decision === 'reject'
  const [draft, setDraft, drop] = useDraft(`review ${head.registrationId} ${decision}`, { remark: '' })
  // Should the company submit again meanwhile, nothing is decided about what nobody has looked at.
  const [seen] = useState(submission)
  const [password, setPassword] = useState('')
  const [typed, setTyped] = useState('')
  const values = { ...draft, password }
  const setValues = (change: SetStateAction<typeof values>) => {
    const { password: secret, ...others } = typeof change === 'function' ? change(values) : change
    setPassword(secret)
    setDraft(others)
  }
  const form = useForm(values, {
    state: [values, setValues],
    check: ({ remark, password: secret }, language) => ({
      fields: [
        ...(checkReview(decision, remark, language)?.fields ?? []),
        ...(isRejection ? (checkLogin(email, secret, language).error?.fields ?? []) : []),
      ],
    }),
    at: { incorrectPassword: 'password', passwordRequired: 'password' },
  })
  const isTyped = !isRejection || typed.trim() === head.applicationId
  const whyNot = isTyped ? undefined : t('common:ui.typeFirst', { text: head.applicationId })

  const send = () =>
    form.submit(async () => {
      const { remark, password: secret } = form.values
      await decide({
        registrationId: head.registrationId,
        action: decision,
        submission: seen,
        ...(remark.trim() && { remark: remark.trim() }),
        ...(isRejection && { password: secret }),
      })
      drop()
      onClose()
      toasts.add({ title: t(`${decision}.done`) })
    })
  function cancel() {
    drop()
    onClose()
  }
  const count = { company: head.companyName, count: head.totalAccounts, shown: countShown(head.totalAccounts) }

  return (
    <Modal
      isOpen
      onClose={cancel}
      title={t(`${decision}.title`, { company: head.companyName })}
      size="large"
      isDismissable={!form.isBusy}
      closesOnOutside={false}
      footer={
        <>
          <Button onPress={cancel} isDisabled={form.isBusy}>
            {t('decide.notYet')}
          </Button>
          <Button
            type="submit"
            form={id}
            mode={isRejection ? 'danger' : 'primary'}
            isLoading={form.isBusy}
            isDisabled={whyNot !== undefined}
            why={whyNot}
          >
            {t(`${decision}.confirm`)}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        onSubmit={() => whyNot === undefined && void send()}
        errors={form.errors}
        errorTitle={t('common:problem.summary')}
        isBusy={form.isBusy}
      >
        {form.refusal && <Notice tone={form.isFailure ? 'warning' : 'bad'} title={form.refusal} isAnnounced />}
        {isRejection ? (
          <Notice tone="warning" title={t('reject.forGood')}>
            {t('reject.body')}
          </Notice>
        ) : (
          <p>{t(`${decision}.body`, count)}</p>
        )}
        <TextField
          {...form.field('remark')}
          label={t('decide.remark')}
          hint={t(`${decision}.remarkHint`)}
          rows={4}
          isRequired={decision !== 'approve'}
          isOptional={decision === 'approve'}
        />
        {isRejection && (
          <>
            <TextField
              id="typed"
              label={t('common:ui.typeToConfirm', { text: head.applicationId })}
              value={typed}
              onChange={setTyped}
              autoComplete="off"
              isRequired
            />
            <TextField
              {...form.field('password')}
              label={t('reject.password')}
              type="password"
              autoComplete="current-password"
              isRequired
            />
          </>
        )}
      </Form>
    </Modal>
  )
}
