/**
 * The amount owed, next to charts of cost and consumption for 25 months. The charts load after the page is usable; their space is
 * reserved.
 */
import type { ReactNode } from 'react'
import type { CostRequest } from '~/core/core'
import { Boundary } from '~/kit/page/Boundary'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { withWords } from '~/words/store'
import styles from './Overview.module.css'

const Cost = deferComponent(withWords(['cost'], async () => (await import('~/kit/cost/CostCard')).CostCard))

export function Overview({ of, children }: { of: CostRequest; children: ReactNode }) {
  const seesBills = useMay('bill', 'view')
  return (
    <div className={styles.overview}>
      {children}
      {seesBills && (
        <div className={styles.cost}>
          <Boundary of={of.accountNo ?? of.groupId ?? of.id} isPart waiting={null}>
            <Cost of={of} />
          </Boundary>
        </div>
      )}
    </div>
  )
}
