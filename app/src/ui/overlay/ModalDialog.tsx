/** The open dialogue, loaded by Modal.tsx. */
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { classes } from '../base/classes'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { toasts } from '../feedback/toastQueue'
import styles from './Modal.module.css'

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

export function ModalDialog(props: ModalProps) {
  const { isOpen, onClose, title, children, footer, size = 'small', image, role = 'dialog', isDismissable = true } = props
  const { closesOnOutside = isDismissable, closesOnEscape = isDismissable, hasCloseButton = isDismissable } = props
  const words = useUiWords()
  const bodyId = useId()
  useEffect(() => {
    if (!isOpen) return
    toasts.cover()
    return () => toasts.uncover()
  }, [isOpen])
  return (
    <ModalOverlay
      className={classes(styles.scrim)}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={closesOnOutside}
      isKeyboardDismissDisabled={!closesOnEscape}
    >
      <AriaModal className={classes(styles.modal)} data-overlay="" data-size={size}>
        {/* For alerts, screen readers read the content with the title, wherever the focus starts. */}
        <Dialog
          className={classes(styles.dialog)}
          role={role}
          {...(role === 'alertdialog' && children ? { 'aria-describedby': bodyId } : {})}
        >
          {image && <img className={styles.image} src={image.src} alt={image.alt} />}
          <header className={styles.header}>
            <Heading slot="title" level={2} className={classes(styles.title)}>
              {title}
            </Heading>
            {hasCloseButton && <Button mode="ghost" size="small" icon={<X />} label={words.close} onPress={onClose} />}
          </header>
          {children && (
            <div id={bodyId} className={styles.body}>
              {children}
            </div>
          )}
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}
