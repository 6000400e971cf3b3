/** The payments that each method would make of bills, planned by core, and their words. */
import { planPayments } from 'gridbill-core/accounting'
import {
  amountShown,
  type Language,
  type MethodOffer,
  type Money,
  numberShown,
  type PaymentMethod,
  type PaymentPlan,
  paymentMethod,
} from '~/core/core'
import type { ChosenBills } from '~/kit/paying/selection'
import type { Translate } from '~/words/useTranslation'

export type Plans = ReadonlyMap<PaymentMethod, PaymentPlan>

/** Returns the plan of each offered method. */
export function plansOf(bills: ChosenBills, methods: readonly MethodOffer[], mostReferences: number): Plans {
  const selection = [...bills].map(([invoiceNo, { amount }]) => ({ invoiceNo, amount }))
  return new Map(methods.map(({ paymentMethod: method }) => [method, planPayments(selection, method, mostReferences)]))
}

/** Returns the payment that is made first: the first of several, or the whole selection. */
export function firstOf(plan: PaymentPlan | undefined, total: Money, invoiceNos: readonly string[]) {
  const first = plan && plan.payments.length > 1 ? plan.payments[0] : undefined
  return first ? { total: first.totalAmount, invoiceNos: first.invoiceNos } : { total, invoiceNos }
}

const transfersOf = ({ payments }: PaymentPlan) => payments.reduce((sum, { transfers }) => sum + transfers.length, 0)

/** Whether a method needs several payments or transfers. Otherwise the plans say nothing new. */
export const needsSeveral = (plans: Plans) => [...plans.values()].some((plan) => plan.payments.length > 1 || transfersOf(plan) > 1)

/** Says how many payments, and how many transfers or cheques, a method makes of the bills. */
export function planWords(t: Translate<'paymentsMaking'>, plan: PaymentPlan): string {
  const payments = t('plan.payments', { count: plan.payments.length, shown: numberShown(plan.payments.length) })
  const transfers = transfersOf(plan)
  if (transfers <= plan.payments.length) return t('plan.makes', { what: payments })
  const what = t('plan.ofTransfers', { payments, transfers: t('plan.transfers', { count: transfers, shown: numberShown(transfers) }) })
  return t('plan.makes', { what })
}

/** Names a bill that the method cannot pay, with the methods that can. Undefined if the method can pay all bills. */
export function unplannedWhyNot(t: Translate<'paymentsMaking'>, plan: PaymentPlan, language: Language): string | undefined {
  const bill = plan.unplanned[0]
  // Without another method or another bill, the method's own limit says it all.
  if (!bill || bill.methods.length === 0 || (bill.reason === 'amountBelowMethod' && plan.payments.length === 0)) return undefined
  return t(bill.reason === 'amountAboveMethod' ? 'plan.tooLarge' : 'plan.tooSmall', {
    count: plan.unplanned.length,
    shown: numberShown(plan.unplanned.length),
    invoice: bill.invoiceNo,
    amount: amountShown(bill.amount),
    limit: amountShown(bill.limit),
    methods: bill.methods.map((method) => paymentMethod(method, language).word).join(', '),
  })
}
