import { expect, it, vi } from 'vitest'
import type { MethodOffer } from '~/core/core'

vi.mock('~/kit/session/tabStorage', () => ({ inTabStorage: () => ({ initial: undefined, save: () => {} }) }))
vi.mock('~/kit/session/useProfile', () => ({}))

const { firstOf, needsSeveral, plansOf, unplannedWhyNot } = await import('./plans')

const offers: MethodOffer[] = [
  { paymentMethod: 'FPX', least: '2.00', most: '1000000.00', unavailable: null },
  { paymentMethod: 'EFT_RENTAS', least: '0.01', most: '200000000.00', unavailable: null },
]
const plans = (...amounts: string[]) =>
  plansOf(new Map(amounts.map((amount, place) => [`51000000000${place}`, { accountNo: '210000000001', amount }])), offers, 10)
const t = ((key: string, figures: object) => `${key} ${JSON.stringify(figures)}`) as never

it('takes the whole selection if one payment is enough', () => {
  const made = plans('500000.00', '500000.00')
  expect(needsSeveral(made)).toBe(false)
  expect(firstOf(made.get('FPX'), '1000000.00', ['1', '2'])).toEqual({ total: '1000000.00', invoiceNos: ['1', '2'] })
})

it('takes the first of several payments', () => {
  const made = plans('500000.00', '500000.00', '2.00')
  expect(needsSeveral(made)).toBe(true)
  expect(firstOf(made.get('FPX'), '1000002.00', [])).toEqual({ total: '1000000.00', invoiceNos: ['510000000000', '510000000001'] })
  expect(firstOf(made.get('EFT_RENTAS'), '1000002.00', ['1'])).toEqual({ total: '1000002.00', invoiceNos: ['1'] })
})

it('names a bill over the limit with the methods that take it', () => {
  const fpx = plans('1000000.01', '5.00').get('FPX')
  const why = fpx && unplannedWhyNot(t, fpx, 'en')
  expect(why).toContain('plan.tooLarge')
  expect(why).toContain('"invoice":"510000000000"')
  expect(why).toContain('"methods":"EFT GIRO, EFT RENTAS, Cheque"')
})
