/* PopoverPanel({ trigger, label, children: node | (close) => node })  a small panel at a button (filters, columns); `trigger` is a Button, without onPress */
import type { ReactNode } from 'react'
import { later } from '../base/later'
import { Opener } from './Opener'

export interface PopoverPanelProps {
  trigger: ReactNode
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
}

const drawn = later(async () => (await import('./PanelPopover')).PanelPopover)

export function PopoverPanel(props: PopoverPanelProps) {
  return <Opener part={drawn} {...props} />
}
