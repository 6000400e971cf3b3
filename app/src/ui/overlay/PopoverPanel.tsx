/**
 * A small panel attached to a button, for example filters or columns. `trigger` is a Button without onPress. It opens only after
 * the code in `shows` has loaded, because an empty panel would jump under the pointer.
 */
import type { ReactNode } from 'react'
import { combineDeferred, type DeferredCode, deferCode } from '../base/deferred'
import { Opener } from './Opener'

export interface PopoverPanelProps {
  trigger: ReactNode
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
}

const drawn = deferCode(async () => (await import('./PanelPopover')).PanelPopover)

export function PopoverPanel({ shows, ...props }: PopoverPanelProps & { shows?: DeferredCode<unknown> }) {
  const part = combineDeferred(drawn, shows)
  return <Opener part={part} {...props} />
}
