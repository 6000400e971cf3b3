/**
 * A small panel attached to a button, for example filters or columns. `trigger` is a Button without onPress. It opens only after
 * the code in `shows` has loaded, because an empty panel would jump under the pointer.
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
