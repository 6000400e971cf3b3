/** The dialogue for the decision in the address. If a colleague decided first, it says who, and offers no decision. */
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
  // The submission that the officer looked at. If the company submits again, the decision must not apply to the newer submission.
  const [seen] = useState(application.submission)
  // A decision just made here must not be reported as a colleague's.
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
