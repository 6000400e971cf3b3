/** A form in a dialogue, with what it will bring about beside it where that is to be seen. A click outside does not close it: much may be typed by then. */
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button/Button'
import { Notice } from '../../ui/feedback/Notice'
import type { FormError } from '../../ui/form/ErrorSummary'
import { Form } from '../../ui/form/Form'
import { Modal, type ModalProps } from '../../ui/overlay/Modal'
import { useTranslation } from '../../words/useTranslation'
import { FrozenNotice, useFrozen } from '../announcements/frozen'
import type { EndpointName } from '../call/api'
import styles from './FormDialog.module.css'
import { LeaveGuard, LeaveQuestion } from './LeaveGuard'

interface Props {
  title: string
  lead?: string | undefined
  /** By Escape or the cross, which are pressed by mistake: it asks where something would be lost, and a draft is kept. */
  onClose: () => void
  /** By the button, which means what it says: a draft is dropped. Without one it only closes. */
  onCancel?: (() => void) | undefined
  onSubmit: () => void
  submitLabel: string
  cancelLabel?: string | undefined
  /** What `useForm` tells of the form. */
  form: { errors: FormError[]; isBusy: boolean; refusal: string | undefined; isFailure: boolean; isUnsaved: () => boolean }
  tone?: 'primary' | 'danger' | undefined
  size?: ModalProps['size']
  /** Nothing typed in it is worth a question when it is closed. */
  isLeftFreely?: boolean | undefined
  /** Why it cannot be sent. */
  whyNot?: string | undefined
  /** The calls that it makes: while one is frozen the dialogue says so, keeps what was typed, and cannot be sent. */
  calls?: readonly EndpointName[]
  children: ReactNode
  aside?: ReactNode
}

export function FormDialog(props: Props) {
  const { title, lead, onClose, onSubmit, submitLabel, cancelLabel, form, tone = 'primary', size, children, aside } = props
  const { isLeftFreely = false, calls = [], onCancel = onClose } = props
  const frozen = useFrozen(...calls)
  const whyNot = frozen ?? props.whyNot
  const { t } = useTranslation()
  const id = useId()
  const [asks, setAsks] = useState(false)
  const fields = (
    <Form
      id={id}
      onSubmit={() => whyNot === undefined && onSubmit()}
      errors={form.errors}
      errorTitle={t('problem.summary')}
      isBusy={form.isBusy}
    >
      <FrozenNotice why={frozen} />
      {form.refusal && form.refusal !== frozen && <Notice tone={form.isFailure ? 'warning' : 'bad'} title={form.refusal} isAnnounced />}
      {children}
    </Form>
  )
  return (
    <Modal
      isOpen
      onClose={() => (form.isUnsaved() && !isLeftFreely ? setAsks(true) : onClose())}
      title={title}
      size={aside ? 'extraLarge' : size}
      isDismissable={!form.isBusy}
      closesOnOutside={false}
      footer={
        <>
          <Button onPress={onCancel} isDisabled={form.isBusy}>
            {cancelLabel ?? t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            mode={tone}
            isLoading={form.isBusy}
            isDisabled={whyNot !== undefined}
            why={whyNot}
            whyShown={frozen === undefined ? undefined : 'tooltip'}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {lead && <p className={aside ? styles.lead : undefined}>{lead}</p>}
      {aside ? (
        <div className={styles.sides}>
          {fields}
          <div className={styles.aside}>{aside}</div>
        </div>
      ) : (
        fields
      )}
      {!isLeftFreely && <LeaveGuard isUnsaved={form.isUnsaved} />}
      <LeaveQuestion isOpen={asks} onStay={() => setAsks(false)} onLeave={onClose} />
    </Modal>
  )
}
