import { expect, test } from 'vitest'
import { find, matches } from './find'
import { screenSynonyms } from './synonyms'

test('each word matches anywhere in the name', () => {
  expect(matches('bil pukal', 'Akaun pukal dan bil')).toBe(true)
  expect(matches('', 'Bills')).toBe(true)
  expect(matches('bill x', 'Bills')).toBe(false)
})

test('what has the words in its name comes before what has them as synonyms, which match from their beginning', () => {
  const items = [{ label: 'Users', others: 'team invite' }, { label: 'Invite a colleague' }, { label: 'Findings', others: 'audit' }]
  expect(find('invite', items).map(({ label }) => label)).toEqual(['Invite a colleague', 'Users'])
  expect(find('vite', items).map(({ label }) => label)).toEqual(['Invite a colleague'])
  expect(find('team users', items).map(({ label }) => label)).toEqual(['Users'])
  expect(find('', items)).toHaveLength(3)
})

test('screens are found by other names in both languages', () => {
  const items = Object.entries(screenSynonyms).map(([screen, others]) => ({ screen, label: '', others }))
  const found = (typed: string) => find(typed, items).map(({ screen }) => screen)
  expect(found('carbon')).toEqual(['carbonReport'])
  expect(found('karbon')).toEqual(['carbonReport'])
  expect(found('invite')).toContain('users')
  expect(found('jemput')).toContain('users')
  expect(found('approve')).toContain('proposals')
  expect(found('hold')).toContain('queries')
  expect(found('e-invoice')).toEqual(['billHistory'])
  expect(found('pay overdue')).toEqual(['outstandingBills'])
  expect(found('mfa')).toContain('factorPolicy')
  expect(found('api')).toEqual(['webhooks', 'apiTokens'])
})
