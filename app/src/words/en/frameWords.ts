/** The words that every screen behind the sign-in needs, whichever it is. */
import downloads from './downloads.json'
import form from './form.json'
import list from './list.json'
import shell from './shell.json'

export default { downloads, form, list, shell }
