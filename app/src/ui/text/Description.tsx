/**
 * A list of labels and values. With `change` it is a list to check answers, where each value has a link. `name` is the link's
 * accessible name: "Change bank".
 */
import type { ReactNode } from 'react'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { Link } from '../button/Link'
import { isMissing } from '../table/dataTableTypes'
import { Breakable } from './Breakable'
import styles from './Description.module.css'
import { VisuallyHidden } from './VisuallyHidden'

export interface DescriptionItem {
  id: string
  label: ReactNode
  /** A missing value is shown as a dash. */
  value: ReactNode
  change?:
    | { label: string; name: string; href?: string | undefined; onPress?: (() => void) | undefined; whyNot?: string | undefined }
    | undefined
}

interface Props {
  items: readonly DescriptionItem[]
  /** 2 is for records with many fields: labels above the values, and two pairs in a row. */
  columns?: 1 | 2 | undefined
  isTotalLast?: boolean | undefined
}

export function Description({ items, columns = 1, isTotalLast }: Props) {
  const words = useUiWords()
  return (
    <dl className={styles.list} data-columns={columns} data-total={isTotalLast || undefined}>
      {items.map(({ id, label, value, change }) => (
        <div key={id} className={styles.item}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>
            {isMissing(value) ? (
              <>
                <span aria-hidden="true">–</span>
                <VisuallyHidden>{words.missing}</VisuallyHidden>
              </>
            ) : typeof value === 'string' && value.includes('@') ? (
              <Breakable>{value}</Breakable>
            ) : (
              value
            )}
          </dd>
          {change && (
            <dd className={styles.change}>
              {change.whyNot !== undefined ? (
                <Button mode="ghost" size="small" label={change.name} isDisabled why={change.whyNot}>
                  {change.label}
                </Button>
              ) : change.href === undefined ? (
                <button type="button" className={styles.link} aria-label={change.name} onClick={() => change.onPress?.()}>
                  {change.label}
                </button>
              ) : (
                <Link href={change.href} className={styles.link} aria-label={change.name} onClick={() => change.onPress?.()}>
                  {change.label}
                </Link>
              )}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
