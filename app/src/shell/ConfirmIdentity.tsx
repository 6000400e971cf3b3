/** Asks users to confirm their identity, above any screen. The call that required it then continues. */
import { useAtomValue } from 'jotai'
import { openQuestionAtom } from '../kit/session/confirmIdentity'
import { deferComponent } from '../ui/base/deferred'
import { withWords } from '../words/store'

const ConfirmQuestion = deferComponent(withWords(['factors'], async () => (await import('./ConfirmQuestion')).ConfirmQuestion))

export function ConfirmIdentity() {
  const methods = useAtomValue(openQuestionAtom)
  return methods && <ConfirmQuestion methods={methods} />
}
