/** The decision that the address names. When a colleague decided first, it tells who did, and nothing is decided. */
import { useState } from 'react'
import type { ReviewedApplication } from '../../../../core/core'
import { useWrite } from '../../../../kit/call/write'
import { Button } from '../../../../ui/button/Button'
import { Stack } from '../../../../ui/layout/Stack'
import { Modal } from '../../../../ui/overlay/Modal'
import { useTranslation } from '../../../../words/useTranslation'
import { LastDecision } from '../review/ActionLog'
import type { Decision } from '../review/reviewSearch'
import { DecisionForm } from './DecisionForm'
import { useMayDecide } from './useMayDecide'

interface Props {
  application: ReviewedApplication
  decision: Decision | undefined
  onDecided: () => void
  onClose: () => void
}

export function DecisionDialog({ application, decision, onDecided, onClose }: Props) {
  const { t } = useTranslation('registrationStaff')
  const { isOpen, mayDecide, whyNot } = useMayDecide(application.head.status, decision)
  const decide = useWrite('UpdateBulkAccountRegistrationStatus')
  // Should the company submit again meanwhile, nothing is decided about what nobody has looked at.
  const [seen] = useState(application.submission)
  // A decision that was just made here is not reported as a colleague's.
  if (!decision || !mayDecide || decide.isSuccess) return null
  if (isOpen || decide.isPending)
    return (
      <DecisionForm
        application={application}
        seen={seen}
        decision={decision}
        decide={decide.mutateAsync}
        onDecided={onDecided}
        onClose={onClose}
      />
    )
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('decide.moved')}
      role="alertdialog"
      footer={<Button onPress={onClose}>{t('common:ui.close')}</Button>}
    >
      <Stack gap={4}>
        <p>{whyNot}</p>
        <LastDecision head={application.head} />
      </Stack>
    </Modal>
  )
}
