/** The open panel, loaded by PopoverPanel.tsx. */
import { type ReactNode, useContext } from 'react'
import { DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { classes } from '../base/classes'
import { TriggerButton, useOnce } from '../button/TriggerButton'
import styles from './PopoverPanel.module.css'

export interface PopoverPanelProps {
  trigger: ReactNode
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
}

export function PanelPopover({ trigger, label, children }: PopoverPanelProps) {
  return (
    <DialogTrigger>
      <TriggerButton>{trigger}</TriggerButton>
      <OpenImmediately />
      {/* Without an inner Dialog, the popover is the dialogue and contains React Aria's hidden close buttons. */}
      <Popover
        className={classes(styles.popover)}
        data-overlay=""
        placement="bottom start"
        offset={4}
        containerPadding={8}
        aria-label={label}
      >
        <Panel>{children}</Panel>
      </Popover>
    </DialogTrigger>
  )
}

function OpenImmediately() {
  const state = useContext(OverlayTriggerStateContext)
  useOnce(() => state?.open())
  return null
}

function Panel({ children }: Pick<PopoverPanelProps, 'children'>) {
  const overlay = useContext(OverlayTriggerStateContext)
  return <div className={styles.panel}>{typeof children === 'function' ? children(() => overlay?.close()) : children}</div>
}
