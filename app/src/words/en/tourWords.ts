/** The words of guided tours and the welcome. */
import tours from './tours.json'

export const words = { tours }
