/** A form in a dialogue, with what it will bring about beside it. A click outside does not close it: much may be typed by then. */
import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/Button'
import type { FormError } from '../../ui/ErrorSummary'
import { Form } from '../../ui/Form'
import { Modal } from '../../ui/Modal'
import { Notice } from '../../ui/Notice'
import { useTranslation } from '../../words/useTranslation'
import styles from './FormDialog.module.css'

interface Props {
  title: string
  lead?: string | undefined
  onClose: () => void
  onSubmit: () => void
  submitLabel: string
  /** What `useForm` tells of the form. */
  form: { errors: FormError[]; isBusy: boolean; refusal: string | undefined; isFailure: boolean }
  tone?: 'primary' | 'danger' | undefined
  /** Why it cannot be sent. */
  whyNot?: string | undefined
  children: ReactNode
  aside: ReactNode
}

export function FormDialog({ title, lead, onClose, onSubmit, submitLabel, form, tone = 'primary', whyNot, children, aside }: Props) {
  const { t } = useTranslation('team')
  const id = useId()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      size="extraLarge"
      isDismissable={!form.isBusy}
      closesOnOutside={false}
      footer={
        <>
          <Button onPress={onClose} isDisabled={form.isBusy}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" form={id} mode={tone} isLoading={form.isBusy} isDisabled={whyNot !== undefined} why={whyNot}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={styles.sides}>
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
        <div className={styles.aside}>{aside}</div>
      </div>
    </Modal>
  )
}
