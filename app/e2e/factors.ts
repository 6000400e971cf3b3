/** Codes of an authenticator app (RFC 6238), and the steps that journeys about second factors share. */
import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const stepAt = (milliseconds: number) => Math.floor(milliseconds / 30_000)

function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', base32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/**
 * An authenticator app. The portal accepts each code once, and also those of the steps before and after the present one, as for a phone
 * whose clock is off. So the app has an unused code without waiting for the next step.
 */
export class AuthenticatorApp {
  private readonly secret: string
  private readonly used = new Set<number>()

  constructor(secret: string) {
    this.secret = secret.replace(/\s/g, '')
  }

  /** Returns an unused code, with at least five seconds left to use it. */
  async code(): Promise<string> {
    for (;;) {
      const now = stepAt(Date.now())
      const isEnding = Date.now() % 30_000 > 25_000
      const step = [now, now + 1, ...(isEnding ? [] : [now - 1])].find((one) => !this.used.has(one))
      if (step !== undefined) {
        this.used.add(step)
        return codeOf(this.secret, step)
      }
      await new Promise((done) => setTimeout(done, 250))
    }
  }

  /** Returns a code that is not valid at this time. */
  wrongCode(): string {
    const near = [-1, 0, 1, 2].map((step) => codeOf(this.secret, stepAt(Date.now()) + step))
    return ['000000', '000001', '000002', '000003', '000004'].find((code) => !near.includes(code)) ?? ''
  }
}

/** Adds an authenticator app on its page, or in the dialogue above a form. Returns the app and the recovery codes that are shown. */
export async function addApp(page: Page, name: string, shown = page.locator('main')): Promise<{ app: AuthenticatorApp; codes: string[] }> {
  await shown.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(shown.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const app = new AuthenticatorApp((await shown.locator('code').textContent()) ?? '')
  await shown.getByLabel('Code', { exact: true }).fill(await app.code())
  await shown.getByLabel(/^Name/).fill(name)
  await shown.getByRole('button', { name: 'Add authenticator app' }).click()
  await expect(shown.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = await shown.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem').allTextContents()
  return { app, codes }
}

/** Refuses the next call to this address as if the sign-in was too long ago. */
export const withAnOldSignIn = (page: Page, address: string) => refuseOnce(page, address, 'confirmIdentity', 403)

/** Refuses the next call to this address. */
export async function refuseOnce(page: Page, address: string, code: string, status = 409) {
  const refusal = { code, errorTopic: '', errorMessage: '', fields: [], params: {} }
  let isAsked = false
  // The route stays, because removing it while the page requests something else can leave that request without an answer.
  await page.route(address, (route) => {
    if (isAsked) return route.continue()
    isAsked = true
    return route.fulfill({ status, json: { Data: null, Error: refusal } })
  })
}
