/** The words of the public pages beside signing in. */
import identityPages from './identityPages.json'

export const words = { identityPages }
