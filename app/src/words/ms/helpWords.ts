import help from './help.json'

export const words: typeof import('../en/helpWords').words = { help }
