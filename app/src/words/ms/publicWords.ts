import sentences from 'gridbill-core/sentences/ms'
import common from './common.json'
import identity from './identity.json'

export default { common, identity, sentences }
