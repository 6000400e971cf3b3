/*
 * PopoverPanel({ trigger, label, shows?, children: node | (close) => node })  a small panel at a button (filters, columns); `trigger`
 * is a Button, without onPress. It opens once the code of what it `shows` is there: an empty panel would jump under the pointer.
 */
import type { ReactNode } from 'react'
import { type Later, later, together } from '../base/later'
import { Opener } from './Opener'

export interface PopoverPanelProps {
  trigger: ReactNode
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
}

const drawn = later(async () => (await import('./PanelPopover')).PanelPopover)

export function PopoverPanel({ shows, ...props }: PopoverPanelProps & { shows?: Later<unknown> }) {
  const part = together(drawn, shows)
  return <Opener part={part} {...props} />
}
