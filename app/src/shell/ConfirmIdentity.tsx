/** Asks for the password again, over whatever is on the screen; the call that raised the question then goes on. */
import { useAtomValue } from 'jotai'
import { useEffect, useId } from 'react'
import { type FieldError, type Language, sentence } from '../core/core'
import { call } from '../kit/call/api'
import { useForm } from '../kit/form/useForm'
import { answerWhetherItIsYou, isAskedAtom } from '../kit/session/confirmIdentity'
import { Button } from '../ui/button/Button'
import { Notice } from '../ui/feedback/Notice'
import { Form } from '../ui/form/Form'
import { TextField } from '../ui/form/TextField'
import { Modal } from '../ui/overlay/Modal'
import { useTranslation } from '../words/useTranslation'

export function ConfirmIdentity() {
  return useAtomValue(isAskedAtom) ? <Question /> : null
}

function missing(password: string, language: Language): FieldError[] {
  const code = 'passwordRequired'
  return password ? [] : [{ field: 'password', code, message: sentence(code, language), params: {} }]
}

function Question() {
  const { t } = useTranslation('shell')
  const id = useId()
  const form = useForm({ password: '' }, { check: ({ password }, language) => ({ fields: missing(password, language) }) })
  // Not by autoFocus: a dialogue underneath holds the focus until this one is there.
  useEffect(() => {
    const frame = requestAnimationFrame(() => document.getElementById(id)?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [id])
  const cancel = () => answerWhetherItIsYou(false)
  const confirm = () =>
    form.submit(async () => {
      await call('ConfirmPassword', form.values)
      answerWhetherItIsYou(true)
    })

  return (
    <Modal
      isOpen
      onClose={cancel}
      title={t('confirm.title')}
      isDismissable={!form.isBusy}
      closesOnOutside={false}
      footer={
        <>
          <Button onPress={cancel} isDisabled={form.isBusy}>
            {t('confirm.cancel')}
          </Button>
          <Button type="submit" form={id} mode="primary" isLoading={form.isBusy}>
            {t('confirm.submit')}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={() => void confirm()} errors={form.errors} errorTitle={t('common:problem.summary')} isBusy={form.isBusy}>
        {form.refusal && <Notice tone={form.isFailure ? 'warning' : 'bad'} title={form.refusal} isAnnounced />}
        <p>{t('confirm.body')}</p>
        <TextField {...form.field('password')} label={t('confirm.password')} type="password" autoComplete="current-password" isRequired />
      </Form>
    </Modal>
  )
}
