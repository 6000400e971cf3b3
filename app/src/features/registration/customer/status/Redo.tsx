/** Starts a new draft from an application that has ended. */
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '~/core/links'
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

export function Redo({ registrationId }: { registrationId: string }) {
  const { t } = useTranslation('registration')
  const { email } = useProfile()
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const redo = useAction(() => call('RedoApplication', { registrationId }), {
    onSuccess: async () => {
      deleteAllDrafts(email)
      await whenRefetched()
      await router.navigate({ to: paths.registerCompany, search: {} })
    },
  })
  function open() {
    // Clears the error of a previous attempt.
    redo.reset()
    setIsOpen(true)
  }
  return (
    <>
      <Button mode="primary" onPress={open}>
        {t('redo.act')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={() => redo.mutate()}
        title={t('redo.title')}
        confirmLabel={t('redo.act')}
        cancelLabel={t('act.cancel')}
        isLoading={redo.isPending}
      >
        <Stack gap={3}>
          <p>{t('redo.body')}</p>
          {redo.isError && <RefusalNotice error={redo.error} />}
        </Stack>
      </ConfirmDialog>
    </>
  )
}
