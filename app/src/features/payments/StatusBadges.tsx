/** A payment's status in the words of whoever reads it, and the status that the bank gateway has of an FPX payment. */
import { type FpxStatus, fpxStatus, paymentStatus, type Status } from '../../core/core'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { useLanguage } from '../../words/useLanguage'
import type { Audience } from './statuses'

export function PaymentStatus({ status, audience }: { status: Status; audience: Audience }) {
  const shown = paymentStatus(status, useLanguage())
  return <StatusBadge tone={shown.tone}>{audience === 'staff' ? shown.staffWord : shown.customerWord}</StatusBadge>
}

export function FpxStatusBadge({ status }: { status: FpxStatus }) {
  const { word, tone } = fpxStatus(status, useLanguage())
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}
