/** The words of the public pages beside signing in, which does not load them. */
import en from './en/identityPages.json'
import ms from './ms/identityPages.json'
import { join } from './store'

export type IdentityPagesWords = typeof en

const malay: IdentityPagesWords = ms

join({ en: { identityPages: en }, ms: { identityPages: malay } })
