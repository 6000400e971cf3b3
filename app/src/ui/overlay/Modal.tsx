/**
 * A dialogue. A click outside, Escape and the close button close it. `isDismissable={false}` disables all three, while
 * `closesOnOutside`, `closesOnEscape` and `hasCloseButton` control them individually.
 */
import type { ReactNode } from 'react'
import { deferCode, useDeferredCode } from '../base/deferred'

export interface ModalProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** The buttons; the confirming button comes last. */
  footer?: ReactNode
  /** 'sheet' covers the whole page. */
  size?: 'small' | 'large' | 'extraLarge' | 'sheet' | undefined
  image?: { src: string; alt: string } | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  isDismissable?: boolean | undefined
  closesOnOutside?: boolean | undefined
  closesOnEscape?: boolean | undefined
  hasCloseButton?: boolean | undefined
}

const deferredDialog = deferCode(async () => (await import('./ModalDialog')).ModalDialog)

export function Modal(props: ModalProps) {
  const LoadedDialog = useDeferredCode(deferredDialog, props.isOpen)
  return LoadedDialog ? <LoadedDialog {...props} /> : null
}
