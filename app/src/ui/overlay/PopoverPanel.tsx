/**
 * A small panel attached to a button, for example with filters or columns. `trigger` is a Button without `onPress`. The panel opens
 * after the code in `shows` has loaded, because a panel that fills later would jump under the pointer.
 */
import type { ReactNode } from 'react'
import { combineDeferred, type DeferredCode, deferCode } from '../base/deferred'
import { Opener } from './Opener'

export interface PopoverPanelProps {
  trigger: ReactNode
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
}

const deferredPopover = deferCode(async () => (await import('./PanelPopover')).PanelPopover)

export function PopoverPanel({ shows, ...props }: PopoverPanelProps & { shows?: DeferredCode<unknown> }) {
  const part = combineDeferred(deferredPopover, shows)
  return <Opener part={part} {...props} />
}
