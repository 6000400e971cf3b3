/** The bar under every list of bills, with the number and total of the chosen bills, and a button to pay them. */

import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { amountShown, compareAmounts, constants, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalQuery, useOptionalRead } from '~/kit/call/read'
import { fitDraft, useDraft } from '~/kit/paying/draft'
import { FindingsActions } from '~/kit/paying/FindingsActions'
import { atStakeOf, useOpenFindings } from '~/kit/paying/openFindings'
import { useChosen, useChosenSum } from '~/kit/paying/selection'
import { tooMany } from '~/kit/paying/tooMany'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { deferCode, useDeferredCode } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Menu } from '~/ui/overlay/Menu'
import { SelectionBar } from '~/ui/table/SelectionBar'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { SendBills } from './SendBills'
import { useBillsMenu } from './useBillsMenu'

const deferredRefusal = deferCode(async () => (await import('~/kit/paying/draftRefusal')).draftRefusal)

export function PayBar() {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const [, setBills] = useChosen()
  const sum = useChosenSum()
  const mayPay = useMay('payment', 'add')
  // With a complete draft, the user came from the review step and returns to it.
  const isReady = useIsReady()
  const readOnly = useReadOnly()
  const whyNot = readOnly ?? tooMany(sum?.bills ?? 0, language)
  return (
    <SelectionBar
      isShown={sum !== undefined && sum.bills > 0}
      text={t('bar.text', {
        bills: t('bills', { count: sum?.bills ?? 0, shown: numberShown(sum?.bills) }),
        accounts: t('accounts', { count: sum?.accounts ?? 0, shown: numberShown(sum?.accounts) }),
      })}
      total={amountShown(sum?.total)}
      note={useFindingsNote(mayPay)}
      onClear={() => setBills(new Map())}
      actions={
        <>
          <DownloadChosen />
          <SendBills isMain={!mayPay && readOnly === undefined} whyNot={whyNot} />
          {(mayPay || readOnly !== undefined) &&
            (whyNot === undefined ? (
              <LinkButton mode="primary" href={isReady ? link('payReview') : link('payMethod')}>
                {t('bar.go')}
              </LinkButton>
            ) : (
              <Button mode="primary" isDisabled why={whyNot}>
                {t('bar.go')}
              </Button>
            ))}
        </>
      }
    />
  )
}

/** Returns how many of the chosen bills have open findings, with the actions for these bills. */
function useFindingsNote(mayPay: boolean) {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const [chosen] = useChosen()
  const findings = useOptionalQuery(useOpenFindings(), mayPay && chosen.size > 0)
  const { bills, total } = useMemo(() => atStakeOf(findings ?? [], chosen, language), [findings, chosen, language])
  const count = bills.length
  if (count === 0) return undefined
  const said = { count, shown: numberShown(count), all: numberShown(chosen.size), amount: amountShown(total) }
  return {
    text: t(compareAmounts(total, '0.00') > 0 ? 'findings.inBar' : 'findings.inBarOnly', said),
    actions: <FindingsActions bills={bills} isAll={count === chosen.size} />,
  }
}

/** Whether the draft of the payment is complete and valid for the chosen bills. Returns false until the check has loaded. */
function useIsReady(): boolean {
  const language = useLanguage()
  const [draft] = useDraft()
  const sum = useChosenSum()
  const mayPay = useMay('payment', 'add')
  const offers = useOptionalRead('GetPaymentMethods', {}, mayPay && draft.method !== null)
  const draftRefusal = useDeferredCode(deferredRefusal, draft.method !== null)
  if (!draft.method || !sum || !draftRefusal) return false
  const current = fitDraft(draft, sum.total, offers?.methods ?? [], language)
  return !draftRefusal(current, sum.total, offers?.mostReferenceNumbers ?? constants.maxReferences, language)
}

function DownloadChosen() {
  const { t } = useTranslation('downloads')
  const id = useBulkId()
  const [bills] = useChosen()
  const { items, isPending } = useBillsMenu()
  return (
    <Menu
      label={t('bills.label')}
      trigger={<Button icon={<Download />} label={t('bills.label')} isLoading={isPending} />}
      items={items({ id, invoiceNos: [...bills.keys()] })}
    />
  )
}
