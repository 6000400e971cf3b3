/** Chooses the account that an overpayment is credited to. The account is in the address, so that Back works. */

import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { amountShown, paymentStatuses } from '~/core/core'
import { paths } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { useTranslation } from '~/words/useTranslation'
import { ActOnPayment } from './ActOnPayment'
import { CreditAccounts } from './CreditAccounts'
import { CreditReview } from './CreditReview'

const route = getRouteApi(paths.paymentCredit)

export function ChooseCredit() {
  const { transactionNo } = route.useParams()
  return <Credit key={transactionNo} transactionNo={transactionNo} />
}

function Credit({ transactionNo }: { transactionNo: string }) {
  const { t } = useTranslation('payments')
  const { account } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = useWrite('MakeExcessiveReconciliationPayment')
  // The account that was sent. Back and Forward can change the account in the address while the request is running.
  const [sent, setSent] = useState<string>()
  return (
    <ActOnPayment
      transactionNo={transactionNo}
      title={t('credit.title')}
      waitsAs={paymentStatuses.overpayPending}
      sending={choose}
      done={{
        title: ({ reconcileAmount }) => t('credit.doneTitle', { amount: amountShown(reconcileAmount), account: sent ?? '' }),
        body: t('credit.doneBody'),
      }}
    >
      {(payment) =>
        account ? (
          <CreditReview
            payment={payment}
            accountNo={account}
            choose={choose}
            onSend={() => setSent(account)}
            onChange={() => void navigate({ search: {} })}
          />
        ) : (
          <CreditAccounts payment={payment} onChoose={(accountNo) => void navigate({ search: { account: accountNo } })} />
        )
      }
    </ActOnPayment>
  )
}
