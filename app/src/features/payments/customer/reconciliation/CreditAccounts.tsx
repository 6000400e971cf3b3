/** The accounts of a payment; the user chooses the account that receives the overpayment. */
import { useDeferredValue, useMemo, useState } from 'react'
import { amountShown, type CreditAccount, numberShown, type PaymentDetails, sentence } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { SearchField } from '~/ui/form/SearchField'
import { Stack } from '~/ui/layout/Stack'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

const keyOf = (account: CreditAccount) => account.accountNo

interface Props {
  payment: PaymentDetails
  onChoose: (accountNo: string) => void
}

export function CreditAccounts({ payment, onChoose }: Props) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const mayChoose = useMay('payment', 'update')
  const { transactionNo, paidAmount, transactionAmount } = payment.transaction
  // Held here, not in the table, because the table remounts when the accounts arrive.
  const [typed, setTyped] = useState('')
  const table = { typed, onType: setTyped, onChoose }
  return (
    <Stack gap={5}>
      <p>
        {t('credit.lead', {
          difference: amountShown(payment.reconcileAmount),
          paid: amountShown(paidAmount),
          billed: amountShown(transactionAmount),
        })}
      </p>
      {!mayChoose && <Notice>{sentence('forbidden', language)}</Notice>}
      <Boundary of={transactionNo} waiting={<AccountTable accounts={undefined} {...table} />}>
        <AccountsOf transactionNo={transactionNo} {...table} />
      </Boundary>
    </Stack>
  )
}

interface TableProps extends Pick<Props, 'onChoose'> {
  typed: string
  onType: (typed: string) => void
}

const AccountsOf = ({ transactionNo, ...table }: TableProps & { transactionNo: string }) => (
  <AccountTable accounts={useRead('GetElectricityAccount', { transactionNo })} {...table} />
)

function AccountTable({ accounts, typed, onType, onChoose }: TableProps & { accounts: CreditAccount[] | undefined }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const mayChoose = useMay('payment', 'update')
  const text = useDeferredValue(typed.trim().toLocaleLowerCase())
  const rows = useMemo(
    () =>
      (accounts ?? []).filter(({ accountNo, referenceId }) => accountNo.includes(text) || referenceId?.toLocaleLowerCase().includes(text)),
    [accounts, text],
  )
  const columns = useMemo<Column<CreditAccount>[]>(
    () => [
      { id: 'accountNo', header: t('invoices.account'), cell: keyOf, priority: 'title', isRowHeader: true },
      { id: 'referenceId', header: t('invoices.referenceId'), cell: (account) => account.referenceId },
      { id: 'amount', header: t('credit.paidFor'), cell: (account) => amountShown(account.amount), align: 'end', priority: 'amount' },
      {
        id: 'choose',
        header: t('credit.choice'),
        width: 7,
        align: 'end',
        cell: ({ accountNo }) => (
          <Button
            size="small"
            label={t('credit.chooseThis', { account: accountNo })}
            isDisabled={!mayChoose}
            why={sentence('forbidden', language)}
            onPress={() => onChoose(accountNo)}
          >
            {t('credit.choose')}
          </Button>
        ),
      },
    ],
    [t, language, mayChoose, onChoose],
  )
  return (
    <DataTable
      caption={t('credit.count', { count: rows.length, shown: numberShown(rows.length) })}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowLabel={keyOf}
      toolbar={<SearchField label={t('credit.search')} value={typed} onChange={onType} />}
      isFiltered={text !== ''}
      isLoading={accounts === undefined}
      empty={{ title: t('credit.nothing') }}
      emptyFiltered={{ title: t('credit.nothingMatches') }}
    />
  )
}
