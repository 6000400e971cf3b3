/** The largest bills of a proposal, and the table of all its bills, which is rendered only when it is opened. */
import { useMemo, useState } from 'react'
import { amountShown, dayShown, numberShown, type ProposalBill } from '~/core/core'
import { link } from '~/core/links'
import pay from '~/kit/paying/Pay.module.css'
import { Link } from '~/ui/button/Link'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { useLanguage } from '~/words/useLanguage'
import { type Translate, useTranslation } from '~/words/useTranslation'
import styles from './Proposal.module.css'

/** Bills shown without opening the table. They fit a phone's screen together with the decision. */
const LARGEST = 3

const keyOf = ({ invoiceNo }: ProposalBill) => invoiceNo
const hrefOf = ({ invoiceNo }: ProposalBill) => link('bill', { invoiceNo })

type Held = Pick<ProposalBill, 'isHeld' | 'hold' | 'newHold'>

/** The hold in spite of which the bill was chosen, and a hold that began since. */
const holds = ({ isHeld, hold, newHold }: Held, t: Translate<'proposals'>) => [
  isHeld && (hold ? t('held.chosen', { cause: t(`held.causes.${hold}`) }) : t('held.one')),
  newHold && t('held.new', { cause: t(`held.causes.${newHold}`) }),
]

/** The same for a column whose name says that these are holds. */
const holdsInColumn = ({ isHeld, hold, newHold }: Held, t: Translate<'proposals'>) => [
  isHeld && (hold ? t('held.inColumn.chosen', { cause: t(`held.causes.${hold}`) }) : t('held.inColumn.one')),
  newHold && t('held.inColumn.new', { cause: t(`held.causes.${newHold}`) }),
]

/** `bills` are the largest first. */
export function ProposalBills({ bills }: { bills: readonly ProposalBill[] }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  return (
    <>
      <ul className={styles.rows} aria-label={t('largest')}>
        {bills.slice(0, LARGEST).map(({ invoiceNo, accountNo, amount, dueDate, ...held }) => (
          <li key={invoiceNo}>
            <span>
              <Link href={link('bill', { invoiceNo })}>{invoiceNo}</Link>
              <span className={styles.under}>
                {[t('ofAccount', { accountNo }), dueDate && t('dueBy', { day: dayShown(dueDate, language) }), ...holds(held, t)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <strong>{amountShown(amount)}</strong>
          </li>
        ))}
      </ul>
      {bills.length > LARGEST && <AllBills bills={bills} />}
    </>
  )
}

function AllBills({ bills }: { bills: readonly ProposalBill[] }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const shown = { count: bills.length, shown: numberShown(bills.length) }
  const columns = useMemo(
    (): Column<ProposalBill>[] => [
      { id: 'invoice', header: t('columns.invoice'), cell: ({ invoiceNo }) => invoiceNo, priority: 'title', isRowHeader: true },
      { id: 'account', header: t('columns.account'), cell: ({ accountNo }) => accountNo },
      ...(bills.some(({ isHeld, newHold }) => isHeld || newHold !== null)
        ? [
            {
              id: 'hold',
              header: t('columns.hold'),
              cell: (bill: ProposalBill) => holdsInColumn(bill, t).filter(Boolean).join(' · '),
            },
          ]
        : []),
      { id: 'due', header: t('columns.due'), cell: ({ dueDate }) => dueDate && dayShown(dueDate, language), isDate: true },
      { id: 'amount', header: t('columns.amount'), cell: ({ amount }) => amountShown(amount), align: 'end', priority: 'amount' },
    ],
    [t, language, bills],
  )
  return (
    <details className={pay.chosen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('allBills', shown)}</summary>
      {isOpen && (
        <DataTable
          caption={t('bills', shown)}
          columns={columns}
          rows={bills}
          rowKey={keyOf}
          rowLabel={keyOf}
          rowHref={hrefOf}
          empty={{ title: t('list.none') }}
        />
      )}
    </details>
  )
}
