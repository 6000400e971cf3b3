import { expect, test } from 'vitest'
import type { AccountingProfile } from '~/core/core'
import { needsCentres, type StepId, stepsLeft } from './stepsLeft'

const user = (name: string, canApprove: boolean) => ({ userId: name, name, canApprove, isCaller: name === 'Aina' })
const both = [user('Aina', true), user('Badrul', true)]
const approvals = { isOn: false, pending: null, users: both }
const done = { hasFactor: true, approvals: { ...approvals, isOn: true }, payers: undefined, accounting: undefined, uncoded: undefined }
const ids = (known: Parameters<typeof stepsLeft>[0], hidden: StepId[] = []) => stepsLeft(known, hidden).map(({ id }) => id)
const profile = (draft: object) => ({ profiles: [{ draft } as AccountingProfile] })

test('nothing is left of a company that has everything, or of which nothing is known', () => {
  expect(ids(done)).toEqual([])
  expect(ids({ hasFactor: undefined, approvals: undefined, payers: undefined, accounting: undefined, uncoded: undefined })).toEqual([])
})

test('a new company is shown what it lacks, the necessary steps first, without those that it hides', () => {
  const fresh = { ...done, hasFactor: false, approvals, accounting: { profiles: [] } }
  expect(ids(fresh)).toEqual(['factor', 'policy', 'accounting'])
  expect(ids(fresh, ['policy', 'accounting'])).toEqual(['factor'])
  expect(ids({ ...fresh, approvals: { ...approvals, users: [user('Aina', true)] } })).toEqual(['factor', 'colleague', 'accounting'])
})

test('colleagues who pay without a second factor count only while payments need approval', () => {
  const payers = { all: 4, without: [1, 2, 3], others: [1, 2] }
  expect(stepsLeft({ ...done, payers }, [])).toEqual([{ id: 'payers', without: 3, all: 4 }])
  expect(ids({ ...done, payers: { all: 4, without: [1], others: [] } })).toEqual([])
  expect(ids({ ...done, approvals, payers })).toEqual(['policy'])
})

test('cost centres are missing only for an export of bills without a suspense account', () => {
  expect(needsCentres(profile({ stream: 'payments', suspense: null }))).toBe(false)
  expect(needsCentres(profile({ stream: 'bills', suspense: { ledgerAccount: '999-000' } }))).toBe(false)
  const accounting = profile({ stream: 'bills', suspense: null })
  expect(stepsLeft({ ...done, accounting, uncoded: 12 }, [])).toEqual([{ id: 'centres', accounts: 12 }])
  expect(ids({ ...done, accounting, uncoded: 0 })).toEqual([])
})
