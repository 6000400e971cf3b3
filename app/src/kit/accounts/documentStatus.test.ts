import { expect, test } from 'vitest'
import type { Translate } from '~/words/useTranslation'
import { documentStatus } from './documentStatus'

const t = ((key: string, { day } = { day: '' }) => `${key} ${day}`.trim()) as Translate<'accounting'>
const word = (of: object) =>
  documentStatus({ isCurrent: true, reverses: null, theirNo: null, madeAt: '2026-11-28T02:00:00Z', ...of }, t, 'en').word

test('a document is in the books only if its number came back', () => {
  expect(word({})).toBe('document.exported 28 Nov 2026')
  expect(word({ theirNo: 'PI-0001' })).toBe('document.inBooks')
  expect(word({ theirNo: 'PI-0001', isCurrent: false })).toBe('document.reversed')
  expect(word({ isCurrent: false, reverses: '1' })).toBe('document.reversal')
})
