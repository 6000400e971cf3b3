/** The list of a bank statement's lines, each with its matching payment, grouped by proposal. */

import { Info } from 'lucide-react'
import { useState } from 'react'
import {
  amountShown,
  type BankLine,
  dayShown,
  type Fit,
  instantShown,
  type Language,
  type LineGroup,
  numberShown,
  paymentMethod,
  sumAmounts,
  waitedShown,
} from '~/core/core'
import { link } from '~/core/links'
import { oneOf } from '~/kit/list/address'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { choice, text } from '~/kit/list/filters'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { Modal } from '~/ui/overlay/Modal'
import { Description } from '~/ui/text/Description'
import { TwoLines } from '~/ui/text/TwoLines'
import { useTranslation } from '~/words/useTranslation'
import styles from './bankLineList.module.css'

const lineGroups = ['accept', 'insufficient', 'overpayment', 'unmatched', 'decided', 'other'] as const satisfies LineGroup[]
const fits = ['exact', 'near'] as const satisfies Fit[]

const tones: Record<LineGroup, Tone> = {
  accept: 'progress',
  insufficient: 'warning',
  overpayment: 'warning',
  unmatched: 'neutral',
  decided: 'good',
  other: 'neutral',
}

type Words = Context<'bankStatements'>

/** The problem to look at, or how well the line fits. */
export function reasonOf({ why, problem, fit }: BankLine, { t }: Pick<Words, 't'>): string | undefined {
  if (problem) return t(`problem.${problem}`)
  if (why) return t(`why.${why}`)
  return fit ? t(`fit.${fit}`) : undefined
}

/** Whether the line is or may be the same transfer as a used line. */
const isRepeated = ({ why }: BankLine) => why === 'usedInOtherBank' || why === 'mayBeSame'

/** Whether the line has open money that can be matched with payments, or an officer can say that it is other money. */
const isOpen = (line: BankLine) => (line.open !== null && line.open !== '0.00') || isRepeated(line)

/** The proposal in words, with the missing or excess amount. */
export function proposalOf({ group, proposal }: BankLine, { t }: Pick<Words, 't'>): string {
  const amount = proposal?.amount && amountShown(proposal.amount)
  if (amount && proposal?.decision === 'insufficient') return t('group.insufficientOf', { amount })
  if (amount && proposal?.decision === 'overpayment') return t('group.overpaymentOf', { amount })
  return t(`group.${group}`)
}

/** The total received through these lines. */
export const totalReceived = (lines: readonly BankLine[], language: Language): string =>
  amountShown(
    sumAmounts(
      lines.flatMap(({ amount }) => amount ?? []),
      language,
    ).value,
  )

/** A payment as a link, followed by its description. */
const PaymentLink = ({ transactionNo, is }: { transactionNo: string; is: string }) => (
  <>
    <Link href={link('staffPayment', { transactionNo })}>{transactionNo}</Link> · {is}
  </>
)

/** Links to other uses of a line's money: another payment it may belong to, and another statement with the same line. */
function OtherLineUses({ line: { otherPayment, otherStatement }, context: { t } }: { line: BankLine; context: Words }) {
  return (
    <>
      {otherPayment && (
        <>
          {t('elsewhere.otherPayment')} <Link href={link('staffPayment', { transactionNo: otherPayment })}>{otherPayment}</Link>
        </>
      )}
      {otherPayment && otherStatement && ' · '}
      {otherStatement && (
        <Link href={link('bankStatement', { statementId: otherStatement.statementId })}>
          {t('elsewhere.otherStatement', {
            bank: otherStatement.bankName,
            file: otherStatement.fileName,
            line: numberShown(otherStatement.line),
          })}
        </Link>
      )}
    </>
  )
}

function Evidence({ line: { payment, used, amount }, context: { t, language } }: { line: BankLine; context: Words }) {
  if (used.length > 0) {
    return used.map(({ transactionNo, decision, share, decidedBy, decidedAt, companyName }) => (
      <TwoLines
        key={transactionNo}
        first={<PaymentLink transactionNo={transactionNo} is={share === amount ? t(`decision.${decision}`) : amountShown(share)} />}
        second={t('usedBy', { name: decidedBy, when: instantShown(decidedAt, language) })}
        extra={companyName}
      />
    ))
  }
  if (!payment) return null
  const numbers = payment.referenceNumbers.join(', ')
  const method = paymentMethod(payment.paymentMethod, language).word
  return (
    <TwoLines
      first={<PaymentLink transactionNo={payment.transactionNo} is={amountShown(payment.expected)} />}
      second={`${numbers} · ${payment.companyName}`}
      extra={`${method} · ${instantShown(payment.requestedAt, language)}`}
    />
  )
}

export const bankLineList = list('bankStatementLines', 'bankStatements', {
  filters: {
    search: text({ label: 'lines.search', hint: 'lines.searchHint' }),
    show: choice(lineGroups, { label: 'lines.group', any: 'lines.anyGroup', option: (group, { t }) => t(`group.${group}`) }),
    fit: choice(fits, { label: 'lines.fit', any: 'lines.anyFit', option: (fit, { t }) => t(`fit.${fit}`) }),
  },
  beside: { open: oneOf('columns') },
  rowKey: ({ line }: BankLine) => String(line),
  rowLabel: ({ line, reference }, { t }) => t('lines.row', { line, reference }),
  columns: [
    {
      id: 'day',
      header: 'lines.day',
      width: 7.5,
      isDate: true,
      worth: 3,
      cell: ({ day, line, group }, { t, language, today }) => {
        const row = t('lines.inFile', { line: numberShown(line) })
        const isOpen = day && group !== 'decided' && group !== 'other'
        return (
          <TwoLines
            first={day ? dayShown(day, language) : '–'}
            {...(isOpen ? { second: waitedShown(day, today, language), extra: row } : { second: row })}
          />
        )
      },
    },
    {
      id: 'reference',
      header: 'lines.reference',
      priority: 'title',
      isRowHeader: true,
      minWidth: 8.5,
      cell: ({ reference, description }) => <TwoLines first={reference || '–'} second={description} />,
    },
    {
      id: 'amount',
      header: 'lines.amount',
      width: 8.5,
      align: 'end',
      priority: 'amount',
      cell: ({ amount, writtenAmount, open, used }, { t }) =>
        amount === null ? (
          writtenAmount
        ) : used.length > 0 && open && open !== amount && open !== '0.00' ? (
          <TwoLines first={amountShown(amount)} second={t('match.openOf', { amount: amountShown(open) })} />
        ) : (
          amountShown(amount)
        ),
    },
    {
      id: 'payment',
      header: 'lines.payment',
      minWidth: 13,
      wraps: true,
      cell: (line, context) => {
        const isElsewhere = (line.otherPayment ?? line.otherStatement) !== null
        if (line.used.length === 0 && !line.payment && !isElsewhere) return null
        return (
          <>
            <Evidence line={line} context={context} />
            {isElsewhere && <OtherLineUses line={line} context={context} />}
          </>
        )
      },
    },
    {
      id: 'proposal',
      header: 'lines.proposal',
      minWidth: 11.75,
      priority: 'status',
      wraps: true,
      cell: (line, context) => (
        <TwoLines
          first={<StatusBadge tone={tones[line.group]}>{proposalOf(line, context)}</StatusBadge>}
          second={reasonOf(line, context)}
          isWarning={line.fit === 'near' || isRepeated(line) || line.why === 'countedBefore'}
        />
      ),
    },
    {
      id: 'match',
      header: 'match.action',
      width: 10,
      isActions: true,
      cell: (line, { t, may }) => {
        const mayMatch = isOpen(line) && may('pendingApproval', 'update')
        if (!mayMatch && line.cells.length === 0) return null
        return (
          <span className={styles.actions}>
            {mayMatch && (
              <Link
                href={link('bankLine', { statementId: line.statementId, line: String(line.line) })}
                aria-label={t('match.actionFor', { line: line.line, reference: line.reference })}
              >
                {t('match.action')}
              </Link>
            )}
            {line.cells.length > 0 && <OtherCells line={line} />}
          </span>
        )
      },
    },
  ],
  caption: ['lines.count', 'lines.matching'],
  selecting: 'lines.selectAll',
  empty: { title: 'lines.nothing' },
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesHint', clear: 'list.showAll' },
})

/** Opens the cells of a line's row that the list does not show, as the bank wrote them. */
function OtherCells({ line: { line, reference, cells } }: { line: BankLine }) {
  const { t } = useTranslation('bankStatements')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        mode="ghost"
        size="small"
        icon={<Info aria-hidden="true" />}
        label={t('lines.cellsOf', { line, reference })}
        onPress={() => setOpen(true)}
      />
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={t('lines.cells', { line })}>
        <Description
          items={cells.map(({ column, name, value }) => ({
            id: String(column),
            label: name || t('columns.unnamed', { place: column + 1 }),
            value,
          }))}
        />
      </Modal>
    </>
  )
}
