import { expect, test, vi } from 'vitest'
import type { AccountUpdate } from '~/core/core'
import { sendRemaining } from './sendRemaining'

const changes: AccountUpdate[] = ['210000000001', '210000000002', '210000000003', '210000000004', '210000000005'].map((accountNo) => ({
  accountNo,
  referenceId: `R-${accountNo}`,
}))
const [first, second, third, fourth, fifth] = changes

test('a retry begins where the first attempt failed, and sends later changes', async () => {
  const done = new Map<string, string>()
  const send = vi.fn(async (_: AccountUpdate[]) => {})
  send.mockImplementationOnce(async () => {}).mockRejectedValueOnce(new Error('away'))
  await expect(sendRemaining(changes, done, send, 2)).rejects.toThrow('away')
  expect(send.mock.calls).toEqual([[[first, second]], [[third, fourth]]])

  send.mockClear()
  const corrected = changes.map((change) => (change === second ? { ...change, referenceId: 'CORRECTED' } : change))
  await sendRemaining(corrected, done, send, 2)
  expect(send.mock.calls).toEqual([[[corrected[1], third]], [[fourth, fifth]]])
})
