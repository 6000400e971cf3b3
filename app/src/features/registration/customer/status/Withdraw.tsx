/** Withdraws an application after a confirmation. This cannot be undone, but the user can start again. */
import { useState } from 'react'
import { call } from '~/kit/call/api'
import { whenRefetched } from '~/kit/call/refetch'
import { useAction } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'
import { deleteAllDrafts } from '../draft/load'

export function Withdraw({ registrationId }: { registrationId: string }) {
  const { t } = useTranslation('registration')
  const { email } = useProfile()
  const [isOpen, setIsOpen] = useState(false)
  const withdraw = useAction(() => call('WithdrawApplication', { registrationId }), {
    onSuccess: async () => {
      deleteAllDrafts(email)
      await whenRefetched()
      setIsOpen(false)
    },
  })
  function open() {
    // Clears the error of a previous attempt.
    withdraw.reset()
    setIsOpen(true)
  }
  return (
    <>
      <Button onPress={open}>{t('withdraw.act')}</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={() => withdraw.mutate()}
        title={t('withdraw.title')}
        confirmLabel={t('withdraw.act')}
        cancelLabel={t('act.cancel')}
        tone="danger"
        isLoading={withdraw.isPending}
      >
        <Stack gap={3}>
          <p>{t('withdraw.body')}</p>
          {withdraw.isError && <RefusalNotice error={withdraw.error} />}
        </Stack>
      </ConfirmDialog>
    </>
  )
}
