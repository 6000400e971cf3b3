/**
 * A dialogue. It closes with a click outside, Escape or its close button. `isDismissable={false}` disables all three;
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
  /** A sheet is as high as the window. */
  size?: 'small' | 'large' | 'extraLarge' | 'sheet' | undefined
  image?: { src: string; alt: string } | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  isDismissable?: boolean | undefined
  closesOnOutside?: boolean | undefined
  closesOnEscape?: boolean | undefined
  hasCloseButton?: boolean | undefined
}

const drawn = deferCode(async () => (await import('./ModalDialog')).ModalDialog)

export function Modal(props: ModalProps) {
  const Drawn = useDeferredCode(drawn, props.isOpen)
  return Drawn ? <Drawn {...props} /> : null
}
