import { expect, test } from 'vitest'
import { addRecent, deleteRecent, listRecent, type RecentRecord } from './recent'

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const bill = (invoiceNo: string): RecentRecord => ({ kind: 'bill', href: `/bills/${invoiceNo}`, label: invoiceNo })
const labels = (email: string, store: ReturnType<typeof memory>) => listRecent(email, store).map(({ label }) => label)

test('the last opened record comes first, each once, at most eight', () => {
  const store = memory()
  for (const no of ['1', '2', '3', '1', '4', '5', '6', '7', '8', '9']) addRecent('payer@sinar.example', bill(no), store)
  expect(labels('payer@sinar.example', store)).toEqual(['9', '8', '7', '6', '5', '4', '1', '3'])
})

test('each user has their own records, and a sign-out deletes only those of the user', () => {
  const store = memory()
  addRecent('payer@sinar.example', bill('1'), store)
  addRecent('PAYER@sinar.example', bill('2'), store)
  addRecent('viewer@sinar.example', bill('3'), store)
  expect(labels('payer@sinar.example', store)).toEqual(['2', '1'])
  deleteRecent('Payer@sinar.example', store)
  expect(labels('payer@sinar.example', store)).toEqual([])
  expect(labels('viewer@sinar.example', store)).toEqual(['3'])
})

test('invalid records are ignored', () => {
  const store = memory()
  const key = 'gridbill.recent payer@sinar.example'
  const invalid = [
    { ...bill('1'), href: 'https://elsewhere.example' },
    { ...bill('2'), href: '//elsewhere.example' },
    { kind: 'other' },
    null,
  ]
  store.setItem(key, JSON.stringify([...invalid, bill('3')]))
  expect(labels('payer@sinar.example', store)).toEqual(['3'])
  store.setItem(key, 'no list')
  expect(labels('payer@sinar.example', store)).toEqual([])
})
