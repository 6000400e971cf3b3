/** A payment that waits for the company's authoriser: time left, a reminder, and a link to copy. */
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { fpxApproval, instantShown, numberShown, type PaymentDetails, reminderRefusal } from '~/core/core'
import { link } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { useNow } from '~/kit/session/useNow'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { CopyButton } from '~/ui/button/CopyButton'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

const ColleagueDialog = deferComponent(async () => (await import('~/kit/colleagues/ColleagueDialog')).ColleagueDialog)

export function Approval({ payment: { transaction, remindedAt } }: { payment: PaymentDetails }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const now = useNow()
  const [isReminding, setReminding] = useState(false)
  const remind = useWrite('RemindAuthoriser')
  const { transactionNo, paymentDate } = transaction
  const { until, left } = fpxApproval(paymentDate, now, language)
  const tooSoon = reminderRefusal(remindedAt, now, language)?.errorMessage
  const readOnly = useReadOnly()
  const whyNot = readOnly ?? (left === null ? t('approval.over') : tooSoon)
  return (
    <Stack gap={3}>
      <p>
        {left === null ? t('approval.over') : t('approval.left', { left, until: instantShown(until, language) })}
        {remindedAt && ` ${t('approval.remindedAt', { when: instantShown(remindedAt, language) })}`}
      </p>
      <Stack gap={2} direction="along">
        <Button icon={<BellRing />} onPress={() => setReminding(true)} isDisabled={whyNot !== undefined} why={whyNot} whyShown="beside">
          {t('approval.remind')}
        </Button>
        <CopyButton text={`${location.origin}${link('payment', { transactionNo })}`} copied={t('approval.copied')}>
          {t('approval.copyLink')}
        </CopyButton>
      </Stack>
      {isReminding && (
        <ColleagueDialog
          title={t('approval.remindTitle')}
          lead={t('approval.remindLead')}
          submitLabel={t('approval.remindSubmit')}
          allLabel={t('approval.everybody')}
          onSend={async (userId) => {
            const { people } = await remind.mutateAsync({ transactionNo, ...(userId && { userId }) })
            return t('approval.reminded', { count: people, shown: numberShown(people) })
          }}
          onClose={() => setReminding(false)}
        />
      )}
    </Stack>
  )
}
