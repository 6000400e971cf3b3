import { expect, test } from 'vitest'
import { filterOf, readAccountSearch } from './accountSearch'

test('a number alone, which the router reads as one, is searched for; what nobody understands is left out', () => {
  const read = readAccountSearch({
    search: 210000000001,
    account: 210000000001,
    active: 'false',
    state: 'Johor,Atlantis',
    sort: 'owed',
    open: 'x',
  })
  expect(read).toMatchObject({
    search: '210000000001',
    account: '210000000001',
    active: false,
    state: 'Johor',
    sort: undefined,
    open: undefined,
  })
  expect(filterOf(read)).toEqual({ search: '210000000001', active: false, states: ['Johor'] })
})

test('an empty address narrows nothing', () => {
  expect(filterOf(readAccountSearch({}))).toEqual({})
})
