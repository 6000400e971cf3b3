/**
 * A dialogue that asks for confirmation. `typed` is a text that the user must type to enable the confirm button.
 */
import { type ReactNode, useId, useState } from 'react'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { Form } from '../form/Form'
import { TextField } from '../form/TextField'
import { Modal } from './Modal'

export interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  children?: ReactNode
  /** Names the action and its object: "Reject registration", never "OK". */
  confirmLabel: string
  cancelLabel: string
  tone?: 'primary' | 'danger' | undefined
  typed?: string | undefined
  isLoading?: boolean | undefined
  isDisabled?: boolean | undefined
  why?: string | undefined
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, onConfirm, title, children, confirmLabel, cancelLabel, tone = 'primary', typed, isLoading = false } = props
  const words = useUiWords()
  const formId = useId()
  const [text, setText] = useState('')
  const [wasOpen, setWasOpen] = useState(isOpen)
  // Cleared each time the dialogue opens, so that a typed confirmation never applies to the next action.
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    setText('')
  }
  const isTyped = typed === undefined || text.trim() === typed
  const isDisabled = props.isDisabled || !isTyped

  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      role="alertdialog"
      isDismissable={!isLoading}
      closesOnOutside={false}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isLoading}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            form={formId}
            mode={tone}
            isLoading={isLoading}
            isDisabled={isDisabled}
            why={props.why ?? (isTyped || typed === undefined ? undefined : words.typeFirst(typed))}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={() => !isDisabled && onConfirm()} isBusy={isLoading} gap="close">
        {children}
        {typed !== undefined && <TextField label={words.typeToConfirm(typed)} value={text} onChange={setText} autoComplete="off" />}
      </Form>
    </Modal>
  )
}
