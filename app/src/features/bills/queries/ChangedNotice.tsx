/** Says that the query changed while the user was writing. The text can be sent once the user has read the change. */
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

export function ChangedNotice({ onRead }: { onRead: () => void }) {
  const { t } = useTranslation('queries')
  return (
    <Notice
      tone="warning"
      title={t('changed.title')}
      isAnnounced
      actions={
        <Button size="small" onPress={onRead}>
          {t('changed.read')}
        </Button>
      }
    >
      {t('changed.body')}
    </Notice>
  )
}
