/** Texts of secrets that the user stores: the file of recovery codes, and the secret of an authenticator app. */

/** Returns the text of the file: its purpose, then one code on each line. */
export const recoveryFile = (heading: string, once: string, codes: readonly string[]): string =>
  `${[heading, once, '', ...codes].join('\r\n')}\r\n`

/** Returns the secret of an authenticator app in groups of four, so that it can be typed. */
export const groupedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
