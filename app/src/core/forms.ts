/**
 * Rules of forms that few screens have. They are a package of their own, so that the first screen does not wait for them. A module
 * that imports this file runs after the package is loaded, so no part of a list or of the frame may import it.
 */
import { giveSentences } from 'gridbill-core/forms'
import { addSentencesTo } from './sentences'

export * from 'gridbill-core/forms'

addSentencesTo(giveSentences)
