/** Withdraws an application after a confirmation. This cannot be undone, but the user can start again. */
import { useState } from 'react'
import { call, messageOf } from '~/kit/call/api'
import { whenRefetched } from '~/kit/call/refetch'
import { useAction } from '~/kit/call/write'
import { useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
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
          {withdraw.isError && <Notice tone="bad" title={messageOf(withdraw.error)} isAnnounced />}
        </Stack>
      </ConfirmDialog>
    </>
  )
}
