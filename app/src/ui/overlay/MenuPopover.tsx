/** The open menu, loaded by Menu.tsx. */
import { type ReactNode, useContext } from 'react'
import { MenuItem as AriaItem, Menu as AriaMenu, MenuTrigger, RootMenuTriggerStateContext } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { classes } from '../base/classes'
import { TriggerButton, useOnce } from '../button/TriggerButton'
import styles from './Menu.module.css'
import type { OpenedProps } from './Opener'

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

export function MenuPopover({ trigger, label, header, items, focus }: MenuProps & OpenedProps) {
  return (
    <MenuTrigger>
      <TriggerButton>{trigger}</TriggerButton>
      <OpenImmediately focus={focus} />
      <Popover className={classes(styles.popover)} data-overlay="" placement="bottom end" offset={4} containerPadding={8}>
        {header && <div className={styles.header}>{header}</div>}
        <AriaMenu className={classes(styles.menu)} {...(label !== undefined && { 'aria-label': label })}>
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

function OpenImmediately({ focus }: OpenedProps) {
  const state = useContext(RootMenuTriggerStateContext)
  useOnce(() => state?.open(focus))
  return null
}

function Item({ item }: { item: MenuItem }) {
  const second = item.whyNot ?? item.description
  return (
    <AriaItem
      id={item.id}
      textValue={item.label}
      className={classes(styles.item)}
      isDisabled={item.whyNot !== undefined}
      data-danger={item.isDanger || undefined}
      data-group={item.startsGroup || undefined}
      {...(item.href !== undefined && { href: item.href })}
      {...(item.onAction && { onAction: item.onAction })}
    >
      {item.icon}
      <span className={styles.words}>
        <span>{item.label}</span>
        {second && <span className={styles.second}>{second}</span>}
      </span>
    </AriaItem>
  )
}
