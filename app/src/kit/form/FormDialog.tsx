/**
 * A form in a dialogue, optionally with a preview of its effect at the side. A click outside does not close it, because
 * that would lose typed values.
 */
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '~/ui/button/Button'
import { Form } from '~/ui/form/Form'
import { Modal } from '~/ui/overlay/Modal'
import type { ModalProps } from '~/ui/overlay/ModalDialog'
import { useTranslation } from '~/words/useTranslation'
import { FrozenNotice, useFrozen } from '../announcements/frozen'
import type { EndpointName } from '../call/api'
import styles from './FormDialog.module.css'
import { LeaveGuard, LeaveQuestion } from './LeaveGuard'
import { FormRefusal } from './RefusalNotice'
import { watchUnsaved } from './unsaved'
import type { FormState } from './useForm'

interface Props {
  title: string
  lead?: string | undefined
  /**
   * Called on Escape or the close button, which are easily pressed by mistake. The dialogue asks first if changes would
   * be lost. A draft is kept.
   */
  onClose: () => void
  /** Called by the cancel button, which is pressed deliberately, so a draft is deleted. Defaults to `onClose`. */
  onCancel?: (() => void) | undefined
  onSubmit: () => void
  submitLabel: string
  cancelLabel?: string | undefined
  /** The form's state, as returned by `useForm`. */
  form: FormState
  tone?: 'primary' | 'danger' | undefined
  size?: ModalProps['size']
  /** Closes without a question, because the form is quickly filled in again. */
  isLeftFreely?: boolean | undefined
  /** Why the form cannot be submitted. */
  whyNot?: string | undefined
  /**
   * The calls that the form makes. While one of them is frozen, the dialogue shows the reason, keeps typed values, and
   * cannot be submitted.
   */
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
      {form.refusal !== frozen && <FormRefusal form={form} />}
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
      {isLeftFreely ? <Watched isUnsaved={form.isUnsaved} /> : <LeaveGuard isUnsaved={form.isUnsaved} />}
      <LeaveQuestion isOpen={asks} onStay={() => setAsks(false)} onLeave={onClose} />
    </Modal>
  )
}

/** Lets the dialogue about the end of the session warn that the form's entries were lost. */
function Watched({ isUnsaved }: { isUnsaved: () => boolean }) {
  useEffect(() => {
    return watchUnsaved(isUnsaved)
  }, [isUnsaved])
  return null
}
