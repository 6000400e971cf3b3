import identityPages from './identityPages.json'

export const words: typeof import('../en/identityWords').words = { identityPages }
