/**
 * What is filled in of an application, kept on the server as it is typed: soon after typing stops, at every step, and
 * again when it could not be kept. Until the server has it, this browser keeps it too, so that neither a reload nor a
 * lost connection costs a letter. A draft that went further elsewhere is never overwritten unasked.
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
import { isSameForm } from './form'

export interface Content {
  form: RegistrationForm
  accounts: ApplicationAccount[]
  declaration: Declaration | null
  /** Its place among the steps. */
  step: number
}

type Saving =
  | { is: 'untouched' | 'waiting' | 'saving' }
  | { is: 'saved'; at: Instant }
  /** It is tried again by itself. */
  | { is: 'failed'; error: unknown }
  /** The server will not take it as it is. */
  | { is: 'refused'; error: unknown }
  /** Another tab or device went further. */
  | { is: 'older' }
  /** It was submitted or decided elsewhere. */
  | { is: 'moved' }

/** What this browser keeps until the server has it. */
export interface Kept {
  content: Content
  /** The draft that it changes; 0 before the first. */
  version: number
  /** What was sent last, whether or not an answer came. */
  sent: RegistrationForm | null
}

export interface Place {
  save: (request: SaveDraftRequest) => Promise<SavedDraft>
  /** The application as the server has it. */
  read: () => Promise<Application | null>
  keep: (kept: Kept) => void
  forget: () => void
  /** Why the server said no; nothing when it said nothing. */
  refusal: (error: unknown) => { code: Code; status: number } | undefined
  /** The session is over; what was typed is kept. */
  signedOut: (code: Code) => void
}

const quietMs = 800
const againMs = 5_000

export interface Shown {
  content: Content
  saving: Saving
}

export class DraftKeeper {
  readonly shown
  private readonly store = getDefaultStore()
  private version: number
  private sent: RegistrationForm | null
  private changes = 0
  private saved = 0
  private areAccountsChanged = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<boolean> | undefined
  private readonly place: Place

  /** `kept` is what this browser has that the server does not have yet. */
  constructor(place: Place, onServer: { content: Content; version: number }, kept?: Kept) {
    this.place = place
    this.shown = atom<Shown>({ content: kept?.content ?? onServer.content, saving: { is: 'untouched' } })
    this.version = onServer.version
    this.sent = null
    if (!kept) return
    this.changes = 1
    this.areAccountsChanged = true
    const isOurs = kept.version === onServer.version || (kept.sent !== null && isSameForm(kept.sent, onServer.content.form))
    if (isOurs) this.wait(0)
    else this.show({ ...this.read(), saving: { is: 'older' } })
  }

  read(): Shown {
    return this.store.get(this.shown)
  }

  get isDirty() {
    return this.changes > this.saved
  }

  change(part: Partial<Content>) {
    this.changes += 1
    this.areAccountsChanged ||= part.accounts !== undefined
    const content = { ...this.read().content, ...part }
    const isStopped = this.read().saving.is === 'older' || this.read().saving.is === 'moved'
    this.show({ content, saving: isStopped || this.read().saving.is === 'saving' ? this.read().saving : { is: 'waiting' } })
    this.keep()
    if (!isStopped) this.wait(quietMs)
  }

  /** Keeps it now. Whether the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer)
    // What was typed while it was being kept is kept after it.
    if (this.running && !(await this.running)) return false
    if (!this.isDirty) return true
    if (this.read().saving.is === 'older' || this.read().saving.is === 'moved') return false
    this.running ??= this.send().finally(() => {
      this.running = undefined
    })
    const isKept = await this.running
    return isKept && (this.isDirty ? this.flush() : true)
  }

  /** Puts what is on the screen in the place of what was kept elsewhere. */
  async insist() {
    try {
      this.version = (await this.place.read())?.draftVersion ?? 0
      this.areAccountsChanged = true
      this.show({ ...this.read(), saving: { is: 'waiting' } })
      await this.flush()
    } catch (error) {
      this.fail(error)
    }
  }

  private async send(): Promise<boolean> {
    const { form, accounts, step } = this.read().content
    const [at, withAccounts] = [this.changes, this.areAccountsChanged]
    this.show({ ...this.read(), saving: { is: 'saving' } })
    this.areAccountsChanged = false
    const before = this.sent
    this.sent = form
    this.keep()
    try {
      const { draftVersion, savedAt } = await this.place.save({
        form,
        step,
        ...(withAccounts && { accounts }),
        draftVersion: this.version,
      })
      this.version = draftVersion
      this.saved = at
      this.sent = null
      if (this.isDirty) {
        this.keep()
        this.show({ ...this.read(), saving: { is: 'waiting' } })
        this.wait(quietMs)
      } else {
        this.place.forget()
        this.show({ ...this.read(), saving: { is: 'saved', at: savedAt } })
      }
      return true
    } catch (error) {
      this.areAccountsChanged ||= withAccounts
      if (this.place.refusal(error)?.code === 'draftIsOlder' && before && (await this.wasOurs(before))) return this.send()
      this.fail(error)
      return false
    }
  }

  /** An answer that was lost leaves a newer draft behind, which is our own. */
  private async wasOurs(sent: RegistrationForm): Promise<boolean> {
    const found = await this.place.read().catch(() => null)
    if (!found || found.draftVersion === this.version || !isSameForm(found.form, sent)) return false
    this.version = found.draftVersion
    return true
  }

  private fail(error: unknown) {
    const { code, status = 0 } = this.place.refusal(error) ?? {}
    if (code && status === 401) this.place.signedOut(code)
    if (code === 'draftIsOlder') return this.show({ ...this.read(), saving: { is: 'older' } })
    if (code === 'registrationMoved') return this.show({ ...this.read(), saving: { is: 'moved' } })
    const isFinal = status >= 400 && status < 500
    this.show({ ...this.read(), saving: { is: isFinal ? 'refused' : 'failed', error } })
    if (!isFinal) this.wait(againMs)
  }

  private wait(milliseconds: number) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), milliseconds)
  }

  private keep() {
    this.place.keep({ content: this.read().content, version: this.version, sent: this.sent })
  }

  private show(shown: Shown) {
    this.store.set(this.shown, shown)
  }
}
