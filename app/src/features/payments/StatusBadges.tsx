/** A payment's status in the words for its reader, and the bank gateway's status of an FPX payment. */
import { type FpxStatus, fpxStatus, type Language, paymentStatus, type Status } from '~/core/core'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { useLanguage } from '~/words/useLanguage'
import type { Audience } from './statuses'

export function statusWord(status: Status, audience: Audience, language: Language): string {
  const { staffWord, customerWord } = paymentStatus(status, language)
  return audience === 'staff' ? staffWord : customerWord
}

export function PaymentStatus({ status, audience }: { status: Status; audience: Audience }) {
  const language = useLanguage()
  return <StatusBadge tone={paymentStatus(status, language).tone}>{statusWord(status, audience, language)}</StatusBadge>
}

export function FpxStatusBadge({ status }: { status: FpxStatus }) {
  const { word, tone } = fpxStatus(status, useLanguage())
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}
