import tours from './tours.json'

export const words: typeof import('../en/tourWords').words = { tours }
