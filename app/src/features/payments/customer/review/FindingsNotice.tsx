/** Shows how many of the chosen bills have open findings, with the action to leave those bills out. */
import { amountShown, compareAmounts, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useQueryData } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useChosen } from '~/kit/paying/selection'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { atStakeOf, useOpenFindings } from './openFindings'
import { useLeaveOut } from './useLeaveOut'

export function FindingsNotice({ isSending }: { isSending: boolean }) {
  return (
    <Boundary isPart waiting={null}>
      <WithFindings isSending={isSending} />
    </Boundary>
  )
}

function WithFindings({ isSending }: { isSending: boolean }) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const [chosen] = useChosen()
  const leaveOut = useLeaveOut()
  const { bills, total } = atStakeOf(useQueryData(useOpenFindings()), chosen, language)
  const count = bills.length
  if (count === 0) return null
  const [only] = bills
  const said = { count, shown: numberShown(count), amount: amountShown(total) }
  const isAll = count === chosen.size
  return (
    <Notice
      tone="warning"
      title={t(compareAmounts(total, '0.00') > 0 ? 'findings.title' : 'findings.titleOnly', said)}
      actions={
        <>
          <Button
            size="small"
            onPress={() => leaveOut(bills)}
            isDisabled={isSending || isAll}
            why={isAll ? t('findings.allOfThem') : undefined}
          >
            {t('findings.leaveOut', said)}
          </Button>
          <LinkButton size="small" mode="ghost" href={count === 1 && only ? link('bill', { invoiceNo: only.invoiceNo }) : link('findings')}>
            {t('findings.view')}
          </LinkButton>
        </>
      }
    >
      {t('findings.body')}
    </Notice>
  )
}
