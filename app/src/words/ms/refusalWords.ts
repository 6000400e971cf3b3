/** Gives the rules the sentence of every code; they contain no sentences themselves. */
import sentences from 'gridbill-core/allSentences/ms'
import { giveSentences } from 'gridbill-core/rules'
import { storeSentences } from '~/core/sentences'

if (!giveSentences(sentences, 'ms')) throw new Error('the rules and the sentences have different codes')
storeSentences(sentences, 'ms')

export default {}
