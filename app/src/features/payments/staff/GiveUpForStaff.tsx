/** Gives up an FPX payment that the gateway has no record of, so that its bills can be paid again. */
import { useState } from 'react'
import { amountShown, type RequeryData, sentence } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

export function GiveUpForStaff({ record }: { record: RequeryData }) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const mayAsk = useMay('fpxManualRequery', 'update')
  const [isAsking, setAsking] = useState(false)
  const giveUp = useWrite('GiveUpFpxPayment')
  const figures = { amount: amountShown(record.amount), company: record.companyName }
  return (
    <>
      <Button onPress={() => setAsking(true)} isDisabled={!mayAsk} why={mayAsk ? undefined : sentence('forbidden', language)}>
        {t('giveUp.open')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          giveUp.reset()
          setAsking(false)
        }}
        onConfirm={() => giveUp.mutate({ transactionNo: record.transactionNo }, { onSuccess: () => setAsking(false) })}
        title={t('giveUp.title', figures)}
        confirmLabel={t('giveUp.confirm')}
        cancelLabel={t('decide.notYet')}
        isLoading={giveUp.isPending}
      >
        {giveUp.isError && <RefusalNotice error={giveUp.error} />}
        <p>{t('giveUp.body')}</p>
        <p>{t('giveUp.late')}</p>
      </ConfirmDialog>
    </>
  )
}
