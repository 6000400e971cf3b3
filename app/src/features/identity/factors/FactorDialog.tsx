/** The dialogue that adds a second factor. New recovery codes must be saved before it closes. */
import { Stack } from '~/ui/layout/Stack'
import { Modal } from '~/ui/overlay/Modal'
import { useFactorSteps } from './useFactorSteps'

export function FactorDialog({ onClose }: { onClose: () => void }) {
  const { title, lead, hasCodes, content } = useFactorSteps(onClose)
  return (
    <Modal isOpen onClose={onClose} title={title} size="large" closesOnOutside={false} isDismissable={!hasCodes}>
      <Stack gap={4}>
        <p>{lead}</p>
        {content}
      </Stack>
    </Modal>
  )
}
