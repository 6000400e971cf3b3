/**
 * A dialogue. A click outside, Escape and the close button close it. `isDismissable={false}` disables all three, while
 * `closesOnOutside`, `closesOnEscape` and `hasCloseButton` control them individually.
 */
import { deferCode, useDeferredCode } from '../base/deferred'
import type { ModalProps } from './ModalDialog'

const deferredDialog = deferCode(async () => (await import('./ModalDialog')).ModalDialog)

export function Modal(props: ModalProps) {
  const LoadedDialog = useDeferredCode(deferredDialog, props.isOpen)
  return LoadedDialog ? <LoadedDialog {...props} /> : null
}
