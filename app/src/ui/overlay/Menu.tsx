/** A menu. `trigger` is a Button without `onPress`. Items with `href` are links. */
import { deferCode } from '../base/deferred'
import type { MenuProps } from './MenuPopover'
import { Opener } from './Opener'

const deferredMenu = deferCode(async () => (await import('./MenuPopover')).MenuPopover)

export function Menu(props: MenuProps) {
  return <Opener part={deferredMenu} {...props} isMenu />
}
