import type { Code, LinkKind } from '~/core/generatedData'

type LinkNextStep = 'activation' | 'newReset' | 'signIn'

/** Returns what a user can do whose link was refused, the most likely first. */
export function nextSteps(kind: LinkKind, code: Code): LinkNextStep[] {
  if (kind === 'reset' || kind === 'staffReset') return ['newReset', 'signIn']
  if (kind === 'activation' && (code === 'linkExpired' || code === 'linkInvalid')) return ['activation', 'signIn']
  // The user may have activated the account and left before choosing a password.
  if (kind === 'staffActivation' && (code === 'accountAlreadyActivated' || code === 'linkUsed')) return ['newReset', 'signIn']
  return ['signIn']
}
