/** Shows the secret of a webhook once. Only its button closes the dialogue. */
import type { WebhookSecret } from '~/core/core'
import rows from '~/kit/page/Rows.module.css'
import { Button } from '~/ui/button/Button'
import { CopyableText } from '~/ui/button/CopyableText'
import { Stack } from '~/ui/layout/Stack'
import { Modal } from '~/ui/overlay/Modal'
import { Description } from '~/ui/text/Description'
import { useTranslation } from '~/words/useTranslation'

export function SecretDialog({ secret: { secret, publicKey }, onClose }: { secret: WebhookSecret; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('secretTitle')}
      isDismissable={false}
      footer={
        <Button mode="primary" onPress={onClose}>
          {t('done')}
        </Button>
      }
    >
      <Stack gap={4}>
        <p>{t('secretLead')}</p>
        <Description
          items={[
            { id: 'secret', label: t('secret'), value: <CopyableText size="small" text={secret} label={t('copySecret')} /> },
            { id: 'key', label: t('publicKey'), value: <CopyableText size="small" text={publicKey} label={t('copyKey')} /> },
          ]}
        />
        <p className={rows.note}>{t('publicKeyHint')}</p>
      </Stack>
    </Modal>
  )
}
