import { expect, it, vi } from 'vitest'
import type { MethodOffer } from '~/core/core'

vi.mock('~/kit/session/tabStorage', () => ({ inTabStorage: () => ({ initial: undefined, save: () => {} }) }))
vi.mock('~/kit/session/useProfile', () => ({}))

const { methodWhyNot } = await import('./whyNot')

const giro: MethodOffer = { paymentMethod: 'EFT_GIRO', least: '0.01', most: '1000000.00', unavailable: null }
const whyNot = (total: string) => methodWhyNot(giro, total, 10, '2026-11-23T02:00:00Z', 'en')

it('accepts the total of ten transfers, and names their limit above it', () => {
  expect(whyNot('9000000.00')).toBeUndefined()
  expect(whyNot('10000000.00')).toBeUndefined()
  expect(whyNot('12000000.00')).toContain('RM\u00a010,000,000.00')
})
