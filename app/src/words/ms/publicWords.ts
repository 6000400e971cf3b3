import sentences from 'gridbill-core/sentences/ms'
import common from './common.json'
import identity from './identity.json'

export const words: typeof import('../en/publicWords').words = { common, identity, sentences }
