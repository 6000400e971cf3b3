import { expect, test } from 'vitest'
import { nextSteps } from './nextSteps'

test('staff who activated the account without choosing a password can ask for a link', () => {
  expect(nextSteps('staffActivation', 'accountAlreadyActivated')).toEqual(['newReset', 'signIn'])
  // The server sends no such link before the account is activated.
  expect(nextSteps('staffActivation', 'linkExpired')).toEqual(['signIn'])
})

test('customers choose their password before they activate the account', () => {
  expect(nextSteps('activation', 'accountAlreadyActivated')).toEqual(['signIn'])
  expect(nextSteps('activation', 'linkExpired')).toEqual(['activation', 'signIn'])
})
