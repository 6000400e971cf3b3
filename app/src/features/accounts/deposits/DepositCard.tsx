/** The deposit of one account, next to two average months. Nothing if the utility holds none. */
import { amountShown, dayShown } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { standing } from './depositList'

export function DepositCard({ bulkId, accountNo }: { bulkId: string; accountNo: string }) {
  const { t } = useTranslation('deposits')
  const language = useLanguage()
  const [deposit] = useRead('GetDeposits', { id: bulkId, accountNo }).rows.items
  if (!deposit) return null
  return (
    <Card
      title={t('ofAccount')}
      actions={
        <LinkButton size="small" href={link('deposits')}>
          {t('all')}
        </LinkButton>
      }
    >
      <Description
        items={[
          { id: 'standing', label: t('columns.standing'), value: standing(deposit, t) },
          { id: 'held', label: t('columns.held'), value: amountShown(deposit.held) },
          { id: 'required', label: t('columns.required'), value: deposit.required && amountShown(deposit.required) },
          { id: 'expires', label: t('columns.expires'), value: deposit.expiresOn && dayShown(deposit.expiresOn, language) },
        ]}
      />
    </Card>
  )
}
