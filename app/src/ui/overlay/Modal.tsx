/*
 * Modal({ isOpen, onClose, title, children, footer?, size?: 'small' | 'large' | 'extraLarge' | 'sheet', image?: { src, alt }, role?: 'dialog' | 'alertdialog',
 *   isDismissable?, closesOnOutside?, closesOnEscape?, hasCloseButton? })
 * It closes by a click outside, Escape and its button. isDismissable={false} turns all three off, the others one each.
 */
import type { ReactNode } from 'react'
import { later, useLater } from '../base/later'

export interface ModalProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** The actions; the one that goes on comes last. */
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

const drawn = later(async () => (await import('./ModalDialog')).ModalDialog)

export function Modal(props: ModalProps) {
  const Drawn = useLater(drawn, props.isOpen)
  return Drawn ? <Drawn {...props} /> : null
}
