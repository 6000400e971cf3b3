/**
 * Saves the draft of an application to the server: shortly after typing stops, at every step, and again after a failure. Until the
 * server has it, this browser stores it too, so that a reload or a lost connection loses nothing. A newer draft of another tab or
 * device is overwritten only if the user chooses so.
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
} from '~/core/core'
import type { SetAsideAccounts } from '../accounts/accounts'
import { areSameAccounts, isSameForm } from './form'

export interface DraftContent {
  form: RegistrationForm
  accounts: ApplicationAccount[]
  declaration: Declaration | null
  /** Index of the current step. */
  step: number
  /** The company number under which the accounts were found; empty if it was invalid. Undefined if none were found. */
  foundUnder?: string | undefined
  /** The found accounts of the previous number with their ticks. They are restored when that number returns. */
  aside?: SetAsideAccounts | undefined
}

type SaveState =
  | { is: 'untouched' | 'waiting' | 'saving' }
  | { is: 'saved'; at: Instant }
  /** The keeper retries it. */
  | { is: 'failed'; error: unknown }
  /** The server refused the content. It is sent again after a change. */
  | { is: 'refused'; error: unknown }
  /** Another tab or device has saved a newer draft. */
  | { is: 'older' }
  /** The application can no longer be edited: it was submitted or closed elsewhere. */
  | { is: 'moved' }

/** The content of a request to save. */
export type SentDraft = Pick<DraftContent, 'form' | 'accounts'>

/** The copy that this browser stores until the server has the draft. */
export interface StoredDraft {
  /** Null if the application did not exist yet. */
  registrationId: string | null
  content: DraftContent
  /** The server's draft version that the content is based on; 0 before the first save. */
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
  store: (draft: StoredDraft) => void
  deleteStored: () => void
  /** Returns the server's refusal, with the seconds until a retry is allowed. Undefined if there was no response. */
  refusal: (error: unknown) => { code: Code; status: number; retryAfter?: number } | undefined
  /** Called when the session has ended. The draft stays in the browser. */
  signedOut: (code: Code) => void
}

/** Milliseconds without a change before the draft is saved. */
const SAVE_DELAY = 800
/** Milliseconds before a failed save is retried. */
const RETRY_DELAY = 5_000

export interface KeeperState {
  content: DraftContent
  saving: SaveState
  /** Letters of the form, as saved last, that its declaration cannot show. */
  unprintable?: string | undefined
  /** The application whose draft the user chose to overwrite; null if there was none. Undefined before. */
  overwritten?: Application | null
}

/** The server's draft when the wizard was opened. */
interface ServerDraft {
  registrationId: string | null
  content: DraftContent
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
  private isStopped = false
  /** The time, in milliseconds, before which the server accepts no other save. */
  private notBefore = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The save that is in progress. */
  private running: Promise<boolean> | undefined
  private readonly backend: DraftBackend

  /** `stored` is the copy of this browser, if the server does not have its content yet. */
  constructor(backend: DraftBackend, onServer: ServerDraft, stored?: StoredDraft) {
    this.backend = backend
    this.shown = atom<KeeperState>({ content: stored?.content ?? onServer.content, saving: { is: 'untouched' } })
    this.registrationId = onServer.registrationId
    this.version = onServer.version
    this.sent = null
    if (!stored) return
    this.changes = 1
    this.areAccountsChanged = true
    // Compare the application's ID too: an earlier application, which has ended, may have reached the same version.
    const isSameApplication = stored.registrationId === null || stored.registrationId === onServer.registrationId
    // The server may have stored the content sent last although no response arrived.
    const isSuccessor =
      stored.version === onServer.version || (onServer.version === stored.version + 1 && isSameContent(stored.sent, onServer.content))
    if (isSameApplication && isSuccessor) {
      // The request sent last may still arrive at the server.
      this.sent = stored.sent
      this.schedule(0)
      return
    }
    // The stored copy keeps its old base version. Otherwise the next reload would take it for a successor of the newer draft.
    this.registrationId = stored.registrationId
    this.version = stored.version
    this.sent = stored.sent
    this.setSaving('older')
  }

  read(): KeeperState {
    return this.store.get(this.shown)
  }

  get isDirty() {
    return this.changes > this.saved
  }

  /** The server's draft version that the content on the screen is based on. */
  get draftVersion() {
    return this.version
  }

  /**
   * Whether another tab or device saved a newer draft or ended the draft. Nothing is saved then. After a newer draft the user can
   * still choose to overwrite it.
   */
  private get isBehind() {
    const { is } = this.read().saving
    return is === 'older' || is === 'moved'
  }

  /** Whether the last save failed or was refused. The message stays until a save succeeds, so that retries do not repeat it. */
  private get hasFailed() {
    const { is } = this.read().saving
    return is === 'failed' || is === 'refused'
  }

  change(part: Partial<DraftContent>) {
    this.changes += 1
    this.areAccountsChanged ||= part.accounts !== undefined
    const content = { ...this.read().content, ...part }
    const { saving } = this.read()
    const keepsState = this.isBehind || this.hasFailed || saving.is === 'saving'
    this.show({ ...this.read(), content, saving: keepsState ? saving : { is: 'waiting' } })
    this.storeLocally()
    if (!this.isBehind) this.schedule(SAVE_DELAY)
  }

  /** Changes content that only this browser stores, so nothing is saved to the server. */
  changeLocal(part: Pick<DraftContent, 'foundUnder'>) {
    this.show({ ...this.read(), content: { ...this.read().content, ...part } })
    if (this.isDirty) this.storeLocally()
  }

  /** Saves immediately. Resolves to whether the server has all changes. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer)
    // Changes made during a running save are saved after it.
    if (this.running && !(await this.running)) return false
    if (this.isBehind || this.isStopped) return false
    if (!this.isDirty) return true
    this.running ??= this.send().finally(() => {
      this.running = undefined
    })
    const isSaved = await this.running
    return isSaved && (this.isDirty ? this.flush() : true)
  }

  /** Overwrites the server's newer draft with the content on the screen. */
  async overwriteServer() {
    try {
      const found = await this.backend.read()
      if (found && !this.backend.isEditable(found)) return this.setSaving('moved')
      this.registrationId = found?.registrationId ?? null
      this.version = found?.draftVersion ?? 0
      this.show({ ...this.read(), overwritten: found })
      this.changes += 1
      this.areAccountsChanged = true
      this.setSaving('waiting')
      await this.flush()
    } catch (error) {
      this.recordFailure(error)
    }
  }

  /** Pauses saving after the server refused this draft: it has a newer draft, or the application can no longer be edited. */
  async markOutdated() {
    const found = await this.backend.read().catch(() => null)
    this.setSaving(found && !this.backend.isEditable(found) ? 'moved' : 'older')
  }

  /** Stops saving, because another keeper takes over the browser's copy. Waits for a running save. */
  async stop() {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.running
  }

  private async send(): Promise<boolean> {
    const { form, accounts, step } = this.read().content
    const [changesSent, withAccounts] = [this.changes, this.areAccountsChanged]
    if (!this.hasFailed) this.setSaving('saving')
    this.areAccountsChanged = false
    const before = this.sent
    this.sent = { form, accounts }
    this.storeLocally()
    try {
      const { registrationId, draftVersion, savedAt, unprintable } = await this.backend.save({
        form,
        step,
        ...(withAccounts && { accounts }),
        draftVersion: this.version,
      })
      this.registrationId = registrationId
      this.version = draftVersion
      this.saved = changesSent
      this.sent = null
      this.show({ ...this.read(), unprintable })
      if (this.isDirty) {
        this.storeLocally()
        this.setSaving('waiting')
        this.schedule(SAVE_DELAY)
      } else {
        this.backend.deleteStored()
        this.show({ ...this.read(), saving: { is: 'saved', at: savedAt } })
      }
      return true
    } catch (error) {
      this.areAccountsChanged ||= withAccounts
      const { status = 0 } = this.backend.refusal(error) ?? {}
      // The server rejected this request, so only the previous request may have been stored without a response.
      if (status >= 400 && status < 500) this.sent = before
      if (this.backend.refusal(error)?.code !== 'draftIsOlder') this.recordFailure(error)
      else if (before && (await this.adoptOwnSave(before))) return this.send()
      else await this.markOutdated()
      return false
    }
  }

  /**
   * Takes over the server's version if its newer draft is this tab's own save, whose response was lost: the next version, with the
   * same form and accounts. Returns false otherwise. Comparing only the form is not enough, because another tab may have saved other
   * accounts with the same form.
   */
  private async adoptOwnSave(sent: SentDraft): Promise<boolean> {
    try {
      const found = await this.backend.read()
      if (!found || !this.backend.isEditable(found) || found.draftVersion !== this.version + 1) return false
      if (!isSameForm(found.form, sent.form) || !areSameAccounts(await this.backend.readAccounts(found), sent.accounts)) return false
      this.version = found.draftVersion
      return true
    } catch {
      return false
    }
  }

  private recordFailure(error: unknown) {
    const { code, status = 0, retryAfter = 0 } = this.backend.refusal(error) ?? {}
    if (code && status === 401) this.backend.signedOut(code)
    if (code === 'registrationMoved') return this.setSaving('moved')
    // Status 429 means too many saves in a short time; the same draft is accepted later.
    const isFinal = status >= 400 && status < 500 && status !== 429
    this.show({ ...this.read(), saving: { is: isFinal ? 'refused' : 'failed', error } })
    this.notBefore = Date.now() + retryAfter * 1_000
    if (!isFinal) this.schedule(RETRY_DELAY)
  }

  private schedule(milliseconds: number) {
    clearTimeout(this.timer)
    if (!this.isStopped) this.timer = setTimeout(() => void this.flush(), Math.max(milliseconds, this.notBefore - Date.now()))
  }

  private storeLocally() {
    if (this.isStopped) return
    this.backend.store({ registrationId: this.registrationId, content: this.read().content, version: this.version, sent: this.sent })
  }

  private setSaving(is: 'waiting' | 'saving' | 'older' | 'moved') {
    this.show({ ...this.read(), saving: { is } })
  }

  private show(shown: KeeperState) {
    this.store.set(this.shown, shown)
  }
}
