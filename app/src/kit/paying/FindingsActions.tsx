/** Leaves the bills with open findings out of the payment, or asks the utility about all of them. */
import { useState } from 'react'
import { constants, numberShown } from '~/core/core'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { withWords } from '~/words/store'
import { useTranslation } from '~/words/useTranslation'
import { useMay } from '../session/useProfile'
import { useReadOnly } from '../session/useReadOnly'
import type { FoundBill } from './openFindings'
import { useLeaveOut } from './useLeaveOut'

const AskAboutBills = deferComponent(withWords(['queries'], async () => (await import('./AskAboutBills')).AskAboutBills))

interface Props {
  bills: readonly FoundBill[]
  /** Whether no other bill is chosen. */
  isAll: boolean
  isDisabled?: boolean
}

export function FindingsActions({ bills, isAll, isDisabled = false }: Props) {
  const { t } = useTranslation('paying')
  const leaveOut = useLeaveOut()
  const mayAsk = useMay('bill', 'update')
  const isReadOnly = useReadOnly() !== undefined
  // The bills when the form was opened: it stays the same while its bills leave the selection.
  const [asked, setAsked] = useState<readonly FoundBill[]>()
  const askable = bills.filter(({ findings }) => findings.every(({ state }) => state === 'open'))
  const isTooMany = askable.length > constants.maxQueryBills
  const count = (of: readonly FoundBill[]) => ({ count: of.length, shown: numberShown(of.length) })
  return (
    <>
      <Button
        size="small"
        onPress={() => leaveOut(bills, 'finding')}
        isDisabled={isDisabled || isAll}
        why={isAll ? t('findings.allOfThem') : undefined}
      >
        {t('findings.leaveOut', count(bills))}
      </Button>
      {mayAsk && !isReadOnly && askable.length > 0 && (
        <Button
          size="small"
          onPress={() => setAsked(askable)}
          isDisabled={isDisabled || isTooMany}
          why={isTooMany ? t('findings.tooMany', { limit: numberShown(constants.maxQueryBills) }) : undefined}
        >
          {t(askable.length === bills.length ? 'findings.ask' : 'findings.askOthers', count(askable))}
        </Button>
      )}
      {asked && <AskAboutBills bills={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
