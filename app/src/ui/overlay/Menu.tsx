/** A menu. `trigger` is a Button without `onPress`. Items with `href` are links. */
import type { ReactNode } from 'react'
import { deferCode } from '../base/deferred'
import { Opener } from './Opener'

export interface MenuItem {
  id: string
  label: string
  icon?: ReactNode
  description?: string | undefined
  href?: string | undefined
  onAction?: (() => void) | undefined
  isDanger?: boolean | undefined
  whyNot?: string | undefined
  /** Draws a separator above the item. */
  startsGroup?: boolean | undefined
}

export interface MenuProps {
  trigger: ReactNode
  label?: string | undefined
  /** Shown above the items, such as the signed-in user. */
  header?: ReactNode
  items: readonly MenuItem[]
}

const deferredMenu = deferCode(async () => (await import('./MenuPopover')).MenuPopover)

export function Menu(props: MenuProps) {
  return <Opener part={deferredMenu} {...props} isMenu />
}
