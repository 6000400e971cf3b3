/** Loads the user's own application, merges the content that this browser has not sent yet, and creates its keeper. */
import { type Application, type ApplicationAccount, constants, type Page, registrationStatus } from '../../../../core/core'
import { CallError, call } from '../../../../kit/call/api'
import type { CallQuery } from '../../../../kit/call/read'
import { draftKey } from '../../../../kit/session/drafts'
import { leaveSignedOut } from '../../../../kit/session/session'
import { drafts } from '../../../../kit/session/useDraft'
import { foundUnderIn } from '../accounts/accounts'
import { stepIds } from '../steps/steps'
import { type Content, type DraftBackend, DraftKeeper, type SentDraft, type StoredDraft } from './draftKeeper'
import { numberOf } from './form'
import { lockTabId, ownKey, tabKeyPrefix } from './ownKey'
import { withdrawUndo } from './undo'

interface Draft {
  application: Application | null
  /** Null if the application cannot be edited. */
  keeper: DraftKeeper | null
}

/** Loaded once for each visit of the wizard. Live updates and a language change do not load it again. */
export const draftOf = (email: string, visit: number): CallQuery<Draft> => ({
  queryKey: ['registration draft', email, visit],
  queryFn: () => loadOnce(email, visit),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * The draft of the current visit. Two keepers of one draft would overwrite each other, so each visit has a single keeper, however
 * often it is requested.
 */
let begun: { visit: number; draft: Promise<Draft> } | undefined
function loadOnce(email: string, visit: number): Promise<Draft> {
  if (begun?.visit === visit) return begun.draft
  const draft = load(email)
  begun = { visit, draft }
  draft.catch(() => {
    if (begun?.draft === draft) begun = undefined
  })
  return draft
}

/** The save that was running when the wizard was left. It finishes before the application is loaded again. */
let leaving: Promise<unknown> = Promise.resolve()
/** The keeper of the previous visit. It continues to retry until a new keeper takes over. */
let previousKeeper: DraftKeeper | undefined
export function leave(keeper: DraftKeeper) {
  withdrawUndo()
  leaving = keeper.flush()
}

const readApplication = () => call('GetRegistrationApplication', {})
const isEditable = ({ status }: Application) => registrationStatus(status, 'en').isEditable

async function load(email: string): Promise<Draft> {
  await leaving
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

const withFoundUnder = (content: Content): Content => ({
  ...content,
  foundUnder: content.foundUnder ?? foundUnderIn(content.accounts, numberOf(content.form)),
})

/** Draft key of the account that is typed but not added yet. */
export const typedAccount = 'registration account'

/** Drops the drafts of all tabs, because the application is no longer a draft. */
export function deleteAllDrafts(email: string) {
  drafts.dropFrom(tabKeyPrefix(email))
  drafts.drop(draftKey(email, typedAccount))
}

/** Drops this tab's draft. Other tabs keep theirs. */
export async function deleteOwnDraft(email: string) {
  drafts.drop(draftKey(email, typedAccount))
  drafts.drop(await keyOf(email))
}

/** This tab's key, requested once: the tab already holds its ID, so a second request would not get it. */
let own: Promise<string> | undefined
function keyOf(email: string): Promise<string> {
  own ??= ownKey(email, { drafts, storage: sessionStorage, hold: lockTabId })
  return own
}

function readStoredDraft(key: string): StoredDraft | undefined {
  const kept = drafts.read(key) as Partial<StoredDraft> | undefined
  const { content } = kept ?? {}
  // An older version of the app may have stored another structure.
  const fits = content && Array.isArray(content.accounts) && typeof content.form === 'object' && content.step in stepIds
  if (!fits) return undefined
  return {
    registrationId: kept?.registrationId ?? null,
    content: withFoundUnder(content),
    version: kept?.version ?? 0,
    sent: isSent(kept?.sent) ? kept.sent : null,
  }
}

/** An older version of the app stored only the form. */
const isSent = (sent: unknown): sent is SentDraft =>
  typeof sent === 'object' && sent !== null && 'form' in sent && 'accounts' in sent && Array.isArray(sent.accounts)

const draftBackendOf = (key: string): DraftBackend => ({
  save: (request) => call('SaveRegistrationDraft', request),
  read: readApplication,
  readAccounts: accountsOf,
  isEditable,
  store: (kept) => drafts.change(key, kept),
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
    const page: Page<ApplicationAccount> = await call('GetRegistrationAccounts', {
      id: registrationId,
      recordCount: constants.maxRows,
      ...(cursor && { cursor }),
    })
    accounts.push(...page.items)
    cursor = page.next
  }
  return accounts
}
