/** The words of the public pages beside signing in, which does not load them. */
import en from './en/account.json'
import ms from './ms/account.json'
import { join } from './store'

export type AccountWords = typeof en

const malay: AccountWords = ms

join({ en: { account: en }, ms: { account: malay } })
