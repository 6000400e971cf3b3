import { expect, it } from 'vitest'
import { preselected } from './statementBanks'

const bank = (bankId: string, accounts: string[], isKnown = false) => ({ bankId, bankName: bankId, accounts, isKnown })

it('preselects the only bank of the accounts, or the only one of earlier statements', () => {
  expect(preselected([bank('A', ['1', '2']), bank('B', [], true)])).toEqual({ bankId: 'A', lacksAccounts: false })
  expect(preselected([bank('A', ['1']), bank('B', ['2'], true)])).toEqual({ bankId: '', lacksAccounts: false })
  expect(preselected([bank('A', []), bank('B', [], true)])).toEqual({ bankId: 'B', lacksAccounts: true })
  expect(preselected([bank('A', []), bank('B', [])])).toEqual({ bankId: '', lacksAccounts: true })
})
