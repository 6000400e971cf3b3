/** The answers so far, each with a link to change it. */
import { amountShown, type Money, numberShown, type PaymentMethod, paymentMethod, type Selection } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { type Draft, takesReferences } from '~/kit/paying/draft'
import styles from '~/kit/paying/Pay.module.css'
import { useNow } from '~/kit/session/useNow'
import { useProfile } from '~/kit/session/useProfile'
import { Description, type DescriptionItem } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { methodWhyNot } from '../method/whyNot'

interface Props {
  /** How it is paid; left out for a payment that is sent for approval, whose method is chosen at its release. */
  payment?: { draft: Draft; method: PaymentMethod }
  sum: Selection
}

type Change = 'bills' | 'method' | 'bank' | 'references'

export function Answers({ payment, sum }: Props) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  const language = useLanguage()
  const { name, email, companyName, bulkId } = useProfile()
  const banks = useRead('GetBankList', {})
  const change = (what: Change, href: string) => ({ label: t('review.change'), name: t(`review.changeOf.${what}`), href })
  const toMethod = link('payMethod')

  const items: DescriptionItem[] = [
    { id: 'payer', label: t('review.payer'), value: <Lines lines={[name, email]} /> },
    { id: 'bulk', label: t('review.bulk'), value: <Lines lines={[companyName ?? bulkId ?? '', companyName && bulkId]} /> },
    {
      id: 'bills',
      label: t('review.bills'),
      value: t('paying:bar.text', {
        bills: t('paying:bills', { count: sum.bills, shown: numberShown(sum.bills) }),
        accounts: t('paying:accounts', { count: sum.accounts, shown: numberShown(sum.accounts) }),
      }),
      change: change('bills', link('outstandingBills')),
    },
  ]
  if (payment) {
    const { method, draft } = payment
    items.push(
      { id: 'method', label: t('review.method'), value: paymentMethod(method, language).word, change: change('method', toMethod) },
      {
        id: 'bank',
        label: t('review.bank'),
        value: banks.find(({ bankId }) => bankId === draft.bankId)?.bankName ?? draft.bankId,
        change: change('bank', toMethod),
      },
    )
  }
  if (!payment) items.push({ id: 'method', label: t('review.method'), value: <MethodsAtRelease total={sum.total} /> })
  if (payment && takesReferences(payment.method)) {
    const { method, draft } = payment
    items.push({
      id: 'references',
      label: t(method === 'CHEQUE' ? 'review.cheques' : 'review.references'),
      value: (
        <ul>
          {draft.references.map(({ number, amount }) => (
            <li key={number} className={styles.pair}>
              <span>{number.trim()}</span>
              <span>{amountShown(amount)}</span>
            </li>
          ))}
        </ul>
      ),
      change: change('references', toMethod),
    })
  }
  items.push({ id: 'total', label: t('review.total'), value: amountShown(sum.total) })
  return <Description items={items} isTotalLast />
}

/** The methods that can pay the total of a proposal at once. It is not split into several payments. */
function MethodsAtRelease({ total }: { total: Money }) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const now = useNow()
  const offers = useOptionalRead('GetPaymentMethods', {})
  if (!offers) return null
  // A method that is closed now may be open on the day of release.
  const fitting = offers.methods.filter(
    (offer) => methodWhyNot({ ...offer, unavailable: null }, total, offers.mostReferenceNumbers, now, language) === undefined,
  )
  return t('approval.methods', { methods: fitting.map((offer) => paymentMethod(offer.paymentMethod, language).word).join(', ') })
}

function Lines({ lines: [first, second] }: { lines: [string, string | null | undefined] }) {
  return (
    <>
      {first}
      {second && <span className={styles.under}>{second}</span>}
    </>
  )
}
