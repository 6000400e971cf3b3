/** Whether this page can use passkeys. A file of its own, because the sign-in page needs it before the code of passkeys is loaded. */

/** Passkeys belong to a domain name, so a portal that was opened by its IP address cannot use them. */
const isDomainName = (hostname: string) => !/^[\d.]+$|:/.test(hostname)

/** Returns why the browser cannot use passkeys at this address; undefined if it can. */
export function whyNoPasskeys(): 'passkeysUnavailable' | 'passkeysUnsupported' | undefined {
  if (!isSecureContext || !isDomainName(location.hostname)) return 'passkeysUnavailable'
  return 'PublicKeyCredential' in window ? undefined : 'passkeysUnsupported'
}
