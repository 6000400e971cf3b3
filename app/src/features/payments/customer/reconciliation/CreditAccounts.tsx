/** The accounts of a payment, one of which is credited with what was paid too much. */
import { useDeferredValue, useMemo, useState } from 'react'
import { amountShown, type CreditAccount, countShown, type PaymentDetails, sentence } from '../../../../core/core'
import { messageOf } from '../../../../kit/call/api'
import { useCall } from '../../../../kit/call/useCall'
import { useMay } from '../../../../kit/session/useProfile'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/feedback/Notice'
import { SearchField } from '../../../../ui/form/SearchField'
import { Stack } from '../../../../ui/layout/Stack'
import { DataTable } from '../../../../ui/table/DataTable'
import type { Column } from '../../../../ui/table/dataTableTypes'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'

const keyOf = (account: CreditAccount) => account.accountNo

export function CreditAccounts({ payment, onChoose }: { payment: PaymentDetails; onChoose: (accountNo: string) => void }) {
  const { t } = useTranslation('payments')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const mayChoose = useMay('payment', 'update')
  const query = useCall('GetElectricityAccount', { transactionNo: payment.transaction.transactionNo })
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim().toLocaleLowerCase())
  const rows = useMemo(
    () =>
      (query.data ?? []).filter(
        ({ accountNo, referenceId }) => accountNo.includes(text) || referenceId?.toLocaleLowerCase().includes(text),
      ),
    [query.data, text],
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
  const difference = amountShown(payment.reconcileAmount)
  return (
    <Stack gap={5}>
      <p>
        {t('credit.lead', {
          difference,
          paid: amountShown(payment.transaction.paidAmount),
          billed: amountShown(payment.transaction.transactionAmount),
        })}
      </p>
      {!mayChoose && <Notice>{sentence('forbidden', language)}</Notice>}
      <DataTable
        caption={t('credit.count', { count: rows.length, shown: countShown(rows.length) })}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        rowLabel={keyOf}
        toolbar={<SearchField label={t('credit.search')} placeholder={t('credit.search')} value={typed} onChange={setTyped} />}
        isFiltered={text !== ''}
        isLoading={query.isPending}
        problem={
          query.isError
            ? { title: common('problem.loading'), body: messageOf(query.error), onRetry: () => void query.refetch() }
            : undefined
        }
        empty={{ title: t('credit.nothing') }}
        emptyFiltered={{ title: t('credit.nothingMatches') }}
      />
    </Stack>
  )
}
