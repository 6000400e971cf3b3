/**
 * Saves the draft of an application to the server: shortly after typing stops, at every step, and again after a failure. Until the
 * server has it, this browser stores it too, so that a reload or a lost connection loses nothing. A draft that is newer elsewhere
 * is never overwritten without asking.
 */
import { atom, getDefaultStore } from 'jotai'
import type {
  Application,
  ApplicationAccount,
  Code,
  Declaration,
  Instant,
  RegistrationForm,
  SaveDraftRequest,
  SavedDraft,
} from '../../../../core/core'
import type { SetAsideAccounts } from '../accounts/accounts'
import { areSameAccounts, isSameForm } from './form'

export interface Content {
  form: RegistrationForm
  accounts: ApplicationAccount[]
  declaration: Declaration | null
  /** Index of the current step. */
  step: number
  /** The company number whose found accounts were merged last; empty if unknown. */
  foundUnder?: string | undefined
  /** The previous number's accounts with their ticks, restored when that number returns. */
  aside?: SetAsideAccounts | undefined
}

type Saving =
  | { is: 'untouched' | 'waiting' | 'saving' }
  | { is: 'saved'; at: Instant }
  /** It is retried automatically. */
  | { is: 'failed'; error: unknown }
  /** The server refuses it in its present state. */
  | { is: 'refused'; error: unknown }
  /** Another tab or device has saved a newer draft. */
  | { is: 'older' }
  /** It was submitted or decided elsewhere. */
  | { is: 'moved' }

/** The part that the server stores: form and accounts. */
export type SentDraft = Pick<Content, 'form' | 'accounts'>

/** The copy that this browser stores until the server has the draft. */
export interface StoredDraft {
  /** Null if the application did not exist yet. */
  registrationId: string | null
  content: Content
  /** The draft version that it is based on; 0 before the first save. */
  version: number
  /** The content sent last, whether or not a response arrived. */
  sent: SentDraft | null
}

export interface DraftBackend {
  save: (request: SaveDraftRequest) => Promise<SavedDraft>
  /** Loads the application from the server. */
  read: () => Promise<Application | null>
  /** Loads all accounts of the application from the server. */
  readAccounts: (application: Application) => Promise<ApplicationAccount[]>
  isEditable: (application: Application) => boolean
  store: (kept: StoredDraft) => void
  deleteStored: () => void
  /** Returns the server's refusal, with the seconds until a retry is allowed. Undefined if there was no response. */
  refusal: (error: unknown) => { code: Code; status: number; retryAfter?: number } | undefined
  /** Called when the session has ended. The draft stays in the browser. */
  signedOut: (code: Code) => void
}

const quietMs = 800
const retryMs = 5_000

export interface KeeperState {
  content: Content
  saving: Saving
}

/** The server's draft when the wizard was opened. */
interface ServerDraft {
  registrationId: string | null
  content: Content
  version: number
}

const isSameContent = (sent: SentDraft | null, { form, accounts }: SentDraft) =>
  sent !== null && isSameForm(sent.form, form) && areSameAccounts(sent.accounts, accounts)

export class DraftKeeper {
  readonly shown
  private readonly store = getDefaultStore()
  private registrationId: string | null
  private version: number
  private sent: SentDraft | null
  private changes = 0
  private saved = 0
  private areAccountsChanged = false
  private isOver = false
  /** The server asked not to be called before this time (milliseconds). */
  private notBefore = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<boolean> | undefined
  private readonly place: DraftBackend

  /** `kept` is the content in this browser that the server does not have yet. */
  constructor(place: DraftBackend, onServer: ServerDraft, kept?: StoredDraft) {
    this.place = place
    this.shown = atom<KeeperState>({ content: kept?.content ?? onServer.content, saving: { is: 'untouched' } })
    this.registrationId = onServer.registrationId
    this.version = onServer.version
    this.sent = null
    if (!kept) return
    this.changes = 1
    this.areAccountsChanged = true
    // Compare the application's ID too: an earlier application, which has ended, may have reached the same version.
    const isOfThis = kept.registrationId === null || kept.registrationId === onServer.registrationId
    const isNext =
      kept.version === onServer.version || (onServer.version === kept.version + 1 && isSameContent(kept.sent, onServer.content))
    if (isOfThis && isNext) {
      // The content sent last may still arrive at the server.
      this.sent = kept.sent
      this.wait(0)
      return
    }
    // The stored copy keeps its old base version. Otherwise the next reload would take it for a successor of the newer draft.
    this.registrationId = kept.registrationId
    this.version = kept.version
    this.sent = kept.sent
    this.setSaving('older')
  }

  read(): KeeperState {
    return this.store.get(this.shown)
  }

  get isDirty() {
    return this.changes > this.saved
  }

  /** The server's version of the content on the screen, as far as this keeper knows. */
  get draftVersion() {
    return this.version
  }

  /** Whether a newer draft exists elsewhere. Saving is paused until the user chooses. */
  private get isBehind() {
    const { is } = this.read().saving
    return is === 'older' || is === 'moved'
  }

  /** Whether saving has failed. The message stays until a save succeeds, and is not repeated with each retry. */
  private get isInVain() {
    const { is } = this.read().saving
    return is === 'failed' || is === 'refused'
  }

  change(part: Partial<Content>) {
    this.changes += 1
    this.areAccountsChanged ||= part.accounts !== undefined
    const content = { ...this.read().content, ...part }
    const { saving } = this.read()
    const isSaid = this.isBehind || this.isInVain || saving.is === 'saving'
    this.show({ content, saving: isSaid ? saving : { is: 'waiting' } })
    this.storeLocally()
    if (!this.isBehind) this.wait(quietMs)
  }

  /** Changes content that the server does not store, so it makes no newer draft. */
  changeLocal(part: Pick<Content, 'foundUnder'>) {
    this.show({ ...this.read(), content: { ...this.read().content, ...part } })
    if (this.isDirty) this.storeLocally()
  }

  /** Saves now. Resolves to whether the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer)
    // Changes made during a running save are saved after it.
    if (this.running && !(await this.running)) return false
    if (this.isBehind || this.isOver) return false
    if (!this.isDirty) return true
    this.running ??= this.send().finally(() => {
      this.running = undefined
    })
    const isKept = await this.running
    return isKept && (this.isDirty ? this.flush() : true)
  }

  /** Overwrites the newer draft elsewhere with the content on the screen. */
  async overwriteServer() {
    try {
      const found = await this.place.read()
      if (found && !this.place.isEditable(found)) return this.setSaving('moved')
      this.registrationId = found?.registrationId ?? null
      this.version = found?.draftVersion ?? 0
      this.changes += 1
      this.areAccountsChanged = true
      this.setSaving('waiting')
      await this.flush()
    } catch (error) {
      this.fail(error)
    }
  }

  /** Called when the server refused this draft as outdated: it has a newer draft, or the application can no longer be edited. */
  async fallBehind() {
    const found = await this.place.read().catch(() => null)
    this.setSaving(found && !this.place.isEditable(found) ? 'moved' : 'older')
  }

  /** Stops this keeper, because another keeper takes over the browser's copy. */
  async stop() {
    this.isOver = true
    clearTimeout(this.timer)
    await this.running
  }

  private async send(): Promise<boolean> {
    const { form, accounts, step } = this.read().content
    const [at, withAccounts] = [this.changes, this.areAccountsChanged]
    if (!this.isInVain) this.setSaving('saving')
    this.areAccountsChanged = false
    const before = this.sent
    this.sent = { form, accounts }
    this.storeLocally()
    try {
      const { registrationId, draftVersion, savedAt } = await this.place.save({
        form,
        step,
        ...(withAccounts && { accounts }),
        draftVersion: this.version,
      })
      this.registrationId = registrationId
      this.version = draftVersion
      this.saved = at
      this.sent = null
      if (this.isDirty) {
        this.storeLocally()
        this.setSaving('waiting')
        this.wait(quietMs)
      } else {
        this.place.deleteStored()
        this.show({ ...this.read(), saving: { is: 'saved', at: savedAt } })
      }
      return true
    } catch (error) {
      this.areAccountsChanged ||= withAccounts
      const { status = 0 } = this.place.refusal(error) ?? {}
      // The server rejected this request, so the previous request has the last content that may have been stored.
      if (status >= 400 && status < 500) this.sent = before
      if (this.place.refusal(error)?.code !== 'draftIsOlder') this.fail(error)
      else if (before && (await this.wasOurs(before))) return this.send()
      else await this.fallBehind()
      return false
    }
  }

  /**
   * Returns whether the newer draft on the server is this tab's own save whose response was lost: the next version, with the same
   * form and accounts. Comparing the form is not enough, because another tab may have saved other accounts with the same form.
   */
  private async wasOurs(sent: SentDraft): Promise<boolean> {
    try {
      const found = await this.place.read()
      if (!found || !this.place.isEditable(found) || found.draftVersion !== this.version + 1) return false
      if (!isSameForm(found.form, sent.form) || !areSameAccounts(await this.place.readAccounts(found), sent.accounts)) return false
      this.version = found.draftVersion
      return true
    } catch {
      return false
    }
  }

  private fail(error: unknown) {
    const { code, status = 0, retryAfter = 0 } = this.place.refusal(error) ?? {}
    if (code && status === 401) this.place.signedOut(code)
    if (code === 'registrationMoved') return this.setSaving('moved')
    // Status 429 means too many saves in a short time; the same draft is accepted later.
    const isFinal = status >= 400 && status < 500 && status !== 429
    this.show({ ...this.read(), saving: { is: isFinal ? 'refused' : 'failed', error } })
    this.notBefore = Date.now() + retryAfter * 1_000
    if (!isFinal) this.wait(retryMs)
  }

  private wait(milliseconds: number) {
    clearTimeout(this.timer)
    if (!this.isOver) this.timer = setTimeout(() => void this.flush(), Math.max(milliseconds, this.notBefore - Date.now()))
  }

  private storeLocally() {
    if (this.isOver) return
    this.place.store({ registrationId: this.registrationId, content: this.read().content, version: this.version, sent: this.sent })
  }

  private setSaving(is: 'waiting' | 'saving' | 'older' | 'moved') {
    this.show({ ...this.read(), saving: { is } })
  }

  private show(shown: KeeperState) {
    this.store.set(this.shown, shown)
  }
}
