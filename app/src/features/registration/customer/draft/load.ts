/** The own application, from the server and from what this browser has not sent yet, and its keeper. */
import { type Application, type ApplicationAccount, constants, type Page, registrationStatus } from '../../../../core/core'
import { call, Refused } from '../../../../kit/call/api'
import type { Reading } from '../../../../kit/call/read'
import { draftKey } from '../../../../kit/session/drafts'
import { leaveForSignIn } from '../../../../kit/session/session'
import { drafts } from '../../../../kit/session/useDraft'
import { foundUnderIn } from '../accounts/accounts'
import { stepIds } from '../steps/steps'
import { type Content, DraftKeeper, type Kept, type Place, type Sent } from './draftKeeper'
import { numberOf } from './form'
import { holdId, ownKey, startOfKeys } from './ownKey'
import { withdrawUndo } from './undo'

interface Draft {
  application: Application | null
  /** null when nothing of it may be changed. */
  keeper: DraftKeeper | null
}

/** It is read once for each visit of the wizard. Nothing that changes on the server reads it again, nor does another language. */
export const draftOf = (email: string, visit: number): Reading<Draft> => ({
  queryKey: ['registration draft', email, visit],
  queryFn: () => loadOnce(email, visit),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Two keepers of one draft would each save what the other does not know of, so that a visit has one, however often it is asked for. */
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

/** What was still being saved when the wizard was left. It is waited for before the application is read again. */
let leaving: Promise<unknown> = Promise.resolve()
/** The keeper of the visit before. It goes on with what could not be saved until there is another. */
let former: DraftKeeper | undefined
export function leave(keeper: DraftKeeper) {
  withdrawUndo()
  leaving = keeper.flush()
}

const readApplication = () => call('GetRegistrationApplication', {})
const isEditable = ({ status }: Application) => registrationStatus(status, 'en').isEditable

async function load(email: string): Promise<Draft> {
  await leaving
  await former?.stop()
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
  former = new DraftKeeper(placeOf(key), onServer, keptUnder(key))
  return { application, keeper: former }
}

const withFoundUnder = (content: Content): Content => ({
  ...content,
  foundUnder: content.foundUnder ?? foundUnderIn(content.accounts, numberOf(content.form)),
})

/** The account that is being typed and not added yet, among the drafts. */
export const typedAccount = 'registration account'

/** The application is no draft any more: no tab has anything to go on with. */
export function dropKept(email: string) {
  drafts.dropFrom(startOfKeys(email))
  drafts.drop(draftKey(email, typedAccount))
}

/** What is on this screen is given up; what other tabs have is theirs. */
export async function dropOwn(email: string) {
  drafts.drop(draftKey(email, typedAccount))
  drafts.drop(await keyOf(email))
}

/** This page's id is asked for once: it would not be free a second time. */
let own: Promise<string> | undefined
function keyOf(email: string): Promise<string> {
  own ??= ownKey(email, { drafts, storage: sessionStorage, hold: holdId })
  return own
}

function keptUnder(key: string): Kept | undefined {
  const kept = drafts.read(key) as Partial<Kept> | undefined
  const { content } = kept ?? {}
  // An older version of the app may have stored something else.
  const fits = content && Array.isArray(content.accounts) && typeof content.form === 'object' && content.step in stepIds
  if (!fits) return undefined
  return {
    registrationId: kept?.registrationId ?? null,
    content: withFoundUnder(content),
    version: kept?.version ?? 0,
    sent: isSent(kept?.sent) ? kept.sent : null,
  }
}

/** An older version of the app stored the form alone. */
const isSent = (sent: unknown): sent is Sent =>
  typeof sent === 'object' && sent !== null && 'form' in sent && 'accounts' in sent && Array.isArray(sent.accounts)

const placeOf = (key: string): Place => ({
  save: (request) => call('SaveRegistrationDraft', request),
  read: readApplication,
  readAccounts: accountsOf,
  isEditable,
  keep: (kept) => drafts.change(key, kept),
  forget: () => drafts.drop(key),
  refusal: (error) =>
    error instanceof Refused
      ? { code: error.body.code, status: error.status, retryAfter: Number(error.body.params.seconds) || 0 }
      : undefined,
  signedOut: (code) => {
    drafts.writeNow()
    leaveForSignIn(code === 'sessionExpired')
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
