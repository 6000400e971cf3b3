/** Opens the form that asks the utility about a bill. The form is part of the bill's page. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { QueryKind } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { parseText } from '~/kit/list/address'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { useTranslation } from '~/words/useTranslation'
import { openQueryOf, queriesOfBill } from './ask'

interface About {
  kind?: QueryKind
  /** The ID of the finding that the query is about. */
  finding?: string
  /** The open tab of the bill's page, which stays open. */
  tab?: string | undefined
}

/** Whether the user asks the utility. Viewers, and staff in customer view mode, only read queries. */
export function useMayAsk(): boolean {
  const may = useMay('bill', 'update')
  return useReadOnly() === undefined && may
}

/** Returns the address of the form. */
export const askAddress = (invoiceNo: string, { kind, finding, tab }: About) => link('bill', { invoiceNo, open: 'ask', kind, finding, tab })

/** Returns a function that opens the form, and why it cannot be opened. */
export function useAsk(invoiceNo: string) {
  const { t } = useTranslation('bills')
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false })
  const may = useMay('bill', 'update')
  const readOnly = useReadOnly()
  const open = openQueryOf(useOptionalRead('GetQueries', queriesOfBill(useBulkId(), invoiceNo))?.items)
  const whyNot = readOnly ?? (may ? open && t('ask.isOpen') : t('ask.mayNot'))
  return {
    whyNot,
    ask: (about: About = {}) => void navigate({ href: askAddress(invoiceNo, { ...about, tab: parseText(tab) }), resetScroll: false }),
  }
}
