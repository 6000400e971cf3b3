/** The words that every page needs, the sign-in page too. */
import sentences from 'gridbill-core/sentences/en'
import common from './common.json'
import identity from './identity.json'

export default { common, identity, sentences }
