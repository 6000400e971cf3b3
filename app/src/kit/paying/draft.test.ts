import { expect, it, vi } from 'vitest'

vi.mock('../session/tabStorage', () => ({ inTabStorage: () => ({ initial: undefined, save: () => {} }) }))
vi.mock('../session/useProfile', () => ({}))

const { applyChange, emptyReference } = await import('./draft')

const number = (typed: string) => ({ ...emptyReference, number: typed })
const draft = { owner: 'payer', method: 'CHEQUE' as const, bankId: null, references: [number('104233')] }

it('restores a removed number among the current numbers, not the earlier ones', () => {
  const edited = applyChange(draft, { references: [number('104235')] }, 'payer')
  const undone = applyChange(edited, ({ references }) => ({ references: references.toSpliced(1, 0, number('104234')) }), 'payer')
  expect(undone.references.map((reference) => reference.number)).toEqual(['104235', '104234'])
})

it("keeps nothing of another user's draft", () => {
  expect(applyChange(draft, { bankId: 'MB2U0227' }, 'other')).toEqual({
    owner: 'other',
    method: null,
    bankId: 'MB2U0227',
    references: [emptyReference],
  })
})
