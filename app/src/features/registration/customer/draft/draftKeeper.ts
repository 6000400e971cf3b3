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
import type { Aside } from '../accounts/accounts'
import { areSameAccounts, isSameForm } from './form'

export interface Content {
  form: RegistrationForm
  accounts: ApplicationAccount[]
  declaration: Declaration | null
  /** Its place among the steps. */
  step: number
  /** The company number whose found accounts were taken in last; empty when that is not known any more. */
  foundUnder?: string | undefined
  /** Those of the number before, with what was ticked: they come back with it. */
  aside?: Aside | undefined
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

/** What a save leaves on the server: form and accounts. */
export type Sent = Pick<Content, 'form' | 'accounts'>

/** What this browser keeps until the server has it. */
export interface Kept {
  /** The application that it is of; null before it had one. */
  registrationId: string | null
  content: Content
  /** The draft that it changes; 0 before the first. */
  version: number
  /** What was sent last, whether or not an answer came. */
  sent: Sent | null
}

export interface Place {
  save: (request: SaveDraftRequest) => Promise<SavedDraft>
  /** The application as the server has it. */
  read: () => Promise<Application | null>
  /** All accounts of the application as the server has them. */
  readAccounts: (application: Application) => Promise<ApplicationAccount[]>
  /** Whether it may still be changed. */
  isEditable: (application: Application) => boolean
  keep: (kept: Kept) => void
  forget: () => void
  /** Why the server said no, and the seconds until it may be asked again; nothing when it said nothing. */
  refusal: (error: unknown) => { code: Code; status: number; retryAfter?: number } | undefined
  /** The session is over; what was typed is kept. */
  signedOut: (code: Code) => void
}

const quietMs = 800
const againMs = 5_000

export interface Shown {
  content: Content
  saving: Saving
}

/** The draft that the server had as the wizard was opened. */
interface OnServer {
  registrationId: string | null
  content: Content
  version: number
}

const isSameContent = (sent: Sent | null, { form, accounts }: Sent) =>
  sent !== null && isSameForm(sent.form, form) && areSameAccounts(sent.accounts, accounts)

export class DraftKeeper {
  readonly shown
  private readonly store = getDefaultStore()
  private registrationId: string | null
  private version: number
  private sent: Sent | null
  private changes = 0
  private saved = 0
  private areAccountsChanged = false
  private isOver = false
  /** The server asked for nothing before this time. */
  private notBefore = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<boolean> | undefined
  private readonly place: Place

  /** `kept` is what this browser has that the server does not have yet. */
  constructor(place: Place, onServer: OnServer, kept?: Kept) {
    this.place = place
    this.shown = atom<Shown>({ content: kept?.content ?? onServer.content, saving: { is: 'untouched' } })
    this.registrationId = onServer.registrationId
    this.version = onServer.version
    this.sent = null
    if (!kept) return
    this.changes = 1
    this.areAccountsChanged = true
    // An application that has ended may have had as many versions as the one after it.
    const isOfThis = kept.registrationId === null || kept.registrationId === onServer.registrationId
    const isNext =
      kept.version === onServer.version || (onServer.version === kept.version + 1 && isSameContent(kept.sent, onServer.content))
    if (isOfThis && isNext) {
      // What was sent last may arrive only now.
      this.sent = kept.sent
      this.wait(0)
      return
    }
    // Typed on, it still changes what it changed: another reload must not take it for the next of the newer draft.
    this.registrationId = kept.registrationId
    this.version = kept.version
    this.sent = kept.sent
    this.say('older')
  }

  read(): Shown {
    return this.store.get(this.shown)
  }

  get isDirty() {
    return this.changes > this.saved
  }

  /** The version that the server has of what is on the screen, as far as this keeper knows. */
  get draftVersion() {
    return this.version
  }

  /** Somebody went further elsewhere: nothing is saved until the person has chosen. */
  private get isBehind() {
    const { is } = this.read().saving
    return is === 'older' || is === 'moved'
  }

  /** It was tried in vain. That is said until it is saved, and not anew with each attempt. */
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
    this.keep()
    if (!this.isBehind) this.wait(quietMs)
  }

  /** What the server does not keep: that it changes makes no newer draft. */
  note(part: Pick<Content, 'foundUnder'>) {
    this.show({ ...this.read(), content: { ...this.read().content, ...part } })
    if (this.isDirty) this.keep()
  }

  /** Keeps it now. Whether the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer)
    // What was typed while it was being kept is kept after it.
    if (this.running && !(await this.running)) return false
    if (this.isBehind || this.isOver) return false
    if (!this.isDirty) return true
    this.running ??= this.send().finally(() => {
      this.running = undefined
    })
    const isKept = await this.running
    return isKept && (this.isDirty ? this.flush() : true)
  }

  /** Puts what is on the screen in the place of what was kept elsewhere. */
  async insist() {
    try {
      const found = await this.place.read()
      if (found && !this.place.isEditable(found)) return this.say('moved')
      this.registrationId = found?.registrationId ?? null
      this.version = found?.draftVersion ?? 0
      this.changes += 1
      this.areAccountsChanged = true
      this.say('waiting')
      await this.flush()
    } catch (error) {
      this.fail(error)
    }
  }

  /** The server refused what was sent of this draft as older: it has a newer one, or the application is no draft any more. */
  async fallBehind() {
    const found = await this.place.read().catch(() => null)
    this.say(found && !this.place.isEditable(found) ? 'moved' : 'older')
  }

  /** Another keeper goes on with what this browser keeps: this one saves nothing more. */
  async stop() {
    this.isOver = true
    clearTimeout(this.timer)
    await this.running
  }

  private async send(): Promise<boolean> {
    const { form, accounts, step } = this.read().content
    const [at, withAccounts] = [this.changes, this.areAccountsChanged]
    if (!this.isInVain) this.say('saving')
    this.areAccountsChanged = false
    const before = this.sent
    this.sent = { form, accounts }
    this.keep()
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
        this.keep()
        this.say('waiting')
        this.wait(quietMs)
      } else {
        this.place.forget()
        this.show({ ...this.read(), saving: { is: 'saved', at: savedAt } })
      }
      return true
    } catch (error) {
      this.areAccountsChanged ||= withAccounts
      const { status = 0 } = this.place.refusal(error) ?? {}
      // Nothing of it was taken: what was sent before is still the last that may have arrived.
      if (status >= 400 && status < 500) this.sent = before
      if (this.place.refusal(error)?.code !== 'draftIsOlder') this.fail(error)
      else if (before && (await this.wasOurs(before))) return this.send()
      else await this.fallBehind()
      return false
    }
  }

  /**
   * Returns whether the newer draft on the server is this tab's own save, whose answer was lost: the very next version, with the same
   * form and the same accounts. Another tab may have saved other accounts with the same form.
   */
  private async wasOurs(sent: Sent): Promise<boolean> {
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
    if (code === 'registrationMoved') return this.say('moved')
    // Too many drafts in a short time: the same one is taken later.
    const isFinal = status >= 400 && status < 500 && status !== 429
    this.show({ ...this.read(), saving: { is: isFinal ? 'refused' : 'failed', error } })
    this.notBefore = Date.now() + retryAfter * 1_000
    if (!isFinal) this.wait(againMs)
  }

  private wait(milliseconds: number) {
    clearTimeout(this.timer)
    if (!this.isOver) this.timer = setTimeout(() => void this.flush(), Math.max(milliseconds, this.notBefore - Date.now()))
  }

  private keep() {
    if (this.isOver) return
    this.place.keep({ registrationId: this.registrationId, content: this.read().content, version: this.version, sent: this.sent })
  }

  private say(is: 'waiting' | 'saving' | 'older' | 'moved') {
    this.show({ ...this.read(), saving: { is } })
  }

  private show(shown: Shown) {
    this.store.set(this.shown, shown)
  }
}
