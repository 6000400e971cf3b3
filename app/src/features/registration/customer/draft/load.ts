/** Loads the user's application, merges content that only this browser stores, and creates the keeper of the draft. */
import { type AccountToAdd, type Application, type ApplicationAccount, constants, type Page, registrationStatus } from '~/core/core'
import { CallError, call } from '~/kit/call/api'
import type { CallQuery } from '~/kit/call/read'
import { draftKey } from '~/kit/session/drafts'
import { leaveSignedOut } from '~/kit/session/session'
import { drafts } from '~/kit/session/useDraft'
import { foundUnderIn } from '../accounts/accounts'
import { stepIds } from '../steps/steps'
import { type DraftBackend, type DraftContent, DraftKeeper, type SentDraft, type StoredDraft } from './draftKeeper'
import { numberOf } from './form'
import { lockTabId, ownKey, tabKeyPrefix } from './ownKey'
import { withdrawUndo } from './undo'

interface Draft {
  application: Application | null
  /** Null if the application cannot be edited. */
  keeper: DraftKeeper | null
}

/** Query that loads the draft once for each visit of the wizard. Live updates and a language change do not load it again. */
export const draftOf = (email: string, visit: number): CallQuery<Draft> => ({
  queryKey: ['registration draft', email, visit],
  queryFn: () => loadOnce(email, visit),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The draft of the current visit. Two keepers would overwrite each other's draft, so repeated calls in a visit share one keeper.
 */
let current: { visit: number; draft: Promise<Draft> } | undefined
function loadOnce(email: string, visit: number): Promise<Draft> {
  if (current?.visit === visit) return current.draft
  const draft = load(email)
  current = { visit, draft }
  draft.catch(() => {
    if (current?.draft === draft) current = undefined
  })
  return draft
}

/** The last save when the user left the wizard. It finishes before the application is loaded again. */
let lastSave: Promise<unknown> = Promise.resolve()
/** The keeper of the previous visit. It retries failed saves until a new keeper takes over. */
let previousKeeper: DraftKeeper | undefined

/** Saves the draft when the user leaves the wizard, and ends the offers to undo. */
export function leaveDraft(keeper: DraftKeeper) {
  withdrawUndo()
  lastSave = keeper.flush()
}

const readApplication = () => call('GetRegistrationApplication', {})
const isEditable = ({ status }: Application) => registrationStatus(status, 'en').isEditable

async function load(email: string): Promise<Draft> {
  await lastSave
  await previousKeeper?.stop()
  const application = await readApplication()
  if (application && !isEditable(application)) return { application, keeper: null }
  const content = withFoundUnder({
    form: application?.form ?? {},
    accounts: application ? await accountsOf(application) : [],
    declaration: application?.declaration ?? null,
    step: application?.step ?? 0,
  })
  const onServer = { registrationId: application?.registrationId ?? null, content, version: application?.draftVersion ?? 0 }
  const key = await keyOf(email)
  previousKeeper = new DraftKeeper(draftBackendOf(key), onServer, readStoredDraft(key))
  return { application, keeper: previousKeeper }
}

const withFoundUnder = (content: DraftContent): DraftContent => ({
  ...content,
  foundUnder: content.foundUnder ?? foundUnderIn(content.accounts, numberOf(content.form)),
})

/** Key of the stored account that is typed but not added yet. */
export const typedAccountKey = 'registration account'

/** Deletes the stored drafts of all tabs, because the application is no longer a draft. */
export function deleteAllDrafts(email: string) {
  drafts.dropFrom(tabKeyPrefix(email))
  drafts.drop(draftKey(email, typedAccountKey))
}

/** Deletes the stored draft of this tab, and not those of other tabs. */
export async function deleteOwnDraft(email: string) {
  drafts.drop(draftKey(email, typedAccountKey))
  drafts.drop(await keyOf(email))
}

/** This tab's key, requested once: this tab already holds the lock of its ID, so a second request would get another key. */
let ownKeyRequest: Promise<string> | undefined
function keyOf(email: string): Promise<string> {
  ownKeyRequest ??= ownKey(email, { drafts, storage: sessionStorage, hold: lockTabId })
  return ownKeyRequest
}

function readStoredDraft(key: string): StoredDraft | undefined {
  const stored = drafts.read(key) as Partial<StoredDraft> | undefined
  const { content } = stored ?? {}
  // An older version of the app may have stored another structure.
  const isValid = content && Array.isArray(content.accounts) && typeof content.form === 'object' && content.step in stepIds
  if (!isValid) return undefined
  const { aside } = content
  return {
    registrationId: stored?.registrationId ?? null,
    content: withFoundUnder({
      ...content,
      // An earlier version stored the accounts as it had read them.
      accounts: withoutErrors(content.accounts),
      ...(aside && { aside: { ...aside, accounts: withoutErrors(aside.accounts) } }),
    }),
    version: stored?.version ?? 0,
    sent: isSentDraft(stored?.sent) ? stored.sent : null,
  }
}

/** Whether the value has form and accounts. An older version of the app stored only the form. */
const isSentDraft = (sent: unknown): sent is SentDraft =>
  typeof sent === 'object' && sent !== null && 'form' in sent && 'accounts' in sent && Array.isArray(sent.accounts)

const draftBackendOf = (key: string): DraftBackend => ({
  save: (request) => call('SaveRegistrationDraft', request),
  read: readApplication,
  readAccounts: accountsOf,
  isEditable,
  store: (draft) => drafts.change(key, draft),
  deleteStored: () => drafts.drop(key),
  refusal: (error) =>
    error instanceof CallError
      ? { code: error.body.code, status: error.status, retryAfter: Number(error.body.params.seconds) || 0 }
      : undefined,
  signedOut: (code) => {
    drafts.writeNow()
    leaveSignedOut(code)
  },
})

async function accountsOf({ registrationId }: Application): Promise<ApplicationAccount[]> {
  const accounts: ApplicationAccount[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page<AccountToAdd> = await call('GetRegistrationAccounts', {
      id: registrationId,
      recordCount: constants.maxRows,
      ...(cursor && { cursor }),
    })
    accounts.push(...withoutErrors(page.items))
    cursor = page.next
  }
  return accounts
}

/** Removes the errors, which only answers have: a request with an unknown name inside an object is refused. */
const withoutErrors = (accounts: readonly (AccountToAdd | ApplicationAccount)[]): ApplicationAccount[] =>
  accounts.map(({ errorType: _, ...account }) => account)
