/*
 * PlainModal({ isOpen, onClose, title, children, footer?, size?: 'small' | 'large', isDismissable? })
 * A Modal of the browser's own dialogue, for pages that do not load React Aria. What is behind it can't be reached, and the focus goes
 * back to where it was.
 */
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from '../base/classes'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import modal from './Modal.module.css'
import styles from './PlainModal.module.css'

interface Props {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** The actions; the one that goes on comes last. */
  footer?: ReactNode
  size?: 'small' | 'large' | undefined
  /** By Escape, by its button, and by a click outside. */
  isDismissable?: boolean | undefined
}

export function PlainModal({ isOpen, onClose, title, children, footer, size = 'small', isDismissable = true }: Props) {
  const words = useUiWords()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click outside has Escape beside it, which the browser brings
    <dialog
      ref={dialog}
      className={classes(modal.modal, styles.modal)}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (isDismissable) onClose()
      }}
      // A browser closes it in any case when Escape is pressed twice.
      onClose={() => isOpen && onClose()}
      onClick={(event) => isDismissable && event.target === dialog.current && onClose()}
    >
      {isOpen && (
        <div className={classes(modal.dialog)}>
          <header className={modal.header}>
            <h2 id={titleId} className={modal.title}>
              {title}
            </h2>
            {isDismissable && <Button mode="ghost" size="small" icon={<X />} label={words.close} onPress={onClose} />}
          </header>
          <div className={modal.body}>{children}</div>
          {footer && <footer className={modal.footer}>{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}
