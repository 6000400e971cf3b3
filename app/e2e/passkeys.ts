/** A device with passkeys: Chromium's virtual authenticator, through the DevTools protocol. */
import type { Page } from '@playwright/test'

/** A device that answers requests for passkeys without a user. */
export interface Device {
  /** Sets whether the device answers requests. */
  answer: (answers: boolean) => Promise<void>
  /** Sets whether the device recognises its user. */
  recognise: (recognises: boolean) => Promise<void>
  /** Returns the number of passkeys on the device. */
  count: () => Promise<number>
}

export async function deviceOf(page: Page): Promise<Device> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    answer: async (enabled) => void (await browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    recognise: async (isUserVerified) => void (await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    count: async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
