/** Setting up two-factor authentication in a dialogue above any screen, so that a filled form stays. */
import { atom } from 'jotai'

/** Whether the dialogue is open. `routes/rootRoute.tsx` shows it. */
export const isFactorSetupOpenAtom = atom(false)

/** The notice that takes the focus when the dialogue closes, because its button is gone then. */
export const factorNoticeId = 'factor-needed'
