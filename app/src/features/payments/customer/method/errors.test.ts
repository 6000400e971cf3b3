import { expect, it, vi } from 'vitest'
import type { MethodOffer } from '~/core/core'

vi.mock('~/kit/session/tabStorage', () => ({ inTabStorage: () => ({ initial: undefined, save: () => {} }) }))
vi.mock('~/kit/session/useProfile', () => ({}))

const { errorsOf } = await import('./errors')

const unavailable = { from: '2026-11-23T01:00:00Z', to: '2026-11-23T03:00:00Z' }
const offer: MethodOffer = { paymentMethod: 'FPX', least: '2.00', most: '1000000.00', unavailable }
const draft = { method: 'FPX' as const, bankId: 'ANY', references: [] }
const errorsAt = (now: string) => errorsOf(draft, '100.00', { offer, banks: [], mostReferences: 10, now }, 'en').map(({ id }) => id)

it('does not continue with a method that was closed after it was chosen', () => {
  expect(errorsAt('2026-11-23T02:00:00Z')).toEqual(['paymentMethod'])
  expect(errorsAt('2026-11-23T03:00:00Z')).toEqual([])
})
