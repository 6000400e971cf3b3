/** Words that every page needs, including sign-in. */
import sentences from 'gridbill-core/sentences/en'
import common from './common.json'
import identity from './identity.json'

export default { common, identity, sentences }
