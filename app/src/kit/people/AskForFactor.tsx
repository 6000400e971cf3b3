/** The message that asks colleagues to set up two-factor authentication, for the user's own e-mail program or chat. */
import { link } from '~/core/links'
import { Button } from '~/ui/button/Button'
import { CopyButton } from '~/ui/button/CopyButton'
import { Link } from '~/ui/button/Link'
import { Stack } from '~/ui/layout/Stack'
import { Modal } from '~/ui/overlay/Modal'
import { useTranslation } from '~/words/useTranslation'
import type { AskedPerson } from './payers'

export function AskForFactor({ people, onClose }: { people: readonly AskedPerson[]; onClose: () => void }) {
  const { t } = useTranslation('security')
  const message = t('ask.message', { address: location.origin + link('addFactor') })
  const subject = t('ask.subject')
  const to = people.map(({ email }) => email).join(',')
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('ask.title')}
      footer={
        <>
          <CopyButton text={message}>{t('ask.copy')}</CopyButton>
          <Button
            mode="primary"
            onPress={() => location.assign(`mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message)}`)}
          >
            {t('ask.write')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <ul aria-label={t('ask.to')}>
          {people.map(({ userId, name, email }) => (
            <li key={userId}>
              {name} ({email})
            </li>
          ))}
        </ul>
        <p>{message}</p>
        <p>{t('ask.onHome')}</p>
        <p>
          <Link href={link('factorPolicy')}>{t('ask.require')}</Link>
        </p>
      </Stack>
    </Modal>
  )
}
