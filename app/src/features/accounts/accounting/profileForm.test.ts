import { accountingNeeds, accountingPreset, checkAccountingProfile, previewAccounting } from 'gridbill-core/exports'
import { describe, expect, it } from 'vitest'
import type { AccountingSource } from '~/core/core'
import { presets } from './choices'
import {
  billsFrom,
  draftOf,
  entryOf,
  hasDocuments,
  hasPayments,
  keepLast,
  moved,
  newEntry,
  type ProfileEntry,
  problemsOf,
  withFileOf,
  withPreset,
} from './profileForm'

/** Fills in what the form of the entry asks for. */
function filled(entry: ProfileEntry): ProfileEntry {
  const { supplier, payableAccount, bankAccount } = accountingNeeds(draftOf(entry))
  return {
    ...entry,
    name: 'Monthly',
    supplier: supplier ? '400-U001' : '',
    payableAccount: payableAccount ? '400-000' : '',
    bankAccount: bankAccount ? '310-000' : '',
  }
}

const bill: AccountingSource = {
  stream: 'bills',
  invoiceNo: '590000000001',
  accountNo: '210000000001',
  referenceId: null,
  batchId: '2800000001',
  collectiveInvoiceNo: '580000000001',
  invoiceDate: '2026-11-01',
  dueDate: '2026-12-01',
  periodFrom: '2026-10-01',
  periodTo: '2026-10-31',
  amount: '100.01',
  parts: [],
}

describe.each(presets)('%s', (preset) => {
  it.each(hasPayments(preset) ? (['bills', 'payments', 'settlements'] as const) : (['bills'] as const))(
    'is accepted for %s once it is filled in',
    (stream) => {
      const entry = filled(newEntry(preset, stream, '2026-11-20'))
      expect(problemsOf(entry, [], 'en')).toEqual([])
      expect(checkAccountingProfile(draftOf(entry), [], 'en').value).toEqual(draftOf(entry))
    },
  )

  it('keeps its content from the draft to the form and back', () => {
    const draft = { ...accountingPreset(preset, 'bills'), suspense: { ledgerAccount: '999-000', costCentre: 'HQ' } }
    expect(draftOf(entryOf(draft))).toEqual(draft)
    const more = { ...draft, schedule: 'daily' as const, hasLink: true, chargeAccounts: [{ kind: 'tax', ledgerAccount: '1800' }] }
    expect(draftOf(entryOf(more))).toEqual(more)
  })
})

it('names each refusal by its field', () => {
  const entry = { ...filled(newEntry('journal', 'bills', '2026-11-20')), name: '', documentsPerFile: 'many', hasSuspense: true }
  const fields = problemsOf(entry, [], 'en').map(({ id }) => id)
  expect(fields).toEqual(expect.arrayContaining(['name', 'documentsPerFile', 'suspense.ledgerAccount']))
  expect(problemsOf({ ...entry, fromDay: '31 February' }, [], 'en').map(({ id }) => id)).toEqual(['fromDay'])
  expect(problemsOf({ ...entry, fromDay: '' }, [], 'en').map(({ id }) => id)).toEqual(['fromDay'])
})

it('refuses a profile without an amount', () => {
  const entry = filled(newEntry('own', 'bills', '2026-11-20'))
  const lineColumns = entry.lineColumns.filter(({ source }) => source !== 'amount')
  expect(problemsOf({ ...entry, lineColumns }, [], 'en')).toEqual([
    { id: 'lineColumns', message: 'Add a column with the amount, or one with the debit and one with the credit.' },
  ])
})

it('replaces the file by another preset, and keeps what the company entered', () => {
  const entry = {
    ...filled(newEntry('xeroBills', 'bills', '2026-11-20')),
    hasSuspense: true,
    suspenseAccount: '999-000',
    schedule: 'daily' as const,
  }
  const next = withPreset(entry, 'sqlAccount', 'bills')
  expect(hasDocuments(next)).toBe(true)
  expect(next.separator).toBe('semicolon')
  expect(next).toMatchObject({ name: 'Monthly', supplier: '400-U001', suspenseAccount: '999-000', schedule: 'daily' })
  // Undo restores the file, and keeps what was typed since.
  expect(withFileOf({ ...next, name: 'Weekly' }, entry)).toEqual({ ...entry, name: 'Weekly' })
})

it('previews a bill, with the suspense account only if there is one', () => {
  const entry = filled(newEntry('journal', 'bills', '2026-11-20'))
  expect(previewAccounting(draftOf(entry), [bill], 'en').value?.uncoded).toEqual(['210000000001'])
  const preview = previewAccounting(draftOf({ ...entry, hasSuspense: true, suspenseAccount: '999-000' }), [bill], 'en').value
  expect(preview?.uncoded).toEqual([])
  expect([preview?.debit, preview?.credit]).toEqual(['100.01', '100.01'])
})

it('checks an entry once', () => {
  let checks = 0
  const problemsIn = keepLast((entry: ProfileEntry) => {
    checks += 1
    return problemsOf(entry, [], 'en')
  })
  const entry = newEntry('journal', 'bills', '2026-11-20')
  expect(problemsIn(entry)).toBe(problemsIn(entry))
  expect(checks).toBe(1)
  expect(problemsIn(filled(entry))).toEqual([])
})

it('moves a row within the list', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 5)).toEqual(['a', 'b', 'c'])
})

it('begins with the current month, and counts the bills from a day on', () => {
  expect(newEntry('xeroBills', 'bills', '2026-11-20').fromDay).toBe('2026-11-01')
  const months = [
    { month: '2026-09-01', bills: 90, cost: '900.00', kwh: '0' },
    { month: '2026-10-01', bills: 100, cost: '1000.10', kwh: '0' },
    { month: '2026-11-01', bills: 3, cost: '-0.10', kwh: '0' },
  ]
  expect(billsFrom(months, '2026-10-01', 'en')).toEqual({ bills: 103, amount: '1000.00', isWhole: true })
  expect(billsFrom(months, '2026-10-15', 'en')).toEqual({ bills: 103, amount: '1000.00', isWhole: false })
  expect(billsFrom(months, '2026-12-01', 'en').bills).toBe(0)
})
