/*
 * Menu({ trigger, label?, header?, items: { id, label, icon?, description?, href?, onAction?, isDanger?, whyNot?, startsGroup? }[] })
 * `trigger` is a Button, without onPress. Items with an href are links.
 */
import type { ReactNode } from 'react'
import { MenuItem as AriaItem, Menu as AriaMenu, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { classes } from '../base/classes'
import { TriggerButton } from '../button/TriggerButton'
import styles from './Menu.module.css'

export interface MenuItem {
  id: string
  label: string
  icon?: ReactNode
  description?: string | undefined
  href?: string | undefined
  onAction?: (() => void) | undefined
  isDanger?: boolean | undefined
  whyNot?: string | undefined
  /** A line over it. */
  startsGroup?: boolean | undefined
}

interface Props {
  trigger: ReactNode
  label?: string | undefined
  /** Over the items: who is signed in. */
  header?: ReactNode
  items: readonly MenuItem[]
}

export function Menu({ trigger, label, header, items }: Props) {
  return (
    <MenuTrigger>
      <TriggerButton>{trigger}</TriggerButton>
      <Popover className={classes(styles.popover)} placement="bottom end" offset={4} containerPadding={8}>
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
