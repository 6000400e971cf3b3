import { expect, test } from 'vitest'
import { find, matches } from './find'
import { screenSynonyms } from './synonyms'

test('each word matches anywhere in the name', () => {
  expect(matches('bil pukal', 'Akaun pukal dan bil')).toBe(true)
  expect(matches('', 'Bills')).toBe(true)
  expect(matches('bill x', 'Bills')).toBe(false)
})

test('what has the words in its name comes before what has them as synonyms, which match from their beginning', () => {
  const items = [
    { label: 'Users', others: 'team invite' },
    { label: 'Invite a colleague' },
    { label: 'Findings', others: 'audit' },
  ]
  expect(find('invite', items).map(({ label }) => label)).toEqual(['Invite a colleague', 'Users'])
  expect(find('vite', items).map(({ label }) => label)).toEqual(['Invite a colleague'])
  expect(find('team users', items).map(({ label }) => label)).toEqual(['Users'])
  expect(find('', items)).toHaveLength(3)
})

test('screens are found by other names in both languages', () => {
  const items = Object.entries(screenSynonyms).map(([label, others]) => ({ label: `(${label})`, others }))
  const first = (typed: string) => find(typed, items).map(({ label }) => label)
  expect(first('carbon')).toEqual(['(carbonReport)'])
  expect(first('karbon')).toEqual(['(carbonReport)'])
  expect(first('invite')).toContain('(users)')
  expect(first('jemput')).toContain('(users)')
  expect(first('approve')).toContain('(proposals)')
  expect(first('hold')).toContain('(queries)')
  expect(first('e-invoice')).toEqual(['(billHistory)'])
  expect(first('pay overdue')).toEqual(['(outstandingBills)'])
  expect(first('mfa')).toContain('(factorPolicy)')
  expect(first('api')).toEqual(['(webhooks)', '(apiTokens)'])
})
