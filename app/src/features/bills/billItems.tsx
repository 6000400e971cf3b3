/** Items for the detail cards of a bill. */

import { amountShown, type BillDetails, billRest, check, compareAmounts, type Day, dayShown, type Language, type Money } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import type { DescriptionItem } from '~/ui/text/Description'
import type { Translate } from '~/words/useTranslation'

type Items = (t: Translate<'bills'>, language: Language, details: BillDetails) => DescriptionItem[]

/** The charges, with rounding or adjustment, so that the lines add up to the total. */
export const amountItems: Items = (t, language, { bill, taxAmount, remainder: { rounding, adjustment } }) => [
  { id: 'due', label: t('columns.due'), value: bill.dueDate && dayShown(bill.dueDate, language) },
  { id: 'current', label: t('columns.current'), value: amountShown(bill.currentCharge) },
  { id: 'tax', label: t('details.tax'), value: amountShown(taxAmount) },
  { id: 'earlier', label: t('columns.earlier'), value: amountShown(bill.outstandingAmount) },
  ...(isNothing(adjustment)
    ? [{ id: 'rounding', label: t('details.rounding'), value: amountShown(rounding) }]
    : [{ id: 'adjustment', label: t('details.adjustment'), value: amountShown(adjustment) }]),
  { id: 'total', label: t('columns.total'), value: amountShown(bill.totalAmountPayable) },
  ...(isNothing(bill.settledAmount)
    ? []
    : [
        { id: 'settled', label: t('settlement.paid'), value: amountShown(bill.settledAmount) },
        { id: 'rest', label: t('settlement.rest'), value: amountShown(billRest(bill.totalAmountPayable, bill.settledAmount)) },
      ]),
]

export const readingItems: Items = (t, language, details) => [
  { id: 'period', label: t('details.period'), value: period(details.readingStart, details.readingEnd, language) },
  { id: 'kind', label: t('details.readingType'), value: known(t, details.readingType) },
  { id: 'tariff', label: t('details.tariff'), value: details.tariff },
  {
    id: 'kwh',
    label: t('details.consumption'),
    value: details.consumptionKwh && t('details.kwh', { shown: grouped(details.consumptionKwh) }),
  },
  ...(details.maximumDemandKw === null
    ? []
    : [{ id: 'kw', label: t('details.demand'), value: t('details.kw', { shown: grouped(details.maximumDemandKw) }) }]),
]

/** The address on one line. A city that ends the address is not repeated, and neither is a city that is also a state. */
const premisesOf = (address: string, postalCode: string, city: string, state: string) =>
  [
    address.endsWith(`, ${city}`) ? address.slice(0, -city.length - 2) : address,
    `${postalCode} ${city}`,
    ...(state === city ? [] : [state]),
  ].join(', ')

export const billItems: Items = (
  t,
  language,
  { bill, billType, companyName, premisesAddress, postalCode, city, state, lastBillNo, lastAmountPaid },
) => [
  { id: 'account', label: t('columns.account'), value: [bill.accountNo, bill.referenceId].filter(Boolean).join(' · ') },
  { id: 'group', label: t('details.group'), value: bill.groupName },
  { id: 'company', label: t('details.company'), value: companyName },
  { id: 'premises', label: t('details.premises'), value: premisesOf(premisesAddress, postalCode, city, state) },
  { id: 'type', label: t('details.billType'), value: billType },
  { id: 'date', label: t('details.invoiceDate'), value: dayShown(bill.invoiceDate, language) },
  {
    id: 'batch',
    label: t('columns.batch'),
    value: <Link href={link('outstandingBills', { batch: bill.billBatchId })}>{bill.billBatchId}</Link>,
  },
  { id: 'extracted', label: t('details.extracted'), value: dayShown(bill.extractionDate, language) },
  { id: 'collective', label: t('details.collective'), value: bill.collectiveInvoiceNo },
  {
    id: 'lastBill',
    label: t('details.lastBill'),
    value:
      lastBillNo && check('invoiceNo', lastBillNo, language).value ? (
        <Link href={link('bill', { invoiceNo: lastBillNo })}>{lastBillNo}</Link>
      ) : (
        lastBillNo
      ),
  },
  { id: 'last', label: t('details.lastPaid'), value: lastAmountPaid && amountShown(lastAmountPaid) },
]

const isNothing = (amount: Money) => compareAmounts(amount, '0.00') === 0

const period = (start: Day | null, end: Day | null, language: Language) =>
  start && end ? `${dayShown(start, language)} – ${dayShown(end, language)}` : start || end ? dayShown(start ?? end, language) : undefined

const readings = ['actual', 'estimated', 'final', 'special', 'unmetered'] as const

const known = (t: Translate<'bills'>, reading: string) => {
  const word = readings.find((one) => one === reading)
  return word ? t(`details.readings.${word}`) : reading
}

/** Adds thousands separators and drops `.00`: 12450.00 becomes 12,450. */
export const grouped = (figure: string) => figure.replace(/\.00$/, '').replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')
