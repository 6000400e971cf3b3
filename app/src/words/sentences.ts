/** Returns one of the sentences of core that are available without the rules. */
import type words from './en/publicWords'
import { currentLanguage } from './language'
import { lookUp } from './store'

export const plainSentence = (code: keyof (typeof words)['sentences']): string => lookUp(currentLanguage(), 'sentences', code, {})
