/** New recovery codes, which are shown once: to copy, to download and to print. */
import { Download, Printer } from 'lucide-react'
import { useOptionalRead } from '~/kit/call/read'
import { save } from '~/kit/call/save'
import { useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { CopyButton } from '~/ui/button/CopyButton'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import styles from './Factors.module.css'
import { recoveryFile } from './recovery'

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('security')
  const { email } = useProfile()
  const portal = useOptionalRead('GetPortal', {})?.utilityName ?? t('common:product')
  const heading = t('recovery.file', { email, portal })
  function download() {
    const text = recoveryFile(heading, t('recovery.fileOnce'), codes)
    save(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('recovery.fileName'))
  }
  return (
    <Stack gap={4}>
      <Notice tone="warning" title={t('recovery.keep')}>
        {t('recovery.keepBody')}
      </Notice>
      <p className={styles.printed}>{heading}</p>
      <ol className={styles.codes} aria-label={t('recovery.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Stack direction="along" gap={2}>
        <CopyButton text={codes.join('\n')} />
        <Button icon={<Download />} onPress={download}>
          {t('recovery.download')}
        </Button>
        <Button icon={<Printer />} onPress={() => window.print()}>
          {t('recovery.print')}
        </Button>
      </Stack>
    </Stack>
  )
}
