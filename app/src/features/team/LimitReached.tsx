/** Dialogue for a bulk account with the maximum number of users: how to make room for another. */
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Modal } from '~/ui/overlay/Modal'
import { useTranslation } from '~/words/useTranslation'
import type { Team } from './team'

interface Props {
  team: Team
  /** Core's message, with the limit. */
  message: string | undefined
  /** Whether a form with unsaved entries is open behind it. */
  isTyped?: boolean
  onClose: () => void
}

export function LimitReached({ team, message, isTyped = false, onClose }: Props) {
  const { t } = useTranslation('team')
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('limit.title')}
      role="alertdialog"
      footer={
        <>
          <Button onPress={onClose}>{t('common:ui.close')}</Button>
          <LinkButton href={team.hrefOf('inactive')}>{t('limit.inactive')}</LinkButton>
          <LinkButton mode="primary" href={team.hrefOf('pending')}>
            {t('limit.pending')}
          </LinkButton>
        </>
      }
    >
      <p>{message}</p>
      <p>{t('limit.body')}</p>
      {isTyped && <p>{t('limit.kept')}</p>}
    </Modal>
  )
}
