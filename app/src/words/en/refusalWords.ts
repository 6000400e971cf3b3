/** Gives the rules the sentence of every code; they contain no sentences themselves. */
import sentences from 'gridbill-core/allSentences/en'
import { giveSentences } from 'gridbill-core/rules'
import { storeSentences } from '~/core/sentences'

if (!giveSentences(sentences, 'en')) throw new Error('the rules and the sentences have different codes')
storeSentences(sentences, 'en')

export default {}
