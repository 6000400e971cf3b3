/** Says that there is no place for another user, and how to make one. */
import { Button } from '../../ui/button/Button'
import { LinkButton } from '../../ui/button/LinkButton'
import { Modal } from '../../ui/overlay/Modal'
import { useTranslation } from '../../words/useTranslation'
import type { Team } from './team'

interface Props {
  team: Team
  /** Core's sentence, with the limit. */
  message: string | undefined
  /** A form stands behind it with what was typed. */
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
          <LinkButton href={`${team.href}?activity=inactive`}>{t('limit.inactive')}</LinkButton>
          <LinkButton mode="primary" href={`${team.href}?activity=pending`}>
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
