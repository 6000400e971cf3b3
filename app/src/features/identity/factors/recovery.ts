/** The recovery codes as a text, for the clipboard and for a file. */

/** Returns the text of the file: what the codes are for, then one code on each line. */
export const recoveryFile = (heading: string, once: string, codes: readonly string[]): string =>
  `${[heading, once, '', ...codes].join('\r\n')}\r\n`

/** Returns the secret of an authenticator app in groups of four, so that it can be typed. */
export const groupedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')
