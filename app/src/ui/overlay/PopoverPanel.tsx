/**
 * A small panel attached to a button, for example with filters or columns. `trigger` is a Button without `onPress`. The panel opens
 * after the code in `shows` has loaded, because a panel that fills later would jump under the pointer.
 */
import { combineDeferred, type DeferredCode, deferCode } from '../base/deferred'
import { Opener } from './Opener'
import type { PopoverPanelProps } from './PanelPopover'

const deferredPopover = deferCode(async () => (await import('./PanelPopover')).PanelPopover)

export function PopoverPanel({ shows, ...props }: PopoverPanelProps & { shows?: DeferredCode<unknown> }) {
  const part = combineDeferred(deferredPopover, shows)
  return <Opener part={part} {...props} />
}
