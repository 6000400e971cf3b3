/** Dialogue that shows a new token, once. Only its button closes it, so that the token is not lost by a click next to it. */
import type { CreatedApiToken } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { CopyableText } from '~/ui/button/CopyableText'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { Modal } from '~/ui/overlay/Modal'
import { useTranslation } from '~/words/useTranslation'

export function ShownToken({ created: { token, secret }, onClose }: { created: CreatedApiToken; onClose: () => void }) {
  const { t } = useTranslation('apiTokens')
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('shown.title', { name: token.name })}
      isDismissable={false}
      hasCloseButton={false}
      footer={
        <Button mode="primary" onPress={onClose}>
          {t('shown.done')}
        </Button>
      }
    >
      <Stack gap={4}>
        <Notice tone="warning" title={t('shown.once')}>
          {t('shown.onceBody')}
        </Notice>
        <CopyableText text={secret} label={t('shown.copyOne', { name: token.name })} />
        {token.state === 'rotating' && <p>{t('shown.overlap')}</p>}
      </Stack>
    </Modal>
  )
}
