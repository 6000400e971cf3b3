/** Where an FPX payment stands, in the bank gateway's words. */
import { type FpxStatus, fpxStatus } from '../../core/core'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { useLanguage } from '../../words/useLanguage'

export function FpxStatusBadge({ status }: { status: FpxStatus }) {
  const { word, tone } = fpxStatus(status, useLanguage())
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}
