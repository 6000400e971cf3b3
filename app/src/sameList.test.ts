import { expect, test } from 'vitest'
import { isSameList } from './sameList'

const accounts = (request: object) => ['GetAccountsInGroup', request]

test('a list stays itself while it is narrowed, ordered and cut', () => {
  const one = accounts({ groupId: 'north', recordCount: 100 })
  expect(isSameList(one, accounts({ groupId: 'north', filter: { search: 'kedai' }, sort: { by: 'accountNo' } }))).toBe(true)
  expect(isSameList(accounts({ id: 'a', groupId: 'north' }), accounts({ groupId: 'north', id: 'a' }))).toBe(true)
})

test('the list of another record is another list', () => {
  expect(isSameList(accounts({ groupId: 'north' }), accounts({ groupId: 'south' }))).toBe(false)
  expect(isSameList(accounts({ groupId: 'north' }), ['GetAccounts', { groupId: 'north' }])).toBe(false)
  expect(isSameList(accounts({ groupId: 'north' }), accounts({}))).toBe(false)
})
