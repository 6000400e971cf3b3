/** Costs of the last complete month: the most expensive accounts, the largest increases, and the costs by state. */
import { type ReactNode, useState } from 'react'
import { type AccountCost, amountShown, type MonthCosts, monthShown } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { percentChange, percentShown } from '~/kit/cost/years'
import { Link } from '~/ui/button/Link'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Views } from '~/ui/layout/Views'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Costs.module.css'
import { States } from './States'

const views = ['dearest', 'rising'] as const

export function Costs({ bulkId }: { bulkId: string }) {
  const { costs } = useRead('GetCostliest', { id: bulkId })
  return costs && <Content costs={costs} />
}

function Content({ costs: { month, comparedWith, dearest, rising, states } }: { costs: MonthCosts }) {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const [view, setView] = useState<string>('dearest')
  const shown = monthShown(month, language)
  const before = comparedWith && monthShown(comparedWith, language)
  const invoiced = t('costs.invoiced', { month: shown })
  return (
    <Stack gap={5}>
      <Card
        title={t('costs.title')}
        actions={
          <Views
            label={t('costs.title')}
            views={views.map((id) => ({ id, label: t(`costs.views.${id}`) }))}
            current={view}
            onChange={setView}
          />
        }
      >
        {view === 'dearest' ? (
          <>
            <p className={styles.when}>{invoiced}</p>
            <Accounts
              accounts={dearest}
              label={t('costs.dearest')}
              none={t('costs.dearestNone')}
              measure={({ cost }) => Number(cost)}
              value={({ cost }) => amountShown(cost)}
            />
          </>
        ) : (
          <>
            <p className={styles.when}>{before ? t('costs.on', { month: shown, before }) : invoiced}</p>
            <Accounts
              accounts={rising}
              label={t('costs.rising')}
              none={before ? t('costs.risingNone', { month: before }) : t('costs.risingUnknown')}
              measure={({ rise }) => Number(rise ?? 0)}
              value={(account) => <Rise {...account} />}
            />
          </>
        )}
      </Card>
      {states.length > 0 && (
        <Card title={t('costs.states')}>
          <p className={styles.when}>{invoiced}</p>
          <div data-tour="states">
            <States states={states} label={t('costs.statesCaption', { month: shown })} />
          </div>
        </Card>
      )}
    </Stack>
  )
}

interface AccountsProps {
  accounts: readonly AccountCost[]
  label: string
  none: string
  /** The length of an account's bar, relative to the others. */
  measure: (account: AccountCost) => number
  value: (account: AccountCost) => ReactNode
}

function Accounts({ accounts, label, none, measure, value }: AccountsProps) {
  const most = Math.max(1, ...accounts.map(measure))
  if (accounts.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ol className={styles.list} aria-label={label}>
      {accounts.map((account) => (
        <li key={account.accountNo}>
          <Link href={link('account', { accountNo: account.accountNo })} className={styles.row}>
            <span className={styles.who}>
              <span className={styles.number}>{account.accountNo}</span>{' '}
              {account.referenceId && <span className={styles.reference}>{account.referenceId}</span>}
            </span>{' '}
            <span className={styles.value}>{value(account)}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.share} style={{ inlineSize: `${(measure(account) / most) * 100}%` }} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function Rise({ cost, before, rise }: AccountCost) {
  const percent = percentChange(cost, before)
  return (
    <>
      +{amountShown(rise)} {percent !== undefined && <span className={styles.reference}>{percentShown(percent)}</span>}
    </>
  )
}
