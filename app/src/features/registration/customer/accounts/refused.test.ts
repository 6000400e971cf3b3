import { expect, test } from 'vitest'
import type { AccountSource, ApplicationAccount, Code } from '~/core/core'
import { refusalOf } from '../steps/refusal'
import { without } from './accounts'
import { refusalsOfWholeList, refusedAccounts } from './refused'

const one = (accountNo: string, source: AccountSource = 'auto'): ApplicationAccount => ({ accountNo, isSelect: true, source })
const refusalAt = (accounts: ApplicationAccount[], ...at: [string, Code][]) =>
  refusalOf(
    {
      code: 'accountRepeated',
      errorTopic: '',
      errorMessage: '',
      fields: at.map(([field, code]) => ({ field, code, message: '', params: {} })),
      params: {},
    },
    { form: {}, accounts },
  )

test('a refused account is found by its index in the submission, also after others were removed', () => {
  const sent = [one('1', 'manual'), one('2'), one('3')]
  const refusal = refusalAt(sent, ['accounts.1.accountNo', 'accountRepeated'], ['accounts.9.accountNo', 'accountRepeated'])
  expect(refusedAccounts(refusal, sent).map(({ account }) => account.accountNo)).toEqual(['2'])
  const first = without(sent, ({ accountNo }) => accountNo === '1')
  expect(refusedAccounts(refusal, first).map(({ account }) => account.accountNo)).toEqual(['2'])
  expect(
    refusedAccounts(
      refusal,
      without(first, ({ accountNo }) => accountNo === '2'),
    ),
  ).toEqual([])
})

test('all of ten thousand refused accounts are found', () => {
  const sent = Array.from({ length: 10_000 }, (_, index) => one(`21${index}`))
  const refusal = refusalAt(sent, ...sent.map((_, index): [string, Code] => [`accounts.${index}.accountNo`, 'accountRepeated']))
  expect(refusedAccounts(refusal, sent)).toHaveLength(10_000)
})

test('a refusal of the whole list stays until an account changes', () => {
  const sent = [one('1')]
  const refusal = refusalAt(sent, ['accounts', 'accountsTooMany'])
  expect(refusalsOfWholeList(refusal, sent).map(({ code }) => code)).toEqual(['accountsTooMany'])
  expect(
    refusalsOfWholeList(
      refusal,
      without(sent, () => true),
    ),
  ).toEqual([])
})
