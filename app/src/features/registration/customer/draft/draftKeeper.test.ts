import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Application, ApplicationAccount, Code, SaveDraftRequest } from '~/core/core'
import { type DraftContent, DraftKeeper, type StoredDraft } from './draftKeeper'

const content = (companyName: string): DraftContent => ({ form: { details: { companyName } }, accounts: [], declaration: null, step: 1 })
class Refused extends Error {
  readonly refusal: { code: Code; status: number; retryAfter: number }
  constructor(code: Code, status: number, retryAfter: number) {
    super(code)
    this.refusal = { code, status, retryAfter }
  }
}
const refused = (code: Code, status: number, retryAfter = 0) => new Refused(code, status, retryAfter)

/** A fake server with one draft, whose responses can be lost. */
function server() {
  const state = {
    version: 0,
    form: {} as Application['form'],
    accounts: [] as ApplicationAccount[],
    requests: [] as SaveDraftRequest[],
    /** Outcomes of the next requests: lost before the server, stored without an answer, or refused. */
    next: [] as ('lost' | 'unanswered' | Refused)[],
    stored: null as StoredDraft | null,
    held: Promise.resolve(),
    /** The letters of the saved form that its declaration cannot show. */
    unprintable: '',
    /** False once the application is submitted or ended without a decision. */
    isEditable: true,
  }
  const application = () => ({ registrationId: 'r', form: state.form, draftVersion: state.version }) as Application
  const backend = {
    save: async (request: SaveDraftRequest) => {
      state.requests.push(request)
      await state.held
      const outcome = state.next.shift()
      if (outcome === 'lost') throw refused('unavailable', 0)
      if (outcome instanceof Refused) throw outcome
      if (!state.isEditable || request.draftVersion !== state.version) throw refused('draftIsOlder', 409)
      state.version += 1
      state.form = request.form
      state.accounts = request.accounts ?? state.accounts
      if (outcome === 'unanswered') throw refused('unavailable', 0)
      return { registrationId: 'r', draftVersion: state.version, savedAt: '2026-11-20T04:00:00Z', unprintable: state.unprintable }
    },
    read: async () => application(),
    readAccounts: async () => state.accounts,
    isEditable: () => state.isEditable,
    store: (draft: StoredDraft) => {
      state.stored = structuredClone(draft)
    },
    deleteStored: () => {
      state.stored = null
    },
    refusal: (error: unknown) => (error instanceof Refused ? error.refusal : undefined),
    signedOut: vi.fn(),
  }
  return { state, backend }
}
const account = (accountNo: string): ApplicationAccount => ({ accountNo, source: 'manual' })
const begin = (backend: ReturnType<typeof server>['backend']) =>
  new DraftKeeper(backend, { registrationId: null, content: content(''), version: 0 })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('input is saved when typing stops, and stored in the browser until then', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  keeper.change(content('S'))
  await vi.advanceTimersByTimeAsync(500)
  keeper.change(content('Si'))
  await vi.advanceTimersByTimeAsync(500)
  expect(state.requests).toHaveLength(0)
  expect(state.stored?.content.form.details?.companyName).toBe('Si')
  await vi.advanceTimersByTimeAsync(400)
  expect(state.requests).toHaveLength(1)
  expect(state.form.details?.companyName).toBe('Si')
  expect(keeper.read().saving.is).toBe('saved')
  expect(state.stored).toBeNull()
})

test('letters that the declaration cannot show are those of the last save', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  for (const [companyName, unprintable] of [
    ['ไท Trading', 'ทไ'],
    ['Thai Trading', ''],
  ] as const) {
    state.unprintable = unprintable
    keeper.change(content(companyName))
    await vi.advanceTimersByTimeAsync(800)
    expect(keeper.read().unprintable).toBe(unprintable)
  }
})

test('input typed during a save is saved afterwards, with the next version', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  let answer = () => {}
  state.held = new Promise<void>((resolve) => {
    answer = resolve
  })
  keeper.change(content('A'))
  const first = keeper.flush()
  keeper.change(content('AB'))
  state.held = Promise.resolve()
  answer()
  await first
  await keeper.flush()
  expect(state.requests.map(({ form }) => form.details?.companyName)).toEqual(['A', 'AB'])
  expect(state.version).toBe(2)
  expect(keeper.isDirty).toBe(false)
})

test('without an answer the save is retried, and nothing is lost', async () => {
  const { state, backend } = server()
  state.next = ['lost', 'lost']
  const keeper = begin(backend)
  keeper.change(content('Sinar'))
  await vi.advanceTimersByTimeAsync(900)
  expect(keeper.read().saving.is).toBe('failed')
  expect(state.stored?.content.form.details?.companyName).toBe('Sinar')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(keeper.read().saving.is).toBe('saved')
  expect(state.form.details?.companyName).toBe('Sinar')
})

test('the message of a failed save stays until a save succeeds, and is not repeated by each retry', async () => {
  const { state, backend } = server()
  state.next = ['lost', 'lost']
  const keeper = begin(backend)
  keeper.change(content('Sinar'))
  await vi.advanceTimersByTimeAsync(900)
  const states: string[] = []
  const stop = getDefaultStore().sub(keeper.shown, () => states.push(keeper.read().saving.is))
  keeper.change(content('Sinar Jaya'))
  await vi.advanceTimersByTimeAsync(12_000)
  stop()
  expect([...new Set(states)]).toEqual(['failed', 'saved'])
  expect(state.form.details?.companyName).toBe('Sinar Jaya')
})

test('a save over the rate limit is retried after the stated seconds and not earlier, whatever is typed', async () => {
  const { state, backend } = server()
  state.next = [refused('tooManyAttempts', 429, 30)]
  const keeper = begin(backend)
  keeper.change(content('Sinar'))
  await vi.advanceTimersByTimeAsync(900)
  expect(keeper.read().saving.is).toBe('failed')
  await vi.advanceTimersByTimeAsync(20_000)
  keeper.change(content('Sinar Jaya'))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(state.requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(state.requests).toHaveLength(2)
  expect(keeper.read().saving.is).toBe('saved')
  expect(state.form.details?.companyName).toBe('Sinar Jaya')
})

test('after a save over the rate limit, the lost save before it is still recognised as its own', async () => {
  const { state, backend } = server()
  state.next = ['unanswered', refused('tooManyAttempts', 429, 10)]
  const keeper = begin(backend)
  keeper.change({ accounts: [account('210000000001')] })
  await vi.advanceTimersByTimeAsync(900)
  keeper.change({ accounts: [account('210000000001'), account('210000000002')] })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(keeper.read().saving.is).toBe('saved')
  expect(state.accounts).toHaveLength(2)
})

test('a save over the rate limit does not mistake newer accounts of another tab for its own lost save', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  keeper.change(content('Sinar'))
  await keeper.flush()
  state.next = ['lost', refused('tooManyAttempts', 429, 10)]
  keeper.change({ accounts: [account('210000000001')] })
  await vi.advanceTimersByTimeAsync(6_500)
  expect(state.requests).toHaveLength(3)
  const others = [account('210000000002'), account('210000000003')]
  state.version += 1
  state.accounts = others
  await vi.advanceTimersByTimeAsync(20_000)
  expect(keeper.read().saving.is).toBe('older')
  expect(state.accounts).toEqual(others)
})

test('a lost answer is not mistaken for a save by another tab', async () => {
  const { state, backend } = server()
  state.next = ['unanswered']
  const keeper = begin(backend)
  keeper.change(content('Sinar'))
  await vi.advanceTimersByTimeAsync(900)
  keeper.change(content('Sinar Jaya'))
  await vi.advanceTimersByTimeAsync(900)
  expect(keeper.read().saving.is).toBe('saved')
  expect(state.form.details?.companyName).toBe('Sinar Jaya')
})

test('retrying a lost save does not overwrite accounts that another tab saved', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  keeper.change(content('Sinar'))
  await keeper.flush()
  state.next = ['lost']
  keeper.change({ accounts: [account('210000000001')] })
  await keeper.flush()
  // Another tab with the same form saves two accounts in between.
  const others = [account('210000000002'), account('210000000003')]
  state.version += 1
  state.accounts = others
  await vi.advanceTimersByTimeAsync(20_000)
  expect(keeper.read().saving.is).toBe('older')
  expect(state.accounts).toEqual(others)
  await keeper.overwriteServer()
  expect(state.accounts).toEqual([account('210000000001')])
})

test('a reload does not overwrite accounts that another tab saved', async () => {
  const { state, backend } = server()
  const sent = { form: content('Sinar').form, accounts: [account('210000000001')] }
  state.version = 2
  state.form = sent.form
  state.accounts = [account('210000000002')]
  const onServer = { registrationId: 'r', content: { ...content('Sinar'), accounts: state.accounts }, version: 2 }
  const stored: StoredDraft = { registrationId: 'r', content: { ...content('Sinar'), accounts: sent.accounts }, version: 1, sent }
  const keeper = new DraftKeeper(backend, onServer, stored)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(keeper.read().saving.is).toBe('older')
  expect(state.accounts).toEqual([account('210000000002')])
})

test('a newer draft of another tab is overwritten only if the user chooses so', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  state.version = 3
  state.form = content('Elsewhere').form
  keeper.change(content('Here'))
  await vi.advanceTimersByTimeAsync(900)
  expect(keeper.read().saving.is).toBe('older')
  keeper.change(content('Here and on'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.form.details?.companyName).toBe('Elsewhere')
  expect(state.stored?.content.form.details?.companyName).toBe('Here and on')
  expect(keeper.read().overwritten).toBeUndefined()
  await keeper.overwriteServer()
  expect(state.form.details?.companyName).toBe('Here and on')
  expect(keeper.read().saving.is).toBe('saved')
  // It may have another status than the application that the tab opened, and is submitted by another call then.
  expect(keeper.read().overwritten).toMatchObject({ registrationId: 'r', draftVersion: 3 })
})

test('a save that a reload interrupted continues, also if its answer was lost', async () => {
  const { state, backend } = server()
  state.version = 1
  state.form = content('Sinar').form
  const onServer = { registrationId: 'r', content: content('Sinar'), version: 1 }
  const stored: StoredDraft = {
    registrationId: null,
    content: content('Sinar Jaya'),
    version: 0,
    sent: { form: content('Sinar').form, accounts: [] },
  }
  const keeper = new DraftKeeper(backend, onServer, stored)
  await vi.advanceTimersByTimeAsync(10)
  expect(state.form.details?.companyName).toBe('Sinar Jaya')
  expect(keeper.read().saving.is).toBe('saved')

  const other = new DraftKeeper(backend, { ...onServer, content: content('Elsewhere'), version: 7 }, { ...stored, version: 2, sent: null })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(other.read().saving.is).toBe('older')
  expect(other.read().content.form.details?.companyName).toBe('Sinar Jaya')
})

test('a refused draft is reported, and saved again after a change', async () => {
  const { state, backend } = server()
  state.next = [refused('accountsTooMany', 422)]
  const keeper = begin(backend)
  keeper.change({ accounts: [{ accountNo: '210000000001', source: 'manual' }] })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(keeper.read().saving.is).toBe('refused')
  expect(state.requests).toHaveLength(1)
  keeper.change({ step: 2 })
  await vi.advanceTimersByTimeAsync(900)
  expect(state.requests[1]?.accounts).toHaveLength(1)
  expect(keeper.read().saving.is).toBe('saved')
})

test('accounts are sent only if they changed', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  keeper.change({ accounts: [{ accountNo: '210000000001', source: 'manual' }] })
  await keeper.flush()
  keeper.change({ step: 3 })
  await keeper.flush()
  expect(state.requests.map(({ accounts }) => accounts?.length)).toEqual([1, undefined])
})

test('data that only this browser stores is never sent to the server, and is stored with unsaved input', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  keeper.changeLocal({ foundUnder: 'A' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keeper.read()).toMatchObject({ content: { foundUnder: 'A' }, saving: { is: 'untouched' } })
  expect(state.requests).toHaveLength(0)
  expect(state.stored).toBeNull()
  keeper.change({ step: 2 })
  keeper.changeLocal({ foundUnder: 'B' })
  expect(state.stored?.content.foundUnder).toBe('B')
})

test("a save sent before a reload and received after it is not mistaken for another tab's", async () => {
  const { state, backend } = server()
  const stored: StoredDraft = {
    registrationId: null,
    content: content('Sinar Jaya'),
    version: 0,
    sent: { form: content('Sinar').form, accounts: [] },
  }
  const keeper = new DraftKeeper(backend, { registrationId: null, content: content(''), version: 0 }, stored)
  state.version = 1
  state.form = content('Sinar').form
  await vi.advanceTimersByTimeAsync(10)
  expect(keeper.read().saving.is).toBe('saved')
  expect(state.form.details?.companyName).toBe('Sinar Jaya')
})

test('input typed over a newer draft does not overwrite it after another reload', async () => {
  const { state, backend } = server()
  state.version = 3
  state.form = content('Elsewhere').form
  const onServer = { registrationId: 'r', content: content('Elsewhere'), version: 3 }
  const keeper = new DraftKeeper(backend, onServer, { registrationId: 'r', content: content('Here'), version: 1, sent: null })
  keeper.change(content('Here and on'))
  const again = new DraftKeeper(backend, onServer, state.stored ?? undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(again.read().saving.is).toBe('older')
  expect(state.form.details?.companyName).toBe('Elsewhere')
  await again.overwriteServer()
  expect(again.read().saving.is).toBe('saved')
  expect(state.form.details?.companyName).toBe('Here and on')
})

test('input stored for an ended application is not saved into the next application with the same version', async () => {
  const { state, backend } = server()
  state.version = 1
  state.form = content('Begun anew').form
  const stored: StoredDraft = { registrationId: 'ended', content: content('Ended'), version: 1, sent: null }
  const keeper = new DraftKeeper(backend, { registrationId: 'r', content: content('Begun anew'), version: 1 }, stored)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keeper.read().saving.is).toBe('older')
  expect(state.form.details?.companyName).toBe('Begun anew')
})

test('a draft that was refused as older on submission is saved if the user chooses so, even without input', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  keeper.change(content('Here'))
  await keeper.flush()
  state.version = 5
  state.form = content('Elsewhere').form
  await keeper.markOutdated()
  expect(keeper.read().saving.is).toBe('older')
  expect(await keeper.flush()).toBe(false)
  await keeper.overwriteServer()
  expect(keeper.read().saving.is).toBe('saved')
  expect(state.form.details?.companyName).toBe('Here')
  expect(keeper.draftVersion).toBe(6)
})

test('a closed application is reported as moved on, and not as a newer draft', async () => {
  const { state, backend } = server()
  const keeper = begin(backend)
  keeper.change(content('Here'))
  await keeper.flush()
  state.isEditable = false
  keeper.change(content('Here and on'))
  await vi.advanceTimersByTimeAsync(900)
  expect(keeper.read().saving.is).toBe('moved')
  expect(state.stored?.content.form.details?.companyName).toBe('Here and on')
  const requests = state.requests.length
  await keeper.overwriteServer()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keeper.read().saving.is).toBe('moved')
  expect(state.requests).toHaveLength(requests)
})

test('a stopped keeper saves nothing more', async () => {
  const { state, backend } = server()
  state.next = ['lost']
  const keeper = begin(backend)
  keeper.change(content('Sinar'))
  await vi.advanceTimersByTimeAsync(900)
  expect(keeper.read().saving.is).toBe('failed')
  await keeper.stop()
  keeper.change(content('Undone in a screen that was left'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.requests).toHaveLength(1)
  expect(state.stored?.content.form.details?.companyName).toBe('Sinar')
  const next = new DraftKeeper(backend, { registrationId: null, content: content(''), version: 0 }, state.stored ?? undefined)
  await vi.advanceTimersByTimeAsync(10)
  expect(next.read().saving.is).toBe('saved')
})
