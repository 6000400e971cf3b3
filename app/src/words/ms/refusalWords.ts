/** The sentence of every code. The rules say them, and have none of their own. */
import sentences from 'gridbill-core/allSentences/ms'
import { giveSentences } from 'gridbill-core/rules'

if (!giveSentences(sentences, 'ms')) throw new Error('the rules have other codes than there are sentences')

export default {}
