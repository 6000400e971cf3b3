/** Sets up two-factor authentication above any screen, for a user who needs it to continue there. */
import { useAtom } from 'jotai'
import { factorNoticeId, isFactorSetupOpenAtom } from '~/kit/session/factorSetup'
import { deferComponent } from '~/ui/base/deferred'
import { withWords } from '~/words/store'

const FactorDialog = deferComponent(withWords(['security'], async () => (await import('./FactorDialog')).FactorDialog))

export function SetUpFactor() {
  const [isOpen, setOpen] = useAtom(isFactorSetupOpenAtom)
  function close() {
    setOpen(false)
    // React Aria returns the focus in the next frame if its button is still there, so wait one more.
    requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(factorNoticeId)?.focus()))
  }
  return isOpen && <FactorDialog onClose={close} />
}
