/** Lets the user give up their own payment that never reached the bank, so that its bills can be paid again. */
import { useState } from 'react'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'

export function GiveUpOwnPayment({ transactionNo, amount }: { transactionNo: string; amount: string }) {
  const { t } = useTranslation('payments')
  const [isAsking, setAsking] = useState(false)
  const giveUp = useWrite('GiveUpPayment')
  const whyNot = useReadOnly()
  return (
    <Stack gap={3}>
      <p>{t('giveUp.lead')}</p>
      {giveUp.data && !giveUp.data.isGivenUp && <Notice tone="warning" title={t('giveUp.known')} isAnnounced />}
      <div>
        <Button onPress={() => setAsking(true)} isDisabled={whyNot !== undefined} why={whyNot} whyShown="beside">
          {t('giveUp.open')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          giveUp.reset()
          setAsking(false)
        }}
        onConfirm={() => giveUp.mutate({ transactionNo }, { onSuccess: () => setAsking(false) })}
        title={t('giveUp.title', { amount })}
        confirmLabel={t('giveUp.confirm')}
        cancelLabel={t('giveUp.keep')}
        isLoading={giveUp.isPending}
      >
        {giveUp.isError && <RefusalNotice error={giveUp.error} />}
        <p>{t('giveUp.body')}</p>
        <p>{t('giveUp.late')}</p>
      </ConfirmDialog>
    </Stack>
  )
}
