/** Words that every signed-in screen needs. */
import downloads from './downloads.json'
import form from './form.json'
import list from './list.json'
import shell from './shell.json'

export default { downloads, form, list, shell }
