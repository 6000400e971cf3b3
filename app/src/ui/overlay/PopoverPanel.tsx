/* PopoverPanel({ trigger, label, children: node | (close) => node })  a small panel at a button (filters, columns); `trigger` is a Button, without onPress */
import { type ReactNode, useContext } from 'react'
import { DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { classes } from '../base/classes'
import { TriggerButton } from '../button/TriggerButton'
import styles from './PopoverPanel.module.css'

interface Props {
  trigger: ReactNode
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
}

export function PopoverPanel({ trigger, label, children }: Props) {
  return (
    <DialogTrigger>
      <TriggerButton>{trigger}</TriggerButton>
      {/* without a Dialog in it, the popover is the dialogue itself, and its hidden closing buttons are within it */}
      <Popover className={classes(styles.popover)} placement="bottom start" offset={4} containerPadding={8} aria-label={label}>
        <Panel>{children}</Panel>
      </Popover>
    </DialogTrigger>
  )
}

function Panel({ children }: Pick<Props, 'children'>) {
  const overlay = useContext(OverlayTriggerStateContext)
  return <div className={styles.panel}>{typeof children === 'function' ? children(() => overlay?.close()) : children}</div>
}
