/** A short form in a dialogue. A click outside does not close it: something may be typed by then. */
import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/Button'
import type { FormError } from '../../ui/ErrorSummary'
import { Form } from '../../ui/Form'
import { Modal } from '../../ui/Modal'
import { Notice } from '../../ui/Notice'
import { useTranslation } from '../../words/useTranslation'

interface Props {
  title: string
  lead?: ReactNode
  onClose: () => void
  onSubmit: () => void
  submitLabel: string
  /** What `useForm` tells of the form. */
  form: { errors: FormError[]; isBusy: boolean; refusal: string | undefined; isFailure: boolean }
  /** Why it cannot be sent. */
  whyNot?: string | undefined
  children: ReactNode
}

export function FormInDialog({ title, lead, onClose, onSubmit, submitLabel, form, whyNot, children }: Props) {
  const { t } = useTranslation('accounts')
  const id = useId()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      isDismissable={!form.isBusy}
      closesOnOutside={false}
      footer={
        <>
          <Button onPress={onClose} isDisabled={form.isBusy}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} mode="primary" isLoading={form.isBusy} isDisabled={whyNot !== undefined} why={whyNot}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {lead && <p>{lead}</p>}
      <Form
        id={id}
        onSubmit={() => whyNot === undefined && onSubmit()}
        errors={form.errors}
        errorTitle={t('common:problem.summary')}
        isBusy={form.isBusy}
      >
        {form.refusal && <Notice tone={form.isFailure ? 'warning' : 'bad'} title={form.refusal} isAnnounced />}
        {children}
      </Form>
    </Modal>
  )
}
