/** Asks users to confirm their identity, above any screen. The call that required it is then repeated. */
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { deferComponent } from '~/ui/base/deferred'
import { withWords } from '~/words/store'
import { loadQuestion, openQuestionAtom } from './confirmIdentity'

const ConfirmQuestion = deferComponent(withWords(['factors'], async () => (await import('./ConfirmQuestion')).ConfirmQuestion))

export function ConfirmIdentity() {
  const methods = useAtomValue(openQuestionAtom)
  useEffect(() => {
    if (methods) void loadQuestion(ConfirmQuestion.code)
  }, [methods])
  return methods && <ConfirmQuestion methods={methods} />
}
