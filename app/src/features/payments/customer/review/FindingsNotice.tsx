/** Shows how many of the chosen bills have open findings, with the actions to leave those bills out or to ask about them. */
import { amountShown, compareAmounts, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useQueryData } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { FindingsActions } from '~/kit/paying/FindingsActions'
import { atStakeOf, useOpenFindings } from '~/kit/paying/openFindings'
import { useChosen } from '~/kit/paying/selection'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

export function FindingsNotice({ isSending }: { isSending: boolean }) {
  return (
    <Boundary isPart waiting={null}>
      <WithFindings isSending={isSending} />
    </Boundary>
  )
}

function WithFindings({ isSending }: { isSending: boolean }) {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const [chosen] = useChosen()
  const { bills, total } = atStakeOf(useQueryData(useOpenFindings()), chosen, language)
  const count = bills.length
  if (count === 0) return null
  const [only] = bills
  const said = { count, shown: numberShown(count), amount: amountShown(total) }
  return (
    <Notice
      tone="warning"
      title={t(compareAmounts(total, '0.00') > 0 ? 'findings.title' : 'findings.titleOnly', said)}
      actions={
        <>
          <FindingsActions bills={bills} isAll={count === chosen.size} isDisabled={isSending} />
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
