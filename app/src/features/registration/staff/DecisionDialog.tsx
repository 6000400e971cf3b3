/** The decision that the address says, for whoever may make it. When a colleague was first it tells who, and nothing is decided. */
import type { ReviewedApplication } from '../../../core/core'
import { Button } from '../../../ui/button/Button'
import { Stack } from '../../../ui/layout/Stack'
import { Modal } from '../../../ui/overlay/Modal'
import { useTranslation } from '../../../words/useTranslation'
import { DecisionForm } from './DecisionForm'
import { LastDecision } from './LastDecision'
import type { Decision } from './reviewSearch'
import { useDecide, useMayDecide } from './useReview'

interface Props {
  application: ReviewedApplication
  decision: Decision | undefined
  onClose: () => void
}

export function DecisionDialog({ application, decision, onClose }: Props) {
  const { t } = useTranslation('registrationStaff')
  const { isOpen, mayDecide, whyNot } = useMayDecide(application.head.status)
  const decide = useDecide()
  // What was just decided here is not told as if somebody else had.
  if (!decision || !mayDecide || decide.isSuccess) return null
  if (isOpen || decide.isPending)
    return <DecisionForm application={application} decision={decision} decide={decide.mutateAsync} onClose={onClose} />
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
